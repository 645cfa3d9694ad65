/** Adds late languages to the task: those of the release file, and those that were asked for since. */
import type { TaskReading } from '../../activities/tasks';
import { stageDeadlineMs } from '../../domain/policies';
import type { Supplement } from '../../domain/release-record';
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
  const isNowhere = ({ jobs, isCompleted, targetLanguages }: TaskReading): boolean =>
    isCompleted &&
    Date.now() - (release.record.wait?.sinceMs ?? Date.now()) >= SHOWS_WITHIN_MS &&
    !jobs.some(({ id }) => id === jobId) &&
    !supplement.languages.some((language) => includes(targetLanguages, language));
  const reading = await waitUntilSettled(release, {
    what: `the supplement of ${languages}`,
    callbacks: true,
    read: () => readTask(release, jobId),
    settled: (task) => outcomeOf(task, supplement, jobId) !== 'running' || isNowhere(task),
    progress: () => translationProgress(release),
    deadlineMs: stageDeadlineMs.supplement,
  });
  release.record.knownJobIds = reading.jobs.map(({ id }) => id);
  const outcome = outcomeOf(reading, supplement, jobId);
  if (outcome === 'done') return;
  if (outcome === 'running') {
    throw needsDecision(
      'supplement_unseen',
      `The service accepted ${languages} as job ${jobId}. Since then the task has shown neither that job nor these languages. ` +
        'It may not have been started. Check the service. Retry waits for it again. Skip goes on without these languages; add-languages asks for them anew.',
    );
  }
  const heard = supplement.failure;
  const error = reading.jobs.find(({ id }) => id === jobId)?.error ?? heard?.reason ?? reading.failureReason;
  supplement.jobId = null;
  supplement.failedBefore = true;
  delete supplement.failure;
  throw new NeedsDecision({
    code: 'supplement_failed',
    message:
      `Adding ${languages} failed: ${sentence(error ?? 'the service gave no reason')} ` +
      'The languages translated before are kept. Retry asks for these again. Skip goes on without them.',
    ...(heard === undefined ? {} : { traceIds: [heard.traceId] }),
  });
}

/** Words of a job's end. `RUNNING` is the one that is documented: a word that is in neither list is waited on. */
const succeeded = /^(SUCCE|COMPLETE|DONE|FINISH|OK$)/;
const failed = /FAIL|ERROR|CANCEL|ABORT|TIMED?_?OUT|TERMINAT|REJECT/;

/** By what is certain. A job that is not listed has ended when the task has its languages and no rows to do. */
export function outcomeOf(
  task: TaskReading,
  supplement: Pick<Supplement, 'languages' | 'failure' | 'traceId'>,
  jobId: string,
): 'running' | 'done' | 'failed' {
  const job = task.jobs.find(({ id }) => id === jobId);
  const status = job?.status.toUpperCase() ?? '';
  if (failed.test(status) || (job === undefined && task.isFailed)) return 'failed';
  if (succeeded.test(status)) return 'done';
  if (isToldFailed(supplement, job !== undefined)) return 'failed';
  const isThere = supplement.languages.every((language) => includes(task.targetLanguages, language));
  const isIdle = task.isCompleted && task.rowsDone >= task.rowsTotal;
  return job === undefined && isThere && isIdle ? 'done' : 'running';
}

/** A callback about this supplement: by its trace id, or, where that was lost with the reply, because it shows nowhere. */
function isToldFailed(
  { failure, traceId = null }: Pick<Supplement, 'failure' | 'traceId'>,
  isListed: boolean,
): boolean {
  if (failure === undefined) return false;
  return traceId === null ? !isListed : failure.traceId === traceId;
}

/** Whether a list of the service has a language, in whatever spelling. */
function includes(list: readonly string[], language: string): boolean {
  return list.some((code) => code.toLowerCase().replaceAll('_', '-') === language);
}
