import { useEffect } from 'preact/hooks';
import { callWords } from '../../src/domain/problems/call-words';
import { sentence } from '../../src/domain/text/sentence';
import type { ReleaseStatus, ReleaseView } from '../../src/domain/release/status';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import { projectPath } from '../../src/domain/console-paths';
import { api, type ReleaseName } from '../api';
import { StateBadge } from '../components/icon';
import { usePage, useReleaseOfPage } from '../components/page';
import { Branch, MissingRelease, ReleaseLink, ReleaseTitle } from '../components/release-name';
import { Loaded, useResource } from '../components/resource';
import { Fact, TextList } from '../components/text';
import { When } from '../components/when';
import { counted } from '../format';
import { listen } from '../live-events';
import { Accounts } from '../release/accounts';
import { Files } from '../release/files';
import { Languages } from '../release/languages';
import { Menu } from '../release/menu';
import { isAboutAnnouncement, Situation } from '../release/situation';
import { Progress, StageLine, usePast } from '../release/stage-line';
import { Story } from '../release/story';
import { How } from './project';

export function ReleasePage() {
  const { release, id } = useReleaseOfPage();
  const main = usePage(id);
  const view = useResource(id, () => api.release(release));
  const isThere = view.value.value !== null;
  const isKnown = isThere || view.error.value !== null;
  useEffect(() => {
    if (!isKnown) return;
    // A release that does not exist has no events.
    return listen(isThere ? id : null, {
      release: (status) => {
        const shown = view.value.peek();
        // The announcement's text and others' amendments are not in the status, so they are read again.
        if (shown === null || hasMoved(shown.status, status)) view.reload();
        if (shown !== null) view.value.value = { ...shown, status };
      },
      reconnected: view.reload,
    });
  }, [id, isThere, isKnown]);
  return (
    <main id="main" {...main} class="release stack">
      <Loaded of={view} missing={<MissingRelease release={release} />}>
        {(shown) => <Release view={shown} release={release} reload={view.reload} />}
      </Loaded>
    </main>
  );
}

function hasMoved(before: ReleaseStatus, now: ReleaseStatus): boolean {
  return (
    before.state !== now.state ||
    before.stage !== now.stage ||
    before.decisions.length !== now.decisions.length
  );
}

interface Shown {
  view: ReleaseDetails;
  release: ReleaseName;
  reload: () => void;
}

function Release({ view, release, reload }: Shown) {
  const { status } = view;
  const past = usePast(release, view);
  return (
    <>
      <Heading view={view} release={release} reload={reload} />
      <Live status={status} />
      <Situation view={view} release={release} past={past} done={reload} />
      <StageLine status={status} planned={view.plannedStages} past={past} />
      <Progress status={status} />
      <Stalled status={status} />
      <Warnings status={status} />
      <div class="columns">
        <Languages view={view} release={release} />
        {!isAboutAnnouncement(status) && <Accounts view={view} heading="h2" />}
        <Files status={status} release={release} />
      </div>
      <Story release={release} status={status} />
      <Support status={status} />
    </>
  );
}

function Heading({ view, release, reload }: Shown) {
  const { status, startedAt, startedBy } = view;
  const isHeld = status.hold !== null && status.state !== 'paused';
  return (
    <div class="heading">
      <h1>
        <ReleaseTitle project={status.project} name={status.name} />
      </h1>
      <Branch name={view.branch} />
      <StateBadge state={isHeld ? 'waiting' : status.state} />
      <p class="muted">
        Started at <When at={startedAt} />
        {startedBy !== null && (
          <>
            {' '}
            by <bdi>{startedBy}</bdi>
          </>
        )}
      </p>
      <span class="gap" />
      <Menu view={view} release={release} done={reload} />
    </div>
  );
}

/** Shows whether the project still has this release's strings, and otherwise the release that replaced it. */
function Live({ status: { id, project, stages } }: { status: ReleaseStatus }) {
  const isPublished = stages.some(({ name, state }) => name === 'publish' && state === 'done');
  const line = useResource(`${id} ${isPublished}`, () =>
    isPublished ? api.project(project) : Promise.resolve(null),
  );
  const published = line.value.value?.published ?? [];
  const [live] = published;
  if (live === undefined || !published.some((one) => one.id === id)) return null;
  return (
    <p class="muted">
      {live.id === id ? 'Live in ' : 'No longer live in '}
      <a href={projectPath(project)}>
        <bdi>{project}</bdi>
      </a>
      {live.id !== id && (
        <>
          , which has <ReleaseLink id={live.id} />
        </>
      )}
      . <How publication={live} ago />.
    </p>
  );
}

/** Shows why a release does not continue although it has not ended. */
function Stalled({ status: { worker, workerProblem, retrying } }: { status: ReleaseView }) {
  if (workerProblem === null && retrying === null) return null;
  return (
    <section class="panel edge" aria-labelledby="stalled-title">
      <h2 id="stalled-title">{retrying === null ? 'Not continuing' : 'Trying again'}</h2>
      {workerProblem !== null && (
        <p>
          <bdi>{workerProblem}</bdi> Nothing is lost.{' '}
          {worker !== 'present' && 'This page shows what the history of the release says.'}
        </p>
      )}
      {retrying !== null && (
        <>
          <p>
            It has been trying to {callWords(retrying.call)} since <When at={retrying.since} />.{' '}
            {counted(retrying.attempt - 1, 'attempt')} failed. The next one is{' '}
            {retrying.nextAt === null ? (
              'under way'
            ) : (
              <>
                at <When at={retrying.nextAt} />
              </>
            )}
            . Nothing is lost.
          </p>
          <p class="muted" dir="auto">
            {sentence(retrying.cause)}
          </p>
        </>
      )}
    </section>
  );
}

/** Problems that are possible, by our reading of the services' documentation. */
function Warnings({ status: { warnings } }: { status: ReleaseStatus }) {
  if (warnings.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="warnings-title">
      <h2 id="warnings-title">Warnings</h2>
      <TextList texts={warnings} />
    </section>
  );
}

/** Ids for the support of a service; nobody needs them for a decision. */
function Support({ status: { taskId, publishJobId, problem } }: { status: ReleaseView }) {
  const names = [
    ['Task', taskId],
    ['Publish job', publishJobId],
    ['Problem', problem?.code ?? null],
    ['Trace id', problem?.traceIds.join(', ') ?? null],
  ].filter((pair): pair is [string, string] => pair[1] !== null && pair[1] !== '');
  if (names.length === 0) return null;
  return (
    <details>
      <summary>For the support of the services</summary>
      <dl class="failure facts">
        {names.map(([name, value]) => (
          <Fact key={name} name={name}>
            <code>{value}</code>
          </Fact>
        ))}
      </dl>
    </details>
  );
}
