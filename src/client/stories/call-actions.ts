/**
 * What a call brought about, in words, as its input and its answer in the history tell.
 */
import { basename } from 'node:path';
import { asObject } from '../../http/replies/reply-text';
import { accountName, causeText, failedAccounts } from '../../domain/problems/failed-account';
import { targetOutcome, type TargetOutcome } from '../../domain/release/target-outcome';
import { sentence } from '../../domain/text/sentence';
import type { AnnouncedTarget } from '../../domain/release/status';
import { counted } from '../../domain/text/counted';

interface Exchange {
  input: Record<string, unknown>;
  answer: Record<string, unknown>;
}

/** null: it only looked, or there is nothing to say of it. */
export function actionOf(call: string, input: unknown, answer: unknown): string | null {
  return actions[call]?.({ input: asObject(input) ?? {}, answer: asObject(answer) ?? {} }) ?? null;
}

const actions: Readonly<Record<string, (exchange: Exchange) => string | null>> = {
  createTask: ({ answer }) => named(answer.taskId, (taskId) => `Task ${taskId} was created.`),
  snapshotTerms: ({ answer }) => foundTerms(answer),
  deleteRemovedTerms: ({ answer }) => deletedTerms(answer),
  confirmTaskTerms: () => 'The terms are confirmed at the service.',
  readTask: ({ answer }) => failed('The task failed', answer.isFailed, answer.failureReason),
  postNotice: ({ input }) =>
    asObject(input.occurrence)?.event === 'review.reminder'
      ? 'The review was still open: a reminder was given.'
      : null,
  readPublish: ({ answer }) => failed('The publish job failed', answer.isFailed, answer.error),
  supplementTask: ({ input, answer }) => supplement(texts(input.languages), answer),
  askForPublishTurn: ({ answer }) => otherFirst(answer),
  publishTask: ({ answer }) => publishStarted(answer),
  exportFiles: ({ answer }) => exported(answer),
  createDraft: ({ input, answer }) =>
    named(answer.postId, (postId) =>
      input.scheduledAt === undefined
        ? `Post ${postId} was created.`
        : `Post ${postId} was created; the service publishes it at its time.`,
    ),
  publishPost: ({ input }) =>
    named(
      input.postId,
      (postId) =>
        `Post ${postId} was handed over for publishing${named(input.accountId, (account) => ` on ${account}`) ?? ''}.`,
    ),
  readPost: ({ answer }) => announced(answer.targets),
};

/** Begins what is told of the terms, however they were read. */
export const SCAN_FOUND = 'The scan found';

function foundTerms({ total }: Record<string, unknown>): string | null {
  if (typeof total !== 'number') return null;
  return `${SCAN_FOUND} ${total === 0 ? 'no terms' : counted(total, 'term')}.`;
}

function otherFirst({ granted }: Record<string, unknown>): string | null {
  return granted === false ? 'Another release of the project publishes first.' : null;
}

function publishStarted({ jobId }: Record<string, unknown>): string | null {
  return named(jobId, (id) => `Publish job ${id} was started.`);
}

function supplement(languages: readonly string[], { jobId, skipped }: Record<string, unknown>): string {
  const left = texts(skipped);
  const requested = languages.filter((language) => !left.includes(language));
  const job = named(jobId, (id) => ` (job ${id})`) ?? '';
  return [
    requested.length === 0 ? '' : `The service was asked to add ${requested.join(', ')}${job}.`,
    left.length === 0 ? '' : `The service has ${left.join(', ')} already.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function failed(what: string, isFailed: unknown, why: unknown): string | null {
  if (isFailed !== true) return null;
  return sentence(named(why, (text) => `${what} at the service: ${text}`) ?? `${what} at the service`);
}

function deletedTerms({ markedBy }: Record<string, unknown>): string | null {
  const counts = objects(markedBy).map(({ count }) => (typeof count === 'number' ? count : 0));
  const deleted = counts.reduce((sum, count) => sum + count, 0);
  if (deleted === 0) return null;
  return `${counted(deleted, 'marked term')} ${deleted === 1 ? 'was' : 'were'} deleted.`;
}

function exported({ files, missing }: Record<string, unknown>): string | null {
  const found = objects(files);
  if (found.length === 0) return null;
  const names = found.flatMap(({ path }) => named(path, (text) => basename(text)) ?? []);
  const languages = [...new Set(found.flatMap((file) => texts(file.languages)))];
  const lacking = texts(missing);
  return [
    `${counted(found.length, 'file')} exported${languages.length === 0 ? '' : ` with ${languages.join(', ')}`}: ${names.join(', ')}.`,
    lacking.length === 0 ? '' : `In no file: ${lacking.join(', ')}.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

const outcomeWords: Readonly<Record<Exclude<TargetOutcome, 'failed'>, string>> = {
  published: 'Published on',
  // It may be on its way, or never have been sent there.
  pending: 'Not published yet on',
  unknown: 'Of unknown outcome on',
};

/** By account: where it is, and why it is not on the others. */
function announced(read: unknown): string | null {
  const targets = objects(read).map(asTarget);
  if (targets.length === 0) return null;
  const of = (outcome: TargetOutcome): AnnouncedTarget[] =>
    targets.filter((target) => targetOutcome(target) === outcome);
  const names = (list: readonly AnnouncedTarget[]): string =>
    list.map(({ accountId, platform }) => `${accountId} (${platform ?? 'unknown platform'})`).join(', ');
  const outcomes = (['published', 'pending', 'unknown'] as const).flatMap((outcome) =>
    of(outcome).length === 0 ? [] : `${outcomeWords[outcome]} ${names(of(outcome))}.`,
  );
  const failed = failedAccounts(targets).map(
    (account) => `Failed on ${accountName(account)}: ${causeText(account)}`,
  );
  return [...outcomes, ...failed].join(' ');
}

function asTarget(read: Record<string, unknown>): AnnouncedTarget {
  const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return {
    accountId: textOrNull(read.accountId) ?? 'an account',
    platform: textOrNull(read.platform),
    status: textOrNull(read.status) ?? '',
    errorCode: textOrNull(read.errorCode),
    message: textOrNull(read.message),
    link: textOrNull(read.link),
  };
}

function named(value: unknown, words: (text: string) => string): string | null {
  return typeof value === 'string' && value !== '' ? words(value) : null;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}

function objects(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(asObject).filter((item) => item !== null) : [];
}
