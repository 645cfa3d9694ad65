/** What became of a post on one account. */
export type TargetOutcome = 'published' | 'failed' | 'pending' | 'unknown';

/** Parses the parts of a word such as `not_published` or `in-progress`. A part that denies excludes success. */
const parts: Readonly<Record<Exclude<TargetOutcome, 'unknown'>, RegExp>> = {
  failed: /fail|error|reject|denied|refused|expired|cancel|blocked|invalid|revoked/,
  pending:
    /^(pending|queued?|scheduled|publishing|processing|progress|waiting|draft|created|new|retry(ing)?|uploading|approval|approved|review|sending|started|not|un.+|in.+)$/,
  published: /^(published|success(ful)?|succeeded|posted|live|sent|done|completed?|delivered|ok)$/,
};

/** A word for a post on its way that never stands for an unsent one. */
export function isUnderWay(status: string): boolean {
  return /publishing|process|progress|sending|upload/i.test(status);
}

interface ReadTarget {
  status: string;
  errorCode?: string | null | undefined;
  link?: string | null | undefined;
}

/**
 * Only `failed` is documented. Other words are recognised by their kind. A link shows that it is out, unless the word
 * shows that it failed or is on its way.
 */
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

/**
 * Neither the service's word for the target nor that for its post is known, so that no further check will show an end.
 */
export function outcomeIn(post: { status: string }, target: ReadTarget): TargetOutcome {
  const outcome = targetOutcome(target);
  return outcome === 'pending' && target.status === '' && post.status === '' ? 'unknown' : outcome;
}

/** Published, or on its way there: not to be sent once more. */
export function isSent(target: ReadTarget): boolean {
  return isUnderWay(target.status) || targetOutcome(target) === 'published';
}

function isGiven(text: string | null): boolean {
  return text !== null && text !== '';
}

/** A word that we do not know is the end of it once there was time enough for any. */
export const UNKNOWN_WORD_MS = 10 * 60_000;
