import type { ScanReading, TaskReading } from '../../activities/tasks';
import type { FactsOf } from '../../domain/problems/problem-catalogue';
import { stageDeadlineMs } from '../../domain/release/polling';
import { addWarning } from '../../domain/release/release-transitions';
import { isPastScan, scanNote } from '../../domain/release/task-scan';
import { needsDecision } from '../problems';
import type { ReleaseRun } from '../release-run';
import { waitUntilSettled } from '../wait-until-settled';
import { readTask } from './read-task';

/** Waits until the scan has ended: with terms to confirm, or with the translation under way. */
export async function awaitScan(release: ReleaseRun): Promise<void> {
  const reading = await waitUntilSettled(release, {
    what: 'the term scan',
    read: () => readTask(release, { scan: release.spec.terms.confirmation === 'automatic' }),
    settled: (task) =>
      task.isFailed ||
      task.requiresConfirmation ||
      task.status === 'waiting_confirmation' ||
      isPastScan(task),
    deadlineMs: stageDeadlineMs.scan,
  });
  if (reading.isFailed) throw taskFailed(release, reading, 'scan');
  release.record.knownJobIds = reading.jobs.map(({ id }) => id);
  if (reading.scan) reportScan(release, reading.scan);
}

export function reportScan(release: ReleaseRun, scan: ScanReading): void {
  release.stage('scan').note = scanNote(scan);
  if (scan.status === 'failed')
    addWarning(
      release.record,
      'The term scan failed at the service. There may be terms that nobody has seen.',
    );
}

export function taskFailed(
  { taskId }: { readonly taskId: string },
  { failureReason, failureCode }: Pick<TaskReading, 'failureReason' | 'failureCode'>,
  during: FactsOf<'task_failed'>['during'],
): Error {
  const code = failureCode === null ? null : String(failureCode);
  const message =
    failureReason === null || code === null ? (failureReason ?? code) : `${failureReason} (${code})`;
  return needsDecision('task_failed', { during, said: message, taskId });
}
