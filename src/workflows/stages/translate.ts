import type { TaskReading } from '../../activities/tasks';
import { stageDeadlineMs } from '../../domain/release/polling';
import { addWarning } from '../../domain/release/release-transitions';
import { optimizationNote } from '../../domain/release/task-scan';
import type { ReleaseRun } from '../release-run';
import { waitUntilSettled } from '../wait-until-settled';
import { readTask, translationProgress } from './read-task';
import { taskFailed } from './scan';

/** The status `completed` is reached only after Smart Optimization has ended, so nothing else is waited for. */
export async function awaitTranslation(release: ReleaseRun): Promise<void> {
  const isOver = (task: TaskReading): boolean => task.isFailed || task.isCompleted;
  const seen = release.lastReading;
  // A task that had ended when its scan was read needs no second read.
  const reading =
    seen !== null && isOver(seen)
      ? seen
      : await waitUntilSettled(release, {
          what: 'the translation',
          read: () => readTask(release),
          settled: isOver,
          progress: () => translationProgress(release),
          deadlineMs: stageDeadlineMs.translate,
        });
  if (reading.isFailed) throw taskFailed(release, reading, 'translation');
  release.record.knownJobIds = reading.jobs.map(({ id }) => id);
  const note = optimizationNote(reading.smartOptimize);
  if (note !== null) release.stage('translate').note = note;
  if (reading.smartOptimize === 'failed') {
    addWarning(
      release.record,
      'Smart Optimization failed at the service. The translations are complete, but those with a low score were not improved.',
    );
  }
}
