/** Adds late languages to the task: those of the release file, and those that were asked for since. */
import type { TaskReading } from '../../activities/tasks';
import { stageDeadlineMs } from '../../domain/policies';
import type { Supplement } from '../../domain/release-record';
import { endSupplement } from '../../domain/release-transitions';
import { sentence } from '../../domain/sentence';
import { once } from '../activity-proxies';
import { needsDecision } from '../problems';
import type { ReleaseRun } from '../release-run';
import { startOnce } from '../start-once';
import { waitUntilSettled } from '../wait-until-settled';
import { findNewJob } from './find-new-job';
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
    if (supplement.jobId === null)
      Object.assign(supplement, await startSupplement(release, supplement.languages));
    if (supplement.jobId !== null) await awaitSupplement(release, supplement, supplement.jobId);
    const skipped = supplement.languages.filter((language) => includes(supplement.skipped ?? [], language));
    if (skipped.length > 0) tellSkipped(release, supplement, skipped);
    const added = supplement.languages.filter((language) => !skipped.includes(language));
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
  record.warnings.push(
    `The service skipped ${names}: it has a translation already, or it is the source language. This release does not count it as released.`,
  );
}

/** The job that translates them, or none where there is nothing to do; and what the service left out. */
async function startSupplement(
  release: ReleaseRun,
  languages: readonly string[],
): Promise<{ jobId: string | null; skipped?: string[] }> {
  const kind = { type: 'TRANSLATE', idPrefix: 'supplement_translate_' } as const;
  return startOnce<{ jobId: string | null; skipped?: string[] }>(release, {
    what: `the supplement of ${languages.join(', ')}`,
    call: () => once.supplementTask({ release: release.name, taskId: release.taskId, languages }),
    find: (sentAt) => findNewJob(release, { kind, sentAt }),
  });
}

async function awaitSupplement(release: ReleaseRun, supplement: Supplement, jobId: string): Promise<void> {
  const languages = supplement.languages.join(', ');
  const reading = await waitUntilSettled(release, {
    what: `the supplement of ${languages}`,
    callbacks: true,
    read: () => readTask(release, jobId),
    settled: (task) => outcomeOf(task, supplement, jobId) !== 'running',
    progress: () => translationProgress(release),
    deadlineMs: stageDeadlineMs.supplement,
  });
  release.record.knownJobIds = reading.jobs.map(({ id }) => id);
  if (outcomeOf(reading, supplement, jobId) === 'done') return;
  supplement.jobId = null;
  supplement.failedBefore = true;
  const error = reading.jobs.find(({ id }) => id === jobId)?.error ?? reading.failureReason;
  throw needsDecision(
    'supplement_failed',
    `Adding ${languages} failed: ${sentence(error ?? 'the service gave no reason')} ` +
      'The languages translated before are kept. Retry asks for these again. Skip goes on without them.',
  );
}

/** Words of a job's end. `RUNNING` is the one that is documented: a word that is in neither list is waited on. */
const succeeded = /^(SUCCE|COMPLETE|DONE|FINISH|OK$)/;
const failed = /FAIL|ERROR|CANCEL|ABORT|TIMED?_?OUT|TERMINAT|REJECT/;

/** By what is certain. A job that is not listed has ended when the task has its languages and no rows to do. */
export function outcomeOf(
  task: TaskReading,
  { languages }: Pick<Supplement, 'languages'>,
  jobId: string,
): 'running' | 'done' | 'failed' {
  const job = task.jobs.find(({ id }) => id === jobId);
  const status = job?.status.toUpperCase() ?? '';
  if (failed.test(status) || (job === undefined && task.isFailed)) return 'failed';
  if (succeeded.test(status)) return 'done';
  const isThere = languages.every((language) => includes(task.targetLanguages, language));
  const isIdle = task.isCompleted && task.rowsDone >= task.rowsTotal;
  return job === undefined && isThere && isIdle ? 'done' : 'running';
}

/** Whether a list of the service has a language, in whatever spelling. */
function includes(list: readonly string[], language: string): boolean {
  return list.some((code) => code.toLowerCase().replaceAll('_', '-') === language);
}
