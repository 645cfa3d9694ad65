/** The wait for a supplement that the service has accepted, of a release or of a task without one. */
import type { TaskReading } from '../../activities/tasks';
import { stageDeadlineMs } from '../../domain/release/polling';
import { UNNAMED_JOB, type ReportedEnd, type Supplement } from '../../domain/release/release-record';
import { newCompletions } from '../../domain/release/release-transitions';
import type { ReleaseRun } from '../release-run';
import { waitUntilSettled, type Settling } from '../wait-until-settled';
import { newJobs, supplementJob } from './find-new-job';
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

type Job = TaskReading['jobs'][number];

export interface SupplementEnd {
  outcome: 'done' | 'failed' | 'unseen';
  error: string | null;
  heard: ReportedEnd | undefined;
  /** Whether the task has the languages. */
  hasLanguages: boolean;
}

/**
 * The service tells of a supplement that it could not start by a callback alone, and that may never come. Without
 * callbacks only the task can show it.
 */
const CALLED_BACK_WITHIN_MS = 30 * 60_000;
const SHOWN_WITHIN_MS = 5 * 60_000;

export async function awaitSupplementJob(
  run: SupplementWaiter,
  supplement: AwaitedSupplement,
  { jobId, callbacks }: { jobId: string; callbacks: boolean },
): Promise<SupplementEnd> {
  /** One that the service did not name is the one that is new. */
  const ownJob = ({ jobs }: TaskReading): Job | undefined => {
    if (jobId !== UNNAMED_JOB) return jobs.find(({ id }) => id === jobId);
    const [job, another] = newJobs(run, jobs, supplementJob);
    return another === undefined ? job : undefined;
  };
  /** The task is at rest, and the job is not among its jobs. */
  const isNowhere = (task: TaskReading): boolean => task.isCompleted && ownJob(task) === undefined;
  const patienceMs = callbacks ? CALLED_BACK_WITHIN_MS : SHOWN_WITHIN_MS;
  const isOverdue = (): boolean => Date.now() - (run.record.wait?.sinceMs ?? Date.now()) >= patienceMs;
  const reading = await waitUntilSettled(run, {
    what: `the supplement of ${supplement.languages.join(', ')}`,
    callbacks,
    read: async () => {
      const task = await readTask(run, { jobId });
      const isUnclear =
        isNowhere(task) && translatedBy(supplement).length > 0 && hasLanguages(task, supplement);
      supplement.listedAtOnce ??= isUnclear;
      return task;
    },
    settled: (task) =>
      outcomeOf(task, supplement, ownJob(task)) !== 'running' || (isOverdue() && isNowhere(task)),
    progress: () => translationProgress(run),
    deadlineMs: stageDeadlineMs.supplement,
  });
  const job = ownJob(reading);
  const outcome = outcomeOf(reading, supplement, job);
  run.record.knownJobIds = reading.jobs.map(({ id }) => id);
  const heard = reportedEndOf(supplement, false);
  return {
    outcome: outcome === 'running' ? 'unseen' : outcome,
    error: job?.error ?? heard?.reason ?? reading.failureReason,
    heard,
    hasLanguages: hasLanguages(reading, supplement),
  };
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
  job: Job | undefined,
): 'running' | 'done' | 'failed' {
  const heard = reportedEndOf(supplement, job !== undefined);
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
function reportedEndOf(supplement: AwaitedSupplement, isListed: boolean): ReportedEnd | undefined {
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
export function endOf({ status }: Pick<Job, 'status'>): 'done' | 'failed' | null {
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
