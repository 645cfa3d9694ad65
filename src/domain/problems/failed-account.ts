/** Why a post failed on an account. Only two platform codes are documented; others are recognised by their words. */
import type { AnnouncedTarget } from '../release/status';
import { targetOutcome } from '../release/target-outcome';
import { quoted, type Account } from './problem';

export interface FailedAccount extends Account {
  code: string | null;
  said: string | null;
}

interface Cause {
  cause: string;
  fix: string;
}

const AUTHORIZE = 'Authorize the account again in the application.';

const notKnown: Cause = {
  cause: 'it is not known whether the post is there',
  fix: 'Look for the post in the application first.',
};

export const byCode: Readonly<Record<string, Cause>> = {
  outcome_unknown: notKnown,
  not_started: notKnown,
  no_answer: notKnown,
  deadline: notKnown,
  media_required: {
    cause: 'the platform needs media, and the post has none',
    fix: 'Add an image or video to the post in the application.',
  },
  token_expired: { cause: 'the authorization of the account has expired', fix: AUTHORIZE },
  not_live: {
    cause: 'a person has looked, and the post is not there',
    fix: 'Check the account and the post in the application.',
  },
};

const byWords: readonly (Cause & { words: RegExp })[] = [
  {
    words: /auth|token|expired|revoked|login|log in|reconnect|permission|scope|no_account/i,
    cause: 'the account does not let the service post',
    fix: AUTHORIZE,
  },
  {
    words: /limit|quota|too[ _]many|daily|_cap\b/i,
    cause: 'a limit is reached',
    fix: 'Wait until the limit is lifted, or raise it in the application.',
  },
  {
    words: /media|image|video|text|too[ _]long|length|duplicate|content|caption|policy/i,
    cause: 'the platform does not take the post as it is',
    fix: 'Change the post in the application, or the text of the announcement.',
  },
];

const unknownCause: Cause = {
  cause: 'the platform refused the post',
  fix: 'Check the account and the post in the application.',
};

/** The code takes precedence over the message, which may mention anything. */
export function causeOf({ code, said }: Pick<FailedAccount, 'code' | 'said'>): Cause {
  const known = code !== null && Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  const { cause, fix } =
    known ??
    byWords.find(({ words }) => words.test(code ?? '')) ??
    byWords.find(({ words }) => words.test(said ?? '')) ??
    unknownCause;
  return { cause, fix };
}

export function failedAccounts(targets: readonly AnnouncedTarget[] | undefined): FailedAccount[] {
  const failed = (targets ?? []).filter((target) => targetOutcome(target) === 'failed');
  return failed.map(({ accountId, platform, handle, errorCode, message }) => ({
    id: accountId,
    platform: platform ?? '',
    ...(handle !== undefined && { handle }),
    code: errorCode,
    said: message,
  }));
}

/** Renders `@studio (x, acc_2)`, or `acc_2 (x)` without a handle. */
export function accountName({ id, platform, handle }: Account): string {
  const where = platform === '' ? 'unknown platform' : platform;
  return handle === undefined ? `${id} (${where})` : `${handle} (${where}, ${id})`;
}

export const accountNames = (accounts: readonly Account[]): string => accounts.map(accountName).join(', ');

/** Renders `the authorization of the account has expired (token_expired). The platform says: “…”` */
export function causeText(account: Pick<FailedAccount, 'code' | 'said'>): string {
  const { code, said } = account;
  const named = `${causeOf(account).cause}${code === null ? '' : ` (${code})`}`;
  return said === null || said === '' ? `${named}.` : `${named}. The platform says: ${quoted(said)}`;
}

export const fixesOf = (accounts: readonly FailedAccount[]): string =>
  [...new Set(accounts.map((account) => causeOf(account).fix))].join(' ');
