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
    supplement.jobId ??= await startSupplement(release, supplement.languages);
    if (supplement.jobId !== null) await awaitSupplement(release, supplement, supplement.jobId);
    record.languages = [...new Set([...record.languages, ...supplement.languages])];
    endSupplement(record);
  }
}

/** The job that translates them; null where every one was there already, which is a normal result. */
async function startSupplement(release: ReleaseRun, languages: readonly string[]): Promise<string | null> {
  const kind = { type: 'TRANSLATE', idPrefix: 'supplement_translate_' } as const;
  const { jobId } = await startOnce<{ jobId: string | null }>(release, {
    what: `the supplement of ${languages.join(', ')}`,
    call: () => once.supplementTask({ release: release.name, taskId: release.taskId, languages }),
    find: (sentAt) => findNewJob(release, { kind, sentAt }),
  });
  return jobId;
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
  const error = reading.jobs.find(({ id }) => id === jobId)?.error ?? reading.failureReason;
  throw needsDecision(
    'supplement_failed',
    `Adding ${languages} failed: ${sentence(error ?? 'the service gave no reason')} ` +
      'The languages translated before are kept. Retry asks for these again. Skip goes on without them.',
  );
}

/**
 * Job statuses are documented by one example, `RUNNING`. So a job is read by what is certain: named as failed,
 * or still under way; any other word means that it has ended. One that is not listed has ended when the task has
 * its languages.
 */
function outcomeOf(
  task: TaskReading,
  { languages }: Supplement,
  jobId: string,
): 'running' | 'done' | 'failed' {
  const job = task.jobs.find(({ id }) => id === jobId);
  if (job === undefined) {
    const isThere = languages.every((language) => task.targetLanguages.includes(language));
    return task.isFailed ? 'failed' : task.isCompleted && isThere ? 'done' : 'running';
  }
  const status = job.status.toUpperCase();
  if (/FAIL|ERROR|CANCEL/.test(status)) return 'failed';
  return /PEND|QUEUE|RUN|PROGRESS|ACCEPT|START/.test(status) ? 'running' : 'done';
}
