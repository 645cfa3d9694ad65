/**
 * Starts work for which a lost reply is not the end: it looks whether the work was started, goes on with it
 * where it was, calls again where it surely was not, and asks a person where that cannot be told.
 */
import { sleep } from '@temporalio/workflow';
import { capitalized, sentence } from '../domain/sentence';
import { isOutcomeUnknown, lossOf, needsDecision } from './problems';
import { now, type ReleaseRun } from './release-run';
import { readTask } from './stages/read-task';

/** A request that was under way when its reply was lost may still arrive: the last look comes after that. */
const LOOK_AFTER_MS = [0, 5_000, 40_000];
const ATTEMPTS = 3;

export interface Start<Started> {
  what: string;
  call: () => Promise<Started>;
  /** What the call would have answered, from what is there now; null where nothing was started, `Stuck` where that cannot be told. */
  find: (sentAt: string) => Promise<Started | null>;
}

export async function startOnce<Started>(
  { record }: ReleaseRun,
  { what, call, find }: Start<Started>,
): Promise<Started> {
  // The release was parked with this answer lost: the work may show by now, or a person may have seen to it.
  if (record.lostAnswer?.what === what) {
    const found = await find(record.lostAnswer.sentAt);
    if (found !== null) return found;
  }
  let loss = '';
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const sentAt = now();
    try {
      return await call();
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;
      record.lostAnswer = { what, sentAt };
      loss = lossOf(error);
    }
    for (const waitMs of LOOK_AFTER_MS) {
      if (waitMs > 0) await sleep(waitMs, { summary: `${what}: was it started?` });
      const found = await find(sentAt);
      if (found !== null) return found;
    }
  }
  throw needsDecision(
    'not_started',
    `${capitalized(what)} was requested ${ATTEMPTS} times, and was not there after any of them. Last error: ${sentence(loss)} ` +
      'Everything before it is kept. Check the service, then retry.',
  );
}

/** The task's job that a call without a key started: one of its type that was not there before. */
export async function findNewJob(
  release: ReleaseRun,
  { what, jobType, sentAt }: { what: string; jobType: string; sentAt: string },
): Promise<string | null> {
  const { jobs } = await readTask(release);
  if (jobs.length === 0) {
    // Whoever retries has looked in our place.
    release.record.lostAnswer = null;
    throw needsDecision(
      'outcome_unknown',
      `${capitalized(what)} was requested at ${sentAt}, and the reply was lost. At ${now()} the service listed no jobs for ` +
        'the task, so it is not known whether it was started. Check the service first. Retry requests it again. ' +
        'Skip goes on without waiting for it.',
    );
  }
  return (
    jobs.find(({ id, type }) => type === jobType && !release.record.knownJobIds.includes(id))?.id ?? null
  );
}
