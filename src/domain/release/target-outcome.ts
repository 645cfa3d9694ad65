/** What the status word of a post on one account means. */

/** After this time an unknown word counts as final. */
export const UNKNOWN_WORD_MS = 10 * 60_000;

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
