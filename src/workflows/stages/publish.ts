/** Publishes the task to the project level, one release of a project after the other. */
import type { PublishAnswer, StartedPublish } from '../../activities/tasks';
import { stageDeadlineMs } from '../../domain/policies';
import { keepTrace } from '../../domain/release-transitions';
import { sentence } from '../../domain/sentence';
import { once, repeatable } from '../activity-proxies';
import { needsDecision } from '../problems';
import type { ReleaseRun } from '../release-run';
import { startOnce } from '../start-once';
import { waitUntilSettled } from '../wait-until-settled';
import { inTurn, turnTaker, withPublishTurn, type Turn } from '../with-publish-turn';
import { findNewJob, publishJob } from './find-new-job';

const PUBLISH_JOB = 'the publish job';

export async function publishToProject(release: ReleaseRun): Promise<void> {
  const { publishJobId, lostAnswer } = release.record;
  // What may be there already is looked for in a turn of its own.
  if (release.isLean && publishJobId === null && lostAnswer?.what !== PUBLISH_JOB)
    return inTurn(
      release,
      () => publishIfTurn(release),
      async (turn) => awaitPublish(release, startedIn(turn.answer) ?? (await beginPublish(release)), turn),
      () => askAgain(release),
    );
  return withPublishTurn(release, async () => {
    // It may have waited for its turn.
    release.begin('publish');
    const started = publishJobId === null ? await startPublish(release) : { jobId: publishJobId };
    return awaitPublish(release, started);
  });
}

async function awaitPublish(
  release: ReleaseRun,
  started: StartedPublish,
  turn: Pick<Turn<PublishAnswer>, 'isOver'> | null = null,
): Promise<void> {
  const { record, spec } = release;
  const { jobId } = started;
  release.begin('publish');
  record.publishJobId = jobId;
  keepTrace(record, 'publish', started);
  record.knownJobIds.push(jobId);
  const { isFailed, error, isTurnOver } = await waitUntilSettled(release, {
    what: 'the publish job',
    callbacks: true,
    read: () =>
      repeatable.readPublish({ project: spec.project, jobId, ...(turn !== null && { taker: turnTaker() }) }),
    settled: (reading) => reading.isCompleted || reading.isFailed,
    deadlineMs: stageDeadlineMs.publish,
  });
  if (turn !== null) turn.isOver = isTurnOver === true;
  if (!isFailed) return;
  record.publishJobId = null;
  throw needsDecision(
    'publish_failed',
    `Publishing to the project failed: ${sentence(error ?? 'the service gave no reason')} The translations are kept in the task. ` +
      'Retry publishes again. Skip goes on with what the project had before.',
  );
}

function startPublish(release: ReleaseRun): Promise<StartedPublish> {
  return startOnce<StartedPublish>(release, {
    what: PUBLISH_JOB,
    call: () => once.publishTask({ release: release.name, taskId: release.taskId }),
    find: (sentAt) => findNewJob(release, { kind: publishJob, sentAt }),
  });
}

/** It may have waited for its turn. */
function beginPublish(release: ReleaseRun): Promise<StartedPublish> {
  release.begin('publish');
  return startPublish(release);
}

/** A worker that dies while it asks must leave no doubt whether it has published. */
function askAgain(release: ReleaseRun): Promise<PublishAnswer> {
  return release.has('waiters-only-ask')
    ? repeatable.askForPublishTurn({ project: release.spec.project, taker: turnTaker() })
    : publishIfTurn(release);
}

/** Asks for the turn and publishes in one call: mostly nobody else wants it. */
function publishIfTurn(release: ReleaseRun): Promise<PublishAnswer> {
  return startOnce<PublishAnswer>(release, {
    what: PUBLISH_JOB,
    call: () => once.publishInTurn({ release: release.name, taskId: release.taskId, taker: turnTaker() }),
    find: async (sentAt) => {
      const evidence = await findNewJob(release, { kind: publishJob, sentAt });
      const isFound = typeof evidence === 'object' && 'found' in evidence;
      return isFound ? { found: { granted: true, ...evidence.found } } : evidence;
    },
  });
}

/** Nothing where the turn was waited for. */
function startedIn({ jobId, traceId = null }: PublishAnswer): StartedPublish | null {
  return jobId === undefined ? null : { jobId, traceId };
}
