/** Publishes the task to the project level, one release of a project after the other. */
import type { Traced } from '../../activities/tasks';
import { stageDeadlineMs } from '../../domain/policies';
import { keepTrace } from '../../domain/release-transitions';
import { sentence } from '../../domain/sentence';
import { once, repeatable } from '../activity-proxies';
import { needsDecision } from '../problems';
import { withPublishTurn } from '../with-publish-turn';
import type { ReleaseRun } from '../release-run';
import { startOnce } from '../start-once';
import { waitUntilSettled } from '../wait-until-settled';
import { findNewJob, publishJob } from './find-new-job';

export async function publishToProject(release: ReleaseRun): Promise<void> {
  await withPublishTurn(release, async () => {
    const { record, spec } = release;
    // It may have waited for its turn.
    release.begin('publish');
    const started =
      record.publishJobId === null ? await startPublish(release) : { jobId: record.publishJobId };
    const { jobId } = started;
    record.publishJobId = jobId;
    keepTrace(record, 'publish', started);
    record.knownJobIds.push(jobId);
    const { isFailed, error } = await waitUntilSettled(release, {
      what: 'the publish job',
      callbacks: true,
      read: () => repeatable.readPublish({ project: spec.project, jobId }),
      settled: (reading) => reading.isCompleted || reading.isFailed,
      deadlineMs: stageDeadlineMs.publish,
    });
    if (!isFailed) return;
    record.publishJobId = null;
    throw needsDecision(
      'publish_failed',
      `Publishing to the project failed: ${sentence(error ?? 'the service gave no reason')} The translations are kept in the task. ` +
        'Retry publishes again. Skip goes on with what the project had before.',
    );
  });
}

function startPublish(release: ReleaseRun): Promise<{ jobId: string } & Traced> {
  return startOnce<{ jobId: string } & Traced>(release, {
    what: 'the publish job',
    call: () => once.publishTask({ release: release.name, taskId: release.taskId }),
    find: (sentAt) => findNewJob(release, { kind: publishJob, sentAt }),
  });
}
