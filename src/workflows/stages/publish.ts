/** Publishes the task to the project level, in the project's turn. */
import type { StartedPublish } from '../../activities/tasks';
import { stageDeadlineMs } from '../../domain/release/polling';
import { keepReply } from '../../domain/release/release-transitions';
import { reads } from '../activity-proxies';
import { needsDecision } from '../problems';
import type { ReleaseRun } from '../release-run';
import { startOnce } from '../start-once';
import { keepTurn } from '../turn';
import { waitUntilSettled } from '../wait-until-settled';
import { findNewJob, publishJob } from './find-new-job';

export async function publishToProject(release: ReleaseRun): Promise<void> {
  const { record, spec } = release;
  const jobId = record.publishJobId ?? (await startPublish(release));
  const { isFailed, error } = await waitUntilSettled(release, {
    what: 'the publish job',
    callbacks: true,
    read: () => reads.readPublish({ project: spec.project, jobId, ours: true }),
    settled: (reading) => reading.isCompleted || reading.isFailed,
    deadlineMs: stageDeadlineMs.publish,
  });
  if (!isFailed) return;
  record.publishJobId = null;
  record.publishedIn = null;
  throw needsDecision('publish_failed', { said: error });
}

async function startPublish(release: ReleaseRun): Promise<string> {
  const { record } = release;
  const started = await startOnce<StartedPublish>(release, {
    what: 'the publish job',
    things: [{ kind: 'task', id: release.taskId }],
    stage: 'publish',
    inTurn: true,
    isOvertaken: () => !release.spec.publish,
    call: ({ once }) => {
      // Said before it is done: others must be told of it also where the reply is lost.
      record.publishedIn = record.turn;
      return once.publishTask({ release: release.name, taskId: release.taskId });
    },
    find: (sentAt) => findNewJob(release, { kind: publishJob, sentAt }),
  }).catch((error: unknown) => {
    if (record.lostAnswer === null) record.publishedIn = null;
    throw error;
  });
  record.publishJobId = started.jobId;
  record.knownJobIds.push(started.jobId);
  keepReply(record, 'publish', started);
  keepTurn(release);
  release.show();
  return started.jobId;
}
