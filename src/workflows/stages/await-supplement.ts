/** The wait for a supplement that the service has accepted, of a release or of a task without one. */
import type { TaskReading } from '../../activities/tasks';
import { stageDeadlineMs } from '../../domain/policies';
import type { HeardEnd, Supplement } from '../../domain/release-record';
import { newCompletions } from '../../domain/release-transitions';
import type { ReleaseRun } from '../release-run';
import { waitUntilSettled, type Settling } from '../wait-until-settled';
import { readTask, translationProgress, type TaskReader } from './read-task';

export type AwaitedSupplement = Pick<
  Supplement,
  | 'languages'
  | 'skipped'
  | 'traceId'
  | 'heard'
  | 'completedBefore'
  | 'untoldBefore'
  | 'listedAtOnce'
  | 'isUnseenTold'
>;

interface SupplementWaiter extends TaskReader, Settling {
  record: TaskReader['record'] & Settling['record'] & Pick<ReleaseRun['record'], 'knownJobIds'>;
}

export interface SupplementEnd {
  outcome: 'done' | 'failed' | 'unseen';
  error: string | null;
  heard: HeardEnd | undefined;
  /** Whether the task has the languages. */
  hasLanguages: boolean;
}

/** The service tells of a supplement that it could not start by a callback alone, and that may never come. */
const SHOWS_WITHIN_MS = 30 * 60_000;

export async function awaitSupplementJob(
  run: SupplementWaiter,
  supplement: AwaitedSupplement,
  { jobId, callbacks }: { jobId: string; callbacks: boolean },
): Promise<SupplementEnd> {
  const isOverdue = (): boolean => Date.now() - (run.record.wait?.sinceMs ?? Date.now()) >= SHOWS_WITHIN_MS;
  const reading = await waitUntilSettled(run, {
    what: `the supplement of ${supplement.languages.join(', ')}`,
    callbacks,
    read: async () => {
      const task = await readTask(run, { jobId });
      const isUnclear =
        isNowhere(task, jobId) && translatedBy(supplement).length > 0 && hasLanguages(task, supplement);
      supplement.listedAtOnce ??= isUnclear;
      return task;
    },
    settled: (task) =>
      outcomeOf(task, supplement, jobId) !== 'running' || (isOverdue() && isNowhere(task, jobId)),
    progress: () => translationProgress(run),
    deadlineMs: stageDeadlineMs.supplement,
  });
  run.record.knownJobIds = reading.jobs.map(({ id }) => id);
  const outcome = outcomeOf(reading, supplement, jobId);
  const heard = heardOf(supplement, false);
  return {
    outcome: outcome === 'running' ? 'unseen' : outcome,
    error: reading.jobs.find(({ id }) => id === jobId)?.error ?? heard?.reason ?? reading.failureReason,
    heard,
    hasLanguages: hasLanguages(reading, supplement),
  };
}

/** The task is at rest, and the job is not among its jobs. */
function isNowhere({ jobs, isCompleted }: TaskReading, jobId: string): boolean {
  return isCompleted && !jobs.some(({ id }) => id === jobId);
}

/** Words of a job's end. `RUNNING` is the one that is documented: a word that is in neither list is waited on. */
const succeeded = /^(SUCCE|COMPLETE|DONE|FINISH|OK$)/;
const failed = /FAIL|ERROR|CANCEL|ABORT|TIMED?_?OUT|TERMINAT|REJECT/;

/**
 * By what is certain: the job's own word, a callback under its trace id, or languages that the task has got meanwhile,
 * with no rows to do. Languages that it had at once say nothing of their texts.
 */
function outcomeOf(
  task: TaskReading,
  supplement: AwaitedSupplement,
  jobId: string,
): 'running' | 'done' | 'failed' {
  const job = task.jobs.find(({ id }) => id === jobId);
  const heard = heardOf(supplement, job !== undefined);
  const end = job === undefined ? null : endOf(job);
  if (end === 'failed' || (job === undefined && task.isFailed)) return 'failed';
  if (end === 'done') return 'done';
  if (heard !== undefined) return heard.failed ? 'failed' : 'done';
  const isNew =
    (supplement.listedAtOnce !== true || supplement.isUnseenTold === true) && hasLanguages(task, supplement);
  const isOver = supplement.isUnseenTold === true ? task.isCompleted : isIdle(task);
  return job === undefined && isNew && isOver ? 'done' : 'running';
}

/**
 * The callback about this supplement: by its trace id. Where that is not known, a failure that shows nowhere, or one
 * completion more than there were to be told of before.
 */
function heardOf(supplement: AwaitedSupplement, isListed: boolean): HeardEnd | undefined {
  const { heard = [], traceId = null } = supplement;
  if (traceId !== null) return heard.findLast((end) => end.traceId === traceId);
  if (isListed) return undefined;
  const completions = newCompletions(supplement);
  return heard.findLast((end) => end.failed || completions.includes(end));
}

function hasLanguages({ targetLanguages }: TaskReading, supplement: AwaitedSupplement): boolean {
  return translatedBy(supplement).every((language) => includes(targetLanguages, language));
}

/** Those that the service did not skip. */
function translatedBy({ languages, skipped = [] }: AwaitedSupplement): string[] {
  return languages.filter((language) => !includes(skipped, language));
}

/** Whether a job has ended, and how; a word that we do not know says nothing of it. */
export function endOf({ status }: Pick<TaskReading['jobs'][number], 'status'>): 'done' | 'failed' | null {
  const word = status.toUpperCase();
  if (failed.test(word)) return 'failed';
  return succeeded.test(word) ? 'done' : null;
}

/** No row of the task is left to do. */
export function isIdle({ isCompleted, rowsDone, rowsTotal }: TaskReading): boolean {
  return isCompleted && rowsDone >= rowsTotal;
}

/** Whether a list of the service has a language, in whatever spelling. */
export function includes(list: readonly string[], language: string): boolean {
  return list.some((code) => code.toLowerCase().replaceAll('_', '-') === language);
}
