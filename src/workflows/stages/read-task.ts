import type { TaskReading } from '../../activities/tasks';
import { partDone } from '../../domain/release/time-left';
import { addWarning } from '../../domain/release/release-transitions';
import type { Progress } from '../../domain/release/status';
import { reads } from '../activity-proxies';
import type { Run } from '../run';

/** Reads the task and updates the shown progress: that of the task, or of the one job that is waited for. */
export async function readTask(
  run: Run,
  { jobId = null, scan = false }: { jobId?: string | null; scan?: boolean } = {},
): Promise<TaskReading> {
  const { spec, taskId, isTaskOurs: ours, record } = run;
  const reading = await reads.readTask({ project: spec.project, taskId, ours, ...(scan && { scan }) });
  record.progress = progressOf(reading, jobId);
  if (reading.contradiction !== undefined && 'warnings' in record) addWarning(record, reading.contradiction);
  run.lastReading = reading;
  run.show();
  return reading;
}

/** A job reports its sub-step and its number of rows, but not how many of them are done. */
function progressOf(task: TaskReading, jobId: string | null): Progress {
  const job = task.jobs.find(({ id }) => id === jobId);
  if (job === undefined) {
    const { step, status, stepIndex, rowsDone, rowsTotal } = task;
    return { step: step ?? status, stepIndex, rowsDone, rowsTotal };
  }
  return { step: job.step ?? job.status, stepIndex: job.stepIndex, rowsDone: 0, rowsTotal: job.rows };
}

export function translationProgress({ record: { progress } }: Run): number | undefined {
  const isCounted = (progress?.stepIndex ?? null) !== null;
  return progress !== null && isCounted ? (partDone(progress) ?? undefined) : undefined;
}
