import type { PublishReading } from '../../activities/tasks';
import { isStrangeWord } from '../../domain/release/job-status';
import { stageDeadlineMs } from '../../domain/release/polling';
import { keepReply, addWarning } from '../../domain/release/release-transitions';
import { reads } from '../activity-proxies';
import { needsDecision } from '../problems';
import type { ReleaseRun } from '../release-run';
import { keepTurn } from '../turn';
import { waitUntilSettled } from '../wait-until-settled';
import { publishJob, startJob } from './start-job';

export async function publishToProject(release: ReleaseRun): Promise<void> {
  const { record, spec } = release;
  const jobId = record.publishJobId ?? (await startPublish(release));
  const noteWord = strangeWordNoter((warning) => {
    addWarning(record, warning);
    release.show();
  });
  const { isFailed, error } = await waitUntilSettled(release, {
    what: 'the publish job',
    read: async () => noteWord(await reads.readPublish({ project: spec.project, jobId, ours: true })),
    settled: (reading) => reading.isCompleted || reading.isFailed,
    deadlineMs: stageDeadlineMs.publish,
  });
  if (!isFailed) return;
  record.publishJobId = null;
  record.publishedIn = null;
  throw needsDecision('publish_failed', { said: error });
}

const READS_OF_STRANGE_WORD = 5;

/** Warns of an unknown status word once several reads in a row have shown one. */
export function strangeWordNoter(
  warn: (warning: string) => void,
): (reading: PublishReading) => PublishReading {
  let reads = 0;
  return (reading) => {
    const { status, isCompleted, isFailed } = reading;
    reads = !isCompleted && !isFailed && isStrangeWord(status) ? reads + 1 : 0;
    if (reads === READS_OF_STRANGE_WORD)
      warn(
        `The service says "${status}" of the publish job, a word that locrelease does not know. It is taken for running.`,
      );
    return reading;
  };
}

async function startPublish(release: ReleaseRun): Promise<string> {
  const { record } = release;
  const started = await startJob(release, publishJob, {
    what: 'the publish job',
    inTurn: true,
    isOvertaken: () => !release.spec.publish,
    call: ({ once }) => {
      // Recorded before the call, because others must know of the publication even if the reply is lost.
      record.publishedIn = record.turn;
      return once.publishTask({ release: release.name, taskId: release.taskId });
    },
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
