/**
 * What the social service sends back. Objects are loose and enumerations open, so that a field or value the
 * service adds later is kept rather than refused. A post's fields are hardly documented: they are read in every
 * reasonable way, here and nowhere else. Each reply is read from the envelope, since a page's cursor may stand
 * in `data` or in `meta`.
 */
import * as z from 'zod';
import {
  countOrNull,
  cursor,
  firstOf,
  flag,
  flagOrNull,
  holding,
  identifier,
  identifierOrNull,
  listOf,
  orElse,
  textOrNull,
  timeOrNull,
  verbatim,
  wholeListOf,
  word,
  wordOrEmpty,
  wordOrNull,
  words,
} from '../http/lenient';
import { openWord } from '../http/open-enum';
import { asObject } from '../http/reply-text';
import { accountStatuses, knownWord, postStatuses, type TargetStatus } from './vocabulary';

const inData = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((envelope) => asObject(envelope)?.data, schema);

const wordAmong = <Known extends string>(known: readonly Known[]) =>
  word.transform((said) => knownWord(known, said));

/** What is left of a limit; null where there is none, which a plan may say by null, by -1, or by leaving it out. */
const quota = z
  .looseObject({ used: countOrNull, limit: countOrNull, left: countOrNull })
  .nullish()
  .catch(null)
  .transform((said) => {
    const { limit = null } = said ?? {};
    const used = said?.used ?? 0;
    const left = said?.left ?? (limit === null ? null : limit - used);
    return limit === null || limit < 0 || left === null || left < 0 ? null : { used, limit, left };
  });

const credential = z.looseObject({
  kind: wordOrNull,
  scopes: words,
  allowedActions: words,
  confirmMode: wordOrNull,
});

export const workspaceReply = inData(
  holding(
    ['credential', 'quotas', 'platforms'],
    z.looseObject({
      workspace: orElse(z.looseObject({ id: identifierOrNull, name: wordOrEmpty }), { id: null, name: '' }),
      deepLinks: orElse(z.record(z.string(), z.unknown()), {}),
      credential: orElse(credential, { kind: null, scopes: [], allowedActions: [], confirmMode: null }),
      quotas: orElse(
        z.looseObject({
          scheduledThisMonth: quota,
          rendersThisMonth: quota,
          seats: quota,
          aiThisMonth: quota,
        }),
        { scheduledThisMonth: null, rendersThisMonth: null, seats: null, aiThisMonth: null },
      ),
    }),
  ),
);

const account = z.looseObject({
  id: identifier,
  platform: wordOrEmpty,
  handle: wordOrEmpty,
  displayName: wordOrNull,
  status: orElse(wordAmong(accountStatuses), ''),
  /** null: the service does not say. */
  canPublish: flagOrNull,
  isManual: flag,
  groupIds: words,
});

const group = z.looseObject({ id: identifier, name: wordOrEmpty, count: countOrNull });

export const accountsReply = inData(
  z.preprocess(
    (data) => ({ ...asObject(data), accounts: data }),
    z.looseObject({
      accounts: listOf(account, ['accounts', 'items', 'list']),
      groups: orElse(z.array(group), []),
      byPlatform: orElse(z.record(z.string(), z.unknown()), {}),
      deepLink: textOrNull.catch(null),
    }),
  ),
);

const target = z.preprocess(
  withFields((raw) => ({
    accountId:
      firstOf(raw, ['accountId', 'account_id']) ?? asObject(raw.account)?.id ?? raw.account ?? raw.id,
    platform: raw.platform ?? asObject(raw.account)?.platform,
    errorCode: firstOf(raw, ['errorCode', 'error_code']) ?? asObject(raw.error)?.code,
    errorMessage:
      firstOf(raw, ['errorMessage', 'error_message', 'message']) ?? asObject(raw.error)?.message ?? raw.error,
    link: firstOf(raw, ['url', 'link', 'permalink', 'postUrl', 'platformUrl']),
  })),
  z.looseObject({
    accountId: identifier,
    platform: wordOrNull,
    status: orElse(openWord<TargetStatus>(), ''),
    errorCode: wordOrNull,
    errorMessage: textOrNull.catch(null),
    link: textOrNull.catch(null),
  }),
);

const postIdNames = ['postId', 'post_id', 'id'];
const postFields = withFields((raw) => ({
  postId: firstOf(raw, postIdNames),
  text: firstOf(raw, ['text', 'content', 'body', 'caption']),
  createdAt: firstOf(raw, ['createdAt', 'created_at']),
  targets: firstOf(raw, ['targets', 'accounts', 'channels']),
}));
/** A post is the data itself, the first of a list, or stands in it under some name. */
const inPost = (data: unknown): unknown => {
  const own = Array.isArray(data) ? (data[0] as unknown) : data;
  const nested = Object.values(asObject(own) ?? {}).find(
    (value) => firstOf(value, postIdNames) !== undefined && !Array.isArray(value),
  );
  return postFields(
    firstOf(own, postIdNames) === undefined || asObject(asObject(own)?.post) !== null ? (nested ?? own) : own,
  );
};

const post = z.looseObject({
  postId: identifier,
  status: orElse(wordAmong(postStatuses), ''),
  text: verbatim.nullish().transform((value) => value ?? null),
  createdAt: timeOrNull,
  /** Whole, for an account that cannot be read would count as announced. */
  targets: orElse(wholeListOf(target), []),
});

export const postReply = inData(z.preprocess(inPost, post));
export const createdPostReply = inData(z.preprocess(inPost, z.looseObject({ postId: identifier })));

const cursorIn = (place: unknown): unknown => firstOf(place, ['nextCursor', 'next_cursor', 'cursor', 'next']);

/** The opaque cursor of the next page stands in `data` or in `meta`; empty or missing: there is none. */
export const postPageReply = z.preprocess(
  withFields(({ data, meta }) => ({
    posts: data,
    nextCursor: cursorIn(data) ?? cursorIn(meta),
  })),
  z.object({
    posts: listOf(z.preprocess(postFields, post), ['posts', 'items', 'list', 'data']),
    nextCursor: cursor.nullish().transform((next) => (next === undefined || next === '' ? null : next)),
  }),
);

/** The reply is not documented; that the request was accepted is all it means and all we rely on. */
export const acceptedPublishReply = inData(z.unknown().transform((data) => asObject(data) ?? {}));

/** Adds to an object the fields that we rely on, under one name each; anything else is left for the schema to refuse. */
function withFields(fields: (raw: Record<string, unknown>) => object): (value: unknown) => unknown {
  return (value) => {
    const raw = asObject(value);
    return raw === null ? value : { ...raw, ...fields(raw) };
  };
}

export type WorkspaceContext = z.output<typeof workspaceReply>;
export type Quota = NonNullable<z.output<typeof quota>>;
export type Account = z.output<typeof account>;
export type AccountList = z.output<typeof accountsReply>;
export type Post = z.output<typeof post>;
export type PostPage = z.output<typeof postPageReply>;
