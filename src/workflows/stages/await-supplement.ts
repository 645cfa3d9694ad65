/** Waits for a supplement that the service has accepted, of a release or of a task without one. */
import type { TaskReading } from '../../activities/tasks';
import { stageDeadlineMs } from '../../domain/release/polling';
import { jobEnd, UNNAMED_JOB } from '../../domain/release/job-status';
import type { ReportedEnd, Supplement } from '../../domain/release/release-record';
import { newCompletions } from '../../domain/release/release-transitions';
import { sameLanguage } from '../../domain/text/language-code';
import type { Run } from '../run';
import { waitUntilSettled } from '../wait-until-settled';
import { newJobsOfKind, supplementJob } from './start-job';
import { readTask, translationProgress } from './read-task';

type AwaitedSupplement = Omit<Supplement, 'jobId'>;

type Job = TaskReading['jobs'][number];

/** A supplement that could not start is reported only by a callback, which may never come, or shown by the task. */
const CALLED_BACK_WITHIN_MS = 30 * 60_000;
const SHOWN_WITHIN_MS = 5 * 60_000;
/** The row count restarts with each sub-step, so that between two of them no row seems to be left. */
const CHECKS_WITHOUT_ROWS = 3;

export async function awaitSupplementJob(run: Run, supplement: AwaitedSupplement, jobId: string) {
  /** A supplement that the service did not name is the only new job of its kind. */
  const ownJob = ({ jobs }: TaskReading): Job | undefined => {
    if (jobId !== UNNAMED_JOB) return jobs.find(({ id }) => id === jobId);
    const [job, another] = newJobsOfKind(run, jobs, supplementJob);
    return another === undefined ? job : undefined;
  };
  /** The task is complete, but the job is not among its jobs. */
  const isNowhere = (task: TaskReading): boolean => task.isCompleted && ownJob(task) === undefined;
  const patienceMs = run.isCalledBack ? CALLED_BACK_WITHIN_MS : SHOWN_WITHIN_MS;
  const isOverdue = (): boolean => Date.now() - (run.record.wait?.sinceMs ?? Date.now()) >= patienceMs;
  const reading = await waitUntilSettled(run, {
    what: `the supplement of ${supplement.languages.join(', ')}`,
    read: async () => {
      const task = await readTask(run, { jobId });
      const isUnclear =
        isNowhere(task) && translatedBy(supplement).length > 0 && hasLanguages(task, supplement);
      supplement.listedAtOnce ??= isUnclear;
      if (!isIdle(task)) supplement.looksWithoutRows = 0;
      else if (supplement.looksWithoutRows !== undefined) supplement.looksWithoutRows += 1;
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
  const reportedEnd = reportedEndOf(supplement, false);
  return {
    outcome: outcome === 'running' ? ('unseen' as const) : outcome,
    error: job?.error ?? reportedEnd?.reason ?? reading.failureReason,
    reportedEnd,
    hasLanguages: hasLanguages(reading, supplement),
  };
}

/**
 * Decides by certain signs: the job's own status, a callback under its trace id, or languages that the task has got
 * meanwhile, with no rows left. If the task had the languages at once, they prove nothing until the remaining rows are
 * done.
 */
function outcomeOf(
  task: TaskReading,
  supplement: AwaitedSupplement,
  job: Job | undefined,
): 'running' | 'done' | 'failed' {
  const reportedEnd = reportedEndOf(supplement, job !== undefined);
  const end = job === undefined ? null : jobEnd(job.status);
  if (end === 'failed' || (job === undefined && task.isFailed)) return 'failed';
  if (end === 'done') return 'done';
  if (reportedEnd !== undefined) return reportedEnd.failed ? 'failed' : 'done';
  const { listedAtOnce, looksWithoutRows = 0, isUnseenTold = false } = supplement;
  const isShown = isUnseenTold || listedAtOnce !== true || looksWithoutRows >= CHECKS_WITHOUT_ROWS;
  const isOver = isUnseenTold ? task.isCompleted : isIdle(task);
  return job === undefined && isShown && hasLanguages(task, supplement) && isOver ? 'done' : 'running';
}

/** By its trace id, or else a failure that shows nowhere else, or a completion beyond those unreported before. */
function reportedEndOf(supplement: AwaitedSupplement, isListed: boolean): ReportedEnd | undefined {
  const { heard: reported = [], traceId = null } = supplement;
  if (traceId !== null) return reported.findLast((end) => end.traceId === traceId);
  if (isListed) return undefined;
  const completions = newCompletions(supplement);
  return reported.findLast((end) => end.failed || completions.includes(end));
}

function hasLanguages({ targetLanguages }: TaskReading, supplement: AwaitedSupplement): boolean {
  return translatedBy(supplement).every((language) => sameLanguage(language, targetLanguages) !== null);
}

function translatedBy({ languages, skipped = [] }: AwaitedSupplement): string[] {
  return languages.filter((language) => sameLanguage(language, skipped) === null);
}

export function isIdle({ isCompleted, rowsDone, rowsTotal }: TaskReading): boolean {
  return isCompleted && rowsDone >= rowsTotal;
}
