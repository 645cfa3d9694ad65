import { useRoute } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import { reviewPath } from '../../src/domain/console-paths';
import { api, type ReleaseName } from '../api';
import { countText } from '../count-text';
import { listen } from '../live-events';
import { Icon } from '../components/icon';
import { usePage } from '../components/use-page';
import { StateBadge } from '../components/state-badge';
import { ErrorMessage } from '../components/error-message';
import { When } from '../components/when';
import { Announced } from '../release/announced';
import { AnnouncementPreview } from '../release/announcement-preview';
import { CancelButton } from '../release/cancel-button';
import { Decisions } from '../release/decisions';
import { Files } from '../release/files';
import { Languages } from '../release/languages';
import { Problem } from '../release/problem';
import { Progress } from '../release/progress';
import { StageLine } from '../release/stage-line';
import { Warnings } from '../release/warnings';
import { Stalled } from '../release/stalled';
import { Story } from '../release/story';
import { useResource } from '../resource';

export function ReleasePage() {
  const { project = '', name = '' } = useRoute().params;
  const release = { project, name };
  const id = `${project}/${name}`;
  const main = usePage(id);
  const view = useResource(id, () => api.release(release));
  // Of a release that there is not, there is nothing to hear.
  const isThere = view.value.value !== null;
  useEffect(
    () =>
      listen(isThere ? id : null, {
        release: (status) => {
          const shown = view.value.peek();
          // What the announcement will say depends on more than the status.
          if (shown?.status.state !== status.state || shown.status.stage !== status.stage) view.reload();
          if (shown !== null) view.value.value = { ...shown, status };
        },
        reconnected: view.reload,
      }),
    [id, isThere],
  );
  const shown = view.value.value;
  return (
    <main id="main" {...main} class="release">
      <ErrorMessage error={view.error.value} again={view.reload} />
      {shown === null && view.error.value === null && <p class="loading">Loading…</p>}
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
  return (
    <>
      <Heading view={view} release={release} reload={reload} />
      <StageLine stages={status.stages} />
      <Progress status={status} />
      <Stalled status={status} />
      <Waiting view={view} release={release} />
      <Problem status={status} release={release} done={reload} />
      <Warnings status={status} />
      <div class="columns">
        <Languages status={status} />
        <Files status={status} release={release} />
        <Announced status={status} release={release} done={reload} />
        <AnnouncementPreview preview={view.announcement} announced={status.announcement !== null} />
        <Decisions decisions={status.decisions} />
      </div>
      <Story release={release} status={status} />
    </>
  );
}

function Heading({ view: { status, startedAt, startedBy, temporalUrl }, release, reload }: Shown) {
  return (
    <div class="heading">
      <h1>
        <bdi class="project">{status.project}</bdi> <bdi class="name">{status.name}</bdi>
      </h1>
      <StateBadge state={status.state} />
      <p class="muted">
        Started <When at={startedAt} />
        {startedBy !== null && (
          <>
            {' by '}
            <bdi>{startedBy}</bdi>
          </>
        )}
        {status.taskId !== null && (
          <>
            {', task '}
            <code>{status.taskId}</code>
          </>
        )}
      </p>
      <span class="gap" />
      {status.terms !== null && <a href={reviewPath(release)}>{countText(status.terms.total, 'term')}</a>}
      {temporalUrl !== null && (
        <a href={temporalUrl} target="_blank" rel="noreferrer">
          Temporal <Icon name="out" />
        </a>
      )}
      <CancelButton status={status} release={release} done={reload} />
    </div>
  );
}

function Waiting({ view: { status }, release }: { view: ReleaseDetails; release: ReleaseName }) {
  const { waitingFor, terms } = status;
  if (waitingFor?.kind !== 'terms') return null;
  return (
    <section class="panel waiting" aria-label="Waiting for a person">
      <p>
        Waiting for a review of <strong>{countText(terms?.total ?? 0, 'term')}</strong> since{' '}
        <When at={waitingFor.since} />
        {waitingFor.dueAt !== null && (
          <>
            , due <When at={waitingFor.dueAt} />
          </>
        )}
        .
      </p>
      <a class="button primary" href={reviewPath(release)}>
        Review the terms
      </a>
    </section>
  );
}
