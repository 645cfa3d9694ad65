import type { TaskReading } from '../../activities/tasks';
import { repeatable } from '../calls';
import type { ReleaseRun } from '../release-run';

/** Reads the task's status and lets the view and the list of known jobs follow. */
export async function readTask(release: ReleaseRun): Promise<TaskReading> {
  const { record } = release;
  const reading = await repeatable.readTask({ project: release.spec.project, taskId: release.taskId });
  record.progress = {
    step: reading.step ?? reading.status,
    stepIndex: reading.stepIndex,
    rowsDone: reading.rowsDone,
    rowsTotal: reading.rowsTotal,
  };
  release.lastReading = reading;
  release.show();
  return reading;
}

/** How far a translation is: whole sub-steps, and rows within the current one. */
export function translationProgress({ stepIndex, rowsDone, rowsTotal }: TaskReading): number | undefined {
  if (stepIndex === null) return undefined;
  const withinStep = rowsTotal === 0 ? 0 : rowsDone / rowsTotal;
  return (stepIndex - 1 + withinStep) / STEPS;
}

const STEPS = 7;
