import { counted } from '../text/counted';

export type TargetOutcome = 'published' | 'failed' | 'pending' | 'unknown';

/** Matches the parts of a word such as `not_published` or `in-progress`. A part that negates excludes success. */
const parts: Readonly<Record<Exclude<TargetOutcome, 'unknown'>, RegExp>> = {
  failed: /fail|error|reject|denied|refused|expired|cancel|blocked|invalid|revoked/,
  pending:
    /^(pending|queued?|scheduled|publishing|processing|progress|waiting|draft|created|new|retry(ing)?|uploading|approval|approved|review|sending|started|not|un.+|in.+)$/,
  published: /^(published|success(ful)?|succeeded|posted|live|sent|done|completed?|delivered|ok)$/,
};

/** A word for a post in progress that never stands for an unsent one. */
export function isUnderWay(status: string): boolean {
  return /publishing|process|progress|sending|upload/i.test(status);
}

interface ReadTarget {
  status: string;
  errorCode?: string | null | undefined;
  link?: string | null | undefined;
}

/** Only `failed` is documented. A link shows that the post is out, unless the word shows failure or progress. */
export function targetOutcome({ status, errorCode = null, link = null }: ReadTarget): TargetOutcome {
  const words = status
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((part) => part !== '');
  const is = (outcome: keyof typeof parts): boolean => words.some((part) => parts[outcome].test(part));
  if (is('failed')) return 'failed';
  if (is('pending')) return 'pending';
  if (is('published') || isGiven(link)) return 'published';
  if (isGiven(errorCode)) return 'failed';
  return words.length === 0 ? 'pending' : 'unknown';
}

/** The service reports no status for the target nor for its post, so that no further check will show an end. */
export function outcomeIn(post: { status: string }, target: ReadTarget): TargetOutcome {
  const outcome = targetOutcome(target);
  return outcome === 'pending' && target.status === '' && post.status === '' ? 'unknown' : outcome;
}

/** A post that is published or in progress must not be sent again. */
export function isSent(target: ReadTarget): boolean {
  return isUnderWay(target.status) || targetOutcome(target) === 'published';
}

function isGiven(text: string | null): boolean {
  return text !== null && text !== '';
}

/** After this time an unknown word counts as final. */
export const UNKNOWN_WORD_MS = 10 * 60_000;

/** Status words of translation and publish jobs: the services document only a few of them. */
const succeeded = /^(SUCCE|COMPLETE|DONE|FINISH|PUBLISHED|OK$)/;
const failed = /FAIL|ERROR|CANCEL|ABORT|TIMED?_?OUT|TERMINAT|REJECT/;
const running =
  /PEND|QUEUE|WAIT|SCHEDUL|ACCEPT|CREATE|START|RUN|PROGRESS|PROCESS|PUBLISHING|RETRY|IMPORT|ACTIVE/;

/** null: the word does not show whether the job has ended. */
export function jobEnd(status: string): 'done' | 'failed' | null {
  const word = status.toUpperCase();
  if (failed.test(word)) return 'failed';
  return succeeded.test(word) ? 'done' : null;
}

/** A word that fits neither an end nor work in progress. */
export function isStrangeWord(status: string): boolean {
  return jobEnd(status) === null && !running.test(status.toUpperCase());
}

/** The job of a supplement that the service accepted without naming it: the task shows which one is new. */
export const UNNAMED_JOB = '(not named)';

/** The statuses in which nobody can confirm the terms any more. An unknown status is none of these. */
export function isPastScan({ status, isCompleted }: { status: string; isCompleted: boolean }): boolean {
  return isCompleted || ['running', 'optimizing', 'completed'].includes(status);
}

const words: Readonly<Record<string, string>> = {
  skipped: 'The scan was skipped: the termbase has all terms already, or there was nothing to scan.',
  failed: 'The scan failed at the service.',
};

export function scanNote({ status, terms }: { status: string; terms: number | null }): string {
  const found = terms === null ? '' : `, with ${counted(terms, 'term')}`;
  return words[status] ?? `The scan is ${status}${found}.`;
}

const optimizations: Readonly<Record<string, string>> = {
  completed: 'Smart Optimization translated again what had a low score.',
  skipped: 'Smart Optimization had nothing to do: no translation had a low score.',
  failed: 'Smart Optimization failed. What had a low score was not improved.',
};

export function optimizationNote(status: string | null): string | null {
  return status === null ? null : (optimizations[status] ?? `Smart Optimization is ${status}.`);
}
