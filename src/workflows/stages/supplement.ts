/** Adds late languages to the task: those of the release file, and those that were requested since. */
import type { TaskReading } from '../../activities/tasks';
import { jobEnd } from '../../domain/release/job-status';
import { stageDeadlineMs } from '../../domain/release/polling';
import type { Supplement } from '../../domain/release/release-record';
import {
  completionsBefore,
  endSupplement,
  keepReply,
  addWarning,
} from '../../domain/release/release-transitions';
import { sameLanguage } from '../../domain/text/language-code';
import { Overtaken } from '../write-guard';
import { NeedsDecision, needsDecision } from '../problems';
import type { ReleaseRun } from '../release-run';
import { waitUntilSettled } from '../wait-until-settled';
import { awaitSupplementJob, isIdle } from './await-supplement';
import { startJob, supplementJob, type StartedJob } from './start-job';
import { readTask, translationProgress } from './read-task';

/** The service's limit for one call. */
const LANGUAGES_PER_CALL = 50;

export async function supplementLanguages(release: ReleaseRun): Promise<void> {
  const { record } = release;
  while (record.lateLanguages.length > 0) {
    // The languages are recorded with their job: languages requested meanwhile are not part of it.
    const supplement = (record.supplement ??= {
      languages: record.lateLanguages.slice(0, LANGUAGES_PER_CALL),
      jobId: null,
      ...completionsBefore(record),
    });
    if (supplement.jobId === null) {
      try {
        const { warning, ...started } = await startSupplement(release, supplement.languages);
        Object.assign(supplement, started);
        keepReply(record, 'supplement', { ...started, ...(warning !== undefined && { warning }) });
      } catch (error) {
        if (error instanceof Overtaken) {
          record.supplement = null;
          continue;
        }
        if (error instanceof NeedsDecision) supplement.lostBefore = error.problem.code === 'outcome_unknown';
        throw error;
      }
    }
    if (supplement.jobId !== null) await awaitSupplement(release, supplement, supplement.jobId);
    const skipped = supplement.languages.filter(
      (language) => sameLanguage(language, supplement.skipped ?? []) !== null,
    );
    const isOwnWork = supplement.lostBefore === true;
    if (isOwnWork && skipped.length > 0) await awaitLostSupplement(release, supplement, skipped);
    if (skipped.length > 0) reportSkipped(release, supplement, skipped);
    const added = supplement.languages.filter((language) => isOwnWork || !skipped.includes(language));
    record.languages = [...new Set([...record.languages, ...added])];
    endSupplement(record);
  }
}

/** The service skips a language with any content. After a failed attempt that may be a part, so a person must know. */
function reportSkipped({ record }: ReleaseRun, supplement: Supplement, skipped: readonly string[]): void {
  const names = skipped.join(', ');
  if (supplement.failedBefore === true) {
    supplement.jobId = null;
    throw needsDecision('supplement_skipped', { languages: skipped });
  }
  addWarning(
    record,
    supplement.lostBefore === true
      ? `The service skipped these languages: ${names}. They already have a translation. The call whose reply was lost may have made it, so this release counts them as released. Check that they are complete.`
      : `The service skipped these languages: ${names}. Each already has a translation, or is the source language. This release does not count them as released.`,
  );
}

/** `jobId` is null when there is nothing to translate, and `UNNAMED_JOB` when the reply did not name the job. */
function startSupplement(
  release: ReleaseRun,
  languages: readonly string[],
): Promise<StartedJob<string | null>> {
  return startJob(release, supplementJob, {
    what: `the supplement of ${languages.join(', ')}`,
    // Languages that were withdrawn meanwhile are not requested.
    isOvertaken: () => languages.some((language) => !release.record.lateLanguages.includes(language)),
    call: ({ once }) =>
      once.supplementTask({
        release: release.name,
        taskId: release.taskId,
        languages,
        ...release.spec.supplement,
      }),
  });
}

/** A job that was found after a lost reply, and has not added the languages, was another's. */
function stopForOthersWork(supplement: Supplement, jobId: string): never {
  supplement.jobId = null;
  delete supplement.isFound;
  throw needsDecision('outcome_unknown', {
    what: `the supplement of ${supplement.languages.join(', ')}`,
    sentAt: null,
    loss: null,
    isKeyed: false,
    seen: {
      at: null,
      what: `job ${jobId} was taken for it, which has ended, and the task does not have these languages`,
    },
    things: [{ kind: 'job', id: jobId }],
  });
}

async function awaitSupplement(release: ReleaseRun, supplement: Supplement, jobId: string): Promise<void> {
  const end = await awaitSupplementJob(release, supplement, jobId);
  const { outcome, error, reportedEnd } = end;
  if (outcome === 'done') {
    if (supplement.isFound === true && !end.hasLanguages) stopForOthersWork(supplement, jobId);
    return;
  }
  if (outcome === 'unseen') {
    supplement.isUnseenTold = true;
    const { languages } = supplement;
    throw needsDecision('supplement_unseen', { languages, jobId, taskId: release.taskId });
  }
  supplement.jobId = null;
  supplement.failedBefore = true;
  delete supplement.heard;
  delete supplement.isFound;
  delete supplement.traceId;
  delete supplement.listedAtOnce;
  delete supplement.looksWithoutRows;
  delete supplement.isUnseenTold;
  const facts = { languages: supplement.languages, said: error, isPartLeft: false };
  throw needsDecision('supplement_failed', facts, reportedEnd?.traceId);
}

/** The lost call may still be translating what is skipped now. If nothing shows its end, a person decides once. */
async function awaitLostSupplement(
  release: ReleaseRun,
  supplement: Supplement,
  languages: readonly string[],
): Promise<void> {
  const names = languages.join(', ');
  const { jobs, isFailed, failureReason } = await waitUntilSettled(release, {
    what: `the translation of ${names}`,
    read: () => readTask(release),
    settled: (task) =>
      task.isFailed ||
      (isIdle(task) && jobsStartedSince(release, task).every((job) => jobEnd(job.status) !== null)),
    progress: () => translationProgress(release),
    deadlineMs: stageDeadlineMs.supplement,
  });
  const started = jobsStartedSince(release, { jobs });
  const failure = started.find((job) => jobEnd(job.status) === 'failed');
  if (isFailed || failure !== undefined)
    throw needsDecision('supplement_failed', {
      languages,
      said: failure?.error ?? failureReason,
      isPartLeft: true,
    });
  if (started.length > 0 || supplement.isUnseenTold === true) return;
  supplement.isUnseenTold = true;
  throw needsDecision('supplement_unseen', { languages, jobId: null, taskId: release.taskId });
}

function jobsStartedSince({ record }: ReleaseRun, { jobs }: Pick<TaskReading, 'jobs'>): TaskReading['jobs'] {
  return jobs.filter(({ id }) => !record.knownJobIds.includes(id));
}
