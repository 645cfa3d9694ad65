import { useRoute } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import { api, type ReleaseName } from '../api';
import { listen } from '../live-events';
import { usePage } from '../components/use-page';
import { StateBadge } from '../components/state-badge';
import { Branch } from '../components/branch';
import { ErrorMessage } from '../components/error-message';
import { Loading } from '../components/loading';
import { MissingRelease } from '../components/missing-release';
import { ReleaseTitle } from '../components/release-title';
import { When } from '../components/when';
import { Accounts } from '../release/accounts';
import { Files } from '../release/files';
import { Languages } from '../release/languages';
import { Menu } from '../release/menu';
import { usePast } from '../release/past';
import { isAboutAnnouncement, Situation } from '../release/situation';
import { Progress } from '../release/progress';
import { StageLine } from '../release/stage-line';
import { Warnings } from '../release/warnings';
import { Stalled } from '../release/stalled';
import { Story } from '../release/story';
import { Support } from '../release/support';
import { isNotThere } from '../refusal';
import { useResource } from '../resource';

export function ReleasePage() {
  const { project = '', name = '' } = useRoute().params;
  const release = { project, name };
  const id = `${project}/${name}`;
  const main = usePage(id);
  const view = useResource(id, () => api.release(release));
  const isThere = view.value.value !== null;
  const isKnown = isThere || view.error.value !== null;
  useEffect(() => {
    if (!isKnown) return;
    // Of a release that there is not, there is nothing to hear.
    return listen(isThere ? id : null, {
      release: (status) => {
        const shown = view.value.peek();
        // What the announcement will say depends on more than the status.
        if (shown?.status.state !== status.state || shown.status.stage !== status.stage) view.reload();
        if (shown !== null) view.value.value = { ...shown, status };
      },
      reconnected: view.reload,
    });
  }, [id, isThere, isKnown]);
  const shown = view.value.value;
  return (
    <main id="main" {...main} class="release">
      {isNotThere(view.error.value) ? (
        <MissingRelease release={release} />
      ) : (
        <ErrorMessage error={view.error.value} again={view.reload} />
      )}
      {shown === null && view.error.value === null && <Loading />}
      {shown !== null && <Release view={shown} release={release} reload={view.reload} />}
    </main>
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
