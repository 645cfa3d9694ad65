import type { ScanReading, TaskReading } from '../../activities/tasks';
import { stageDeadlineMs } from '../../domain/policies';
import { warn } from '../../domain/release-transitions';
import { sentence } from '../../domain/sentence';
import { isPastScan, scanNote } from '../../domain/task-scan';
import { needsDecision } from '../problems';
import type { ReleaseRun } from '../release-run';
import { waitUntilSettled } from '../wait-until-settled';
import { readTask } from './read-task';

/** Waits until the scan has ended: with terms to confirm, or with the translation under way. */
export async function awaitScan(release: ReleaseRun): Promise<void> {
  const reading = await waitUntilSettled(release, {
    what: 'the term scan',
    callbacks: true,
    read: () => readTask(release, { scan: release.spec.terms.confirmation === 'automatic' }),
    settled: (task) =>
      task.isFailed ||
      task.requiresConfirmation ||
      task.status === 'waiting_confirmation' ||
      isPastScan(task),
    deadlineMs: stageDeadlineMs.scan,
  });
  if (reading.isFailed) throw taskFailed(reading, 'during the term scan');
  release.record.knownJobIds = reading.jobs.map(({ id }) => id);
  if (reading.scan) tellScan(release, reading.scan);
}

export function tellScan(release: ReleaseRun, scan: ScanReading): void {
  release.stage('scan').note = scanNote(scan);
  if (scan.status === 'failed')
    warn(release.record, 'The term scan failed at the service. There may be terms that nobody has seen.');
}

export function taskFailed({ failureReason, failureCode }: TaskReading, when: string): Error {
  const code = failureCode === null ? '' : ` (${failureCode})`;
  return needsDecision(
    'task_failed',
    `The task failed ${when}: ${sentence(`${failureReason ?? 'the service gave no reason'}${code}`)} The task is kept at the service. ` +
      'If you can fix it there, do so and retry. Otherwise abort, and start the release again.',
  );
}
