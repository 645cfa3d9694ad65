import type { TaskReading } from '../../activities/tasks';
import { partDone } from '../../domain/release/time-left';
import { addWarning } from '../../domain/release/release-transitions';
import type { Progress } from '../../domain/release/status';
import { reads } from '../activity-proxies';
import type { ReleaseRun } from '../release-run';

/** The task is a release's, or that of work that belongs to none. */
export interface TaskReader {
  readonly spec: { readonly project: string };
  readonly taskId: string;
  /** Whether this program created the task, rather than a person naming it. */
  readonly isTaskOurs: boolean;
  record: Pick<ReleaseRun['record'], 'progress'> | Pick<ReleaseRun['record'], 'progress' | 'warnings'>;
  lastReading: TaskReading | null;
  show(): void;
}

/** Reads the task and updates the shown progress: that of the task, or of the one job that is waited for. */
export async function readTask(
  release: TaskReader,
  { jobId = null, scan = false }: { jobId?: string | null; scan?: boolean } = {},
): Promise<TaskReading> {
  const { spec, taskId, isTaskOurs: ours, record } = release;
  const reading = await reads.readTask({ project: spec.project, taskId, ours, ...(scan && { scan }) });
  record.progress = progressOf(reading, jobId);
  if (reading.contradiction !== undefined && 'warnings' in record) addWarning(record, reading.contradiction);
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

export function translationProgress({
  record: { progress },
}: Pick<TaskReader, 'record'>): number | undefined {
  const isCounted = (progress?.stepIndex ?? null) !== null;
  return progress !== null && isCounted ? (partDone(progress) ?? undefined) : undefined;
}
