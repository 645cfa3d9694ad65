import type { AnnouncedTarget } from './status';

/** What became of a post on one account. */
export type TargetOutcome = 'published' | 'failed' | 'pending' | 'unknown';

/** By the parts of a word such as `not_published` or `in-progress`; a part that denies makes none of it a success. */
const parts: Readonly<Record<Exclude<TargetOutcome, 'unknown'>, RegExp>> = {
  failed:
    /^(fail(ed|ure)?|error(ed)?|reject(ed)?|denied|refused|expired|cancell?ed|blocked|invalid|revoked)$/,
  pending:
    /^(pending|queued?|scheduled|publishing|processing|progress|waiting|draft|created|new|retry(ing)?|uploading|approval|approved|review|sending|started|not|un.+|in.+)$/,
  published: /^(published|success(ful)?|succeeded|posted|live|sent|done|completed?|delivered|ok)$/,
};

/** On its way, by a word that is never that of a post which nobody has sent yet. */
export function isUnderWay(status: string): boolean {
  return /publishing|process|progress|sending|upload/i.test(status);
}

interface ReadTarget {
  status: string;
  errorCode?: string | null | undefined;
  link?: string | null | undefined;
}

/** `failed` is the one word that is documented: others are told by their kind, and a link says more than any word. */
export function targetOutcome({ status, errorCode = null, link = null }: ReadTarget): TargetOutcome {
  const said = status
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((part) => part !== '');
  const is = (outcome: keyof typeof parts): boolean => said.some((part) => parts[outcome].test(part));
  if (is('failed')) return 'failed';
  if (link !== null && link !== '') return 'published';
  if (said.length === 0 || is('pending')) return 'pending';
  if (is('published')) return 'published';
  return errorCode !== null && errorCode !== '' ? 'failed' : 'unknown';
}

/** A word that we do not know is the end of it once there was time enough for any. */
export const UNKNOWN_WORD_MS = 10 * 60_000;

export function failedTargetLine({ accountId, platform, errorCode, message }: AnnouncedTarget): string {
  const reason = `${errorCode ?? 'failed'}${message === null ? '' : `, ${message}`}`;
  return `- ${accountId} (${platform ?? 'unknown platform'}): ${reason}`;
}
