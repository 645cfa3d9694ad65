/** Adds late languages to the task: those of the release file, and those that were asked for since. */
import { patched } from '@temporalio/workflow';
import type { TaskReading } from '../../activities/tasks';
import { stageDeadlineMs } from '../../domain/policies';
import type { HeardEnd, Supplement } from '../../domain/release-record';
import { endSupplement, warn } from '../../domain/release-transitions';
import { sentence } from '../../domain/sentence';
import { once } from '../activity-proxies';
import { NeedsDecision, needsDecision } from '../problems';
import type { ReleaseRun } from '../release-run';
import { startOnce } from '../start-once';
import { waitUntilSettled } from '../wait-until-settled';
import { findNewJob, supplementJob } from './find-new-job';
import { readTask, translationProgress } from './read-task';

/** The service takes this many languages in one call. */
const LANGUAGES_PER_CALL = 50;

export async function supplementLanguages(release: ReleaseRun): Promise<void> {
  const { record } = release;
  while (record.lateLanguages.length > 0) {
    // Kept with its job: languages that are asked for meanwhile are none of this one's.
    const supplement = (record.supplement ??= {
      languages: record.lateLanguages.slice(0, LANGUAGES_PER_CALL),
      jobId: null,
    });
    if (supplement.jobId === null) {
      try {
        Object.assign(supplement, await startSupplement(release, supplement.languages));
      } catch (error) {
        if (error instanceof NeedsDecision) supplement.lostBefore = error.problem.code === 'outcome_unknown';
        throw error;
      }
    }
    if (supplement.jobId !== null) await awaitSupplement(release, supplement, supplement.jobId);
    const skipped = supplement.languages.filter((language) => includes(supplement.skipped ?? [], language));
    if (skipped.length > 0) tellSkipped(release, supplement, skipped);
    const isOwnWork = supplement.lostBefore === true;
    const added = supplement.languages.filter((language) => isOwnWork || !skipped.includes(language));
    record.languages = [...new Set([...record.languages, ...added])];
    endSupplement(record);
  }
}

/**
 * The service skips a language that any row has something in. After a failed attempt that may be a part of it, which a
 * retry would not complete: a person must know.
 */
function tellSkipped({ record }: ReleaseRun, supplement: Supplement, skipped: readonly string[]): void {
  const names = skipped.join(', ');
  if (supplement.failedBefore === true) {
    supplement.jobId = null;
    throw needsDecision(
      'supplement_skipped',
      `The service did not translate ${names} again, because some rows have a translation already. It may be what the failed attempt left. ` +
        'Complete or clear these languages at the service, then retry. Skip goes on without them.',
    );
  }
  warn(
    record,
    supplement.lostBefore === true
      ? `The service skipped ${names}: it has a translation already. The call whose reply was lost may have made it, so this release counts it as released. Check that it is complete.`
      : `The service skipped ${names}: it has a translation already, or it is the source language. This release does not count it as released.`,
  );
}

type StartedSupplement = Pick<Supplement, 'jobId' | 'skipped' | 'traceId'>;

/** The job that translates them, or none where there is nothing to do; and what the service left out. */
async function startSupplement(
  release: ReleaseRun,
  languages: readonly string[],
): Promise<StartedSupplement> {
  const without = release.spec.supplement;
  return startOnce<StartedSupplement>(release, {
    what: `the supplement of ${languages.join(', ')}`,
    call: () =>
      once.supplementTask({
        release: release.name,
        taskId: release.taskId,
        languages,
        ...without,
      }),
    find: (sentAt) => findNewJob(release, { kind: supplementJob, sentAt }),
  });
}

/** The service tells of a supplement that it could not start by a callback alone, and that may never come. */
const SHOWS_WITHIN_MS = 30 * 60_000;

async function awaitSupplement(release: ReleaseRun, supplement: Supplement, jobId: string): Promise<void> {
  const languages = supplement.languages.join(', ');
  const isOverdue = (): boolean =>
    Date.now() - (release.record.wait?.sinceMs ?? Date.now()) >= SHOWS_WITHIN_MS;
  const reading = await waitUntilSettled(release, {
    what: `the supplement of ${languages}`,
    callbacks: true,
    read: async () => {
      const task = await readTask(release, jobId);
      const isUnclear = isNowhere(task, jobId) && hasLanguages(task, supplement);
      supplement.listedAtOnce ??= isUnclear && patched('languages-may-be-listed-at-once');
      return task;
    },
    settled: (task) =>
      outcomeOf(task, supplement, jobId) !== 'running' ||
      (isOverdue() && isNowhere(task, jobId) && patched('supplement-shows-in-time')),
    progress: () => translationProgress(release),
    deadlineMs: stageDeadlineMs.supplement,
  });
  release.record.knownJobIds = reading.jobs.map(({ id }) => id);
  const outcome = outcomeOf(reading, supplement, jobId);
  if (outcome === 'done') return;
  if (outcome === 'running') {
    supplement.isUnseenTold = true;
    throw needsDecision(
      'supplement_unseen',
      `The service accepted ${languages} as job ${jobId}. Since then the task has not shown that job, and nothing tells whether it has ended. ` +
        'Check the service. If the languages are translated there, retry goes on with them. Skip goes on without them; add-languages asks for them anew.',
    );
  }
  const heard = heardOf(supplement, false);
  const error = reading.jobs.find(({ id }) => id === jobId)?.error ?? heard?.reason ?? reading.failureReason;
  supplement.jobId = null;
  supplement.failedBefore = true;
  delete supplement.heard;
  delete supplement.listedAtOnce;
  delete supplement.isUnseenTold;
  throw new NeedsDecision({
    code: 'supplement_failed',
    message:
      `Adding ${languages} failed: ${sentence(error ?? 'the service gave no reason')} ` +
      'The languages translated before are kept. Retry asks for these again. Skip goes on without them.',
    ...(heard === undefined ? {} : { traceIds: [heard.traceId] }),
  });
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
export function outcomeOf(
  task: TaskReading,
  supplement: Pick<Supplement, 'languages' | 'heard' | 'traceId' | 'listedAtOnce' | 'isUnseenTold'>,
  jobId: string,
): 'running' | 'done' | 'failed' {
  const job = task.jobs.find(({ id }) => id === jobId);
  const status = job?.status.toUpperCase() ?? '';
  const heard = heardOf(supplement, job !== undefined);
  if (failed.test(status) || (job === undefined && task.isFailed)) return 'failed';
  if (succeeded.test(status)) return 'done';
  if (heard !== undefined) return heard.failed ? 'failed' : 'done';
  const isNew =
    (supplement.listedAtOnce !== true || supplement.isUnseenTold === true) && hasLanguages(task, supplement);
  const isIdle = task.isCompleted && (supplement.isUnseenTold === true || task.rowsDone >= task.rowsTotal);
  return job === undefined && isNew && isIdle ? 'done' : 'running';
}

/** The callback about this supplement: by its trace id, or, where that was lost with the reply, because it shows nowhere. */
function heardOf(
  { heard = [], traceId = null }: Pick<Supplement, 'heard' | 'traceId'>,
  isListed: boolean,
): HeardEnd | undefined {
  return heard.findLast((end) => (traceId === null ? end.failed && !isListed : end.traceId === traceId));
}

function hasLanguages(
  { targetLanguages }: TaskReading,
  { languages }: Pick<Supplement, 'languages'>,
): boolean {
  return languages.every((language) => includes(targetLanguages, language));
}

/** Whether a list of the service has a language, in whatever spelling. */
function includes(list: readonly string[], language: string): boolean {
  return list.some((code) => code.toLowerCase().replaceAll('_', '-') === language);
}
