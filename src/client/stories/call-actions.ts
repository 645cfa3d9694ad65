/** Describes in words what a call did, from its input and result in the history. */
import { basename } from 'node:path';
import * as z from 'zod';
import { accountName, causeText, failedAccounts } from '../../domain/problems/failed-account';
import type { AnnouncedTarget } from '../../domain/release/status';
import { targetOutcome, type TargetOutcome } from '../../domain/release/target-outcome';
import { counted } from '../../domain/text/counted';
import { sentence } from '../../domain/text/sentence';

const id = z.string().min(1);
const texts = z.array(z.string()).catch([]);
const failed = { isFailed: z.literal(true) };
const why = z.string().nullish();
const text = z.string().nullable().catch(null);
const target: z.ZodType<AnnouncedTarget> = z.object({
  accountId: z.string(),
  status: z.string().catch(''),
  platform: text,
  errorCode: text,
  message: text,
  link: text,
});

type Action = (input: unknown, result: unknown) => string | null;

function action<Input extends z.ZodRawShape, Result extends z.ZodRawShape>(
  inputShape: Input,
  returned: Result,
  words: (input: z.output<z.ZodObject<Input>>, done: z.output<z.ZodObject<Result>>) => string | null,
): Action {
  const [input, result] = [z.object(inputShape), z.object(returned)];
  return (given, made) => {
    const [parsedInput, done] = [input.safeParse(given), result.safeParse(made)];
    return parsedInput.success && done.success ? words(parsedInput.data, done.data) : null;
  };
}

const returning = <Result extends z.ZodRawShape>(
  returned: Result,
  words: (done: z.output<z.ZodObject<Result>>) => string | null,
): Action => action({}, returned, (_input, done) => words(done));

/** null: the call only read something, or there is nothing to report. */
export function actionOf(
  call: string,
  input: unknown,
  result: unknown,
  handles: ReadonlyMap<string, string>,
): string | null {
  if (call === 'readPost') return announced(result, handles);
  return actions[call]?.(input ?? {}, result ?? {}) ?? null;
}

/** The beginning of the line about the scan, by which the story recognizes it. */
export const SCAN_FOUND = 'The scan found';

const actions: Readonly<Record<string, Action>> = {
  createTask: returning({ taskId: id }, ({ taskId }) => `Task ${taskId} was created.`),
  snapshotTerms: returning(
    { total: z.number() },
    ({ total }) => `${SCAN_FOUND} ${total === 0 ? 'no terms' : counted(total, 'term')}.`,
  ),
  deleteRemovedTerms: returning({ markedBy: z.array(z.object({ count: z.number() })) }, ({ markedBy }) => {
    const deleted = markedBy.reduce((sum, { count }) => sum + count, 0);
    if (deleted === 0) return null;
    return `${counted(deleted, 'marked term')} ${deleted === 1 ? 'was' : 'were'} deleted.`;
  }),
  confirmTaskTerms: () => 'The terms are confirmed at the service.',
  readTask: returning({ ...failed, failureReason: why }, ({ failureReason }) =>
    failureText('The task failed', failureReason),
  ),
  postNotice: action(
    { occurrence: z.object({ event: z.literal('review.reminder') }) },
    {},
    () => 'The review was still open: a reminder was given.',
  ),
  readPublish: returning({ ...failed, error: why }, ({ error }) =>
    failureText('The publish job failed', error),
  ),
  supplementTask: action(
    { languages: texts },
    { jobId: id.nullish().catch(null), skipped: texts },
    ({ languages }, { jobId, skipped }) => {
      const requested = languages.filter((language) => !skipped.includes(language));
      const job = jobId ? ` (job ${jobId})` : '';
      return [
        ...(requested.length === 0 ? [] : [`The service was asked to add ${requested.join(', ')}${job}.`]),
        ...(skipped.length === 0 ? [] : [`The service has ${skipped.join(', ')} already.`]),
      ].join(' ');
    },
  ),
  askForPublishTurn: returning(
    { granted: z.literal(false) },
    () => 'Another release of the project publishes first.',
  ),
  publishTask: returning({ jobId: id }, ({ jobId }) => `Publish job ${jobId} was started.`),
  exportFiles: returning(
    { files: z.array(z.object({ path: z.string(), languages: texts })).min(1), missing: texts },
    ({ files, missing }) => {
      const languages = [...new Set(files.flatMap((file) => file.languages))];
      return [
        `${counted(files.length, 'file')} exported${languages.length === 0 ? '' : ` with ${languages.join(', ')}`}: ${files.map(({ path }) => basename(path)).join(', ')}.`,
        ...(missing.length === 0 ? [] : [`In no file: ${missing.join(', ')}.`]),
      ].join(' ');
    },
  ),
  createDraft: action(
    { scheduledAt: z.string().optional() },
    { postId: id },
    ({ scheduledAt }, { postId }) =>
      scheduledAt === undefined
        ? `Post ${postId} was created.`
        : `Post ${postId} was created; the service publishes it at its time.`,
  ),
  publishPost: action(
    { postId: id, accountId: id.nullish() },
    {},
    ({ postId, accountId }) =>
      `Post ${postId} was handed over for publishing${accountId ? ` on ${accountId}` : ''}.`,
  ),
};

function failureText(what: string, reason: string | null | undefined): string {
  return sentence(reason ? `${what} at the service: ${reason}` : `${what} at the service`);
}

const outcomeWords: Readonly<Record<Exclude<TargetOutcome, 'failed'>, string>> = {
  published: 'Published on',
  // The post may still arrive there, or was never sent.
  pending: 'Not published yet on',
  unknown: 'Of unknown outcome on',
};

function announced(result: unknown, handles: ReadonlyMap<string, string>): string | null {
  const post = z.object({ targets: z.array(target).min(1) }).safeParse(result);
  if (!post.success) return null;
  const targets = post.data.targets.map((one) => {
    const handle = handles.get(one.accountId);
    return handle === undefined ? one : { ...one, handle };
  });
  const outcomes = (['published', 'pending', 'unknown'] as const).flatMap((outcome) => {
    const names = targets
      .filter((target) => targetOutcome(target) === outcome)
      .map(({ accountId, platform, handle }) =>
        accountName({ id: accountId, platform: platform ?? '', handle }),
      );
    return names.length === 0 ? [] : [`${outcomeWords[outcome]} ${names.join(', ')}.`];
  });
  const failures = failedAccounts(targets).map(
    (account) => `Failed on ${accountName(account)}: ${causeText(account)}`,
  );
  return [...outcomes, ...failures].join(' ');
}
