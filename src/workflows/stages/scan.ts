import type { TaskReading } from '../../activities/tasks';
import { stageDeadlineMs } from '../../domain/policies';
import { sentence } from '../../domain/sentence';
import { needsDecision } from '../problems';
import type { ReleaseRun } from '../release-run';
import { waitUntilSettled } from '../wait-until-settled';
import { readTask } from './read-task';

/** A status that we do not know is none of these, and is waited on. */
const scanIsOver = new Set(['waiting_confirmation', 'running', 'optimizing', 'completed']);

/** Waits until the scan has ended: with terms to confirm, or with the translation under way. */
export async function awaitScan(release: ReleaseRun): Promise<void> {
  const reading = await waitUntilSettled(release, {
    what: 'the term scan',
    callbacks: true,
    read: () => readTask(release),
    settled: (task) => task.isFailed || task.requiresConfirmation || scanIsOver.has(task.status),
    deadlineMs: stageDeadlineMs.scan,
  });
  if (reading.isFailed) throw taskFailed(reading, 'during the term scan');
  release.record.knownJobIds = reading.jobs.map(({ id }) => id);
}

export function taskFailed({ failureReason, failureCode }: TaskReading, when: string): Error {
  const code = failureCode === null ? '' : ` (${failureCode})`;
  return needsDecision(
    'task_failed',
    `The task failed ${when}: ${sentence(`${failureReason ?? 'the service gave no reason'}${code}`)} The task is kept at the service. ` +
      'If you can fix it there, do so and retry. Otherwise abort, and start the release again.',
  );
}
