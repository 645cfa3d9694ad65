import type { TaskReading } from '../../activities/tasks';
import { partDone } from '../../domain/release/time-left';
import { warn } from '../../domain/release/release-transitions';
import type { Progress } from '../../domain/release/status';
import { reads } from '../activity-proxies';
import type { ReleaseRun } from '../release-run';

/** Whose task it is: a release's, or of work that belongs to none. */
export interface TaskReader {
  readonly spec: { readonly project: string };
  readonly taskId: string;
  /** Whether it was made by us, and not named by a person. */
  readonly isTaskOurs: boolean;
  record: Pick<ReleaseRun['record'], 'progress'> | Pick<ReleaseRun['record'], 'progress' | 'warnings'>;
  lastReading: TaskReading | null;
  show(): void;
}

/** Reads the task's status and lets the view follow: of the task, or of the one job that is waited for. */
export async function readTask(
  release: TaskReader,
  { jobId = null, scan = false }: { jobId?: string | null; scan?: boolean } = {},
): Promise<TaskReading> {
  const { spec, taskId, isTaskOurs: ours, record } = release;
  const reading = await reads.readTask({ project: spec.project, taskId, ours, ...(scan && { scan }) });
  record.progress = progressOf(reading, jobId);
  if (reading.contradiction !== undefined && 'warnings' in record) warn(record, reading.contradiction);
  release.lastReading = reading;
  release.show();
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

/** How far a translation is: whole sub-steps, and rows within the current one. */
export function translationProgress({
  record: { progress },
}: Pick<TaskReader, 'record'>): number | undefined {
  const isCounted = (progress?.stepIndex ?? null) !== null;
  return progress !== null && isCounted ? (partDone(progress) ?? undefined) : undefined;
}
