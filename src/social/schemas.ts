/**
 * What the social service sends back. Objects are loose and enumerations open, so that a field or value the
 * service adds later is kept rather than refused. A post's fields are hardly documented: they are read in every
 * reasonable way, here and nowhere else. Each reply is read from the envelope, since a page's cursor may stand
 * in `data` or in `meta`.
 */
import { z } from 'zod';
import { openEnum } from '../http/open-enum';
import { asObject } from '../http/reply-text';
import type { AccountStatus, PostStatus, TargetStatus } from './vocabulary';

const textOrNull = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
const counts = z.record(z.string(), z.number()).default({});
const names = z.array(z.string()).default([]);

const inData = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((envelope) => asObject(envelope)?.data, schema);

const quota = z.looseObject({ used: z.number(), limit: z.number(), left: z.number() });

export const workspaceReply = inData(
  z.looseObject({
    workspace: z.looseObject({
      id: z.string(),
      name: z.string().default(''),
      kind: z.string().nullish(),
      role: z.string().nullish(),
    }),
    user: z.looseObject({ id: z.string() }).nullish(),
    credential: z.looseObject({
      kind: z.string().nullish(),
      scopes: names,
      allowedActions: names,
      confirmMode: z.string().nullish(),
    }),
    quotas: z
      .looseObject({
        scheduledThisMonth: quota.nullish(),
        rendersThisMonth: quota.nullish(),
        seats: quota.nullish(),
        aiThisMonth: quota.nullish(),
      })
      .default({}),
    platforms: z.looseObject({ publishable: names, manual: names }).default({ publishable: [], manual: [] }),
    accounts: z.looseObject({ total: z.number().default(0), byPlatform: counts }).nullish(),
    deepLinks: z.record(z.string(), z.unknown()).default({}),
  }),
);

const account = z.looseObject({
  id: z.string(),
  platform: z.string(),
  handle: z.string().default(''),
  displayName: z.string().nullish(),
  avatar: z.string().nullish(),
  followers: z.number().nullish(),
  status: openEnum<AccountStatus>(),
  connectedAt: z.string().nullish(),
  lastSyncedAt: z.string().nullish(),
  canPublish: z.boolean(),
  isManual: z.boolean().default(false),
  profileUrl: z.string().nullish(),
  subscriptionType: z.string().nullish(),
  groupIds: names,
});

export const accountsReply = inData(
  z.looseObject({
    accounts: z.array(account),
    groups: z
      .array(z.looseObject({ id: z.string(), name: z.string().default(''), count: z.number().default(0) }))
      .default([]),
    byPlatform: counts,
    deepLink: z.string().nullish(),
  }),
);

const target = z.preprocess(
  withFields((raw) => ({
    accountId: raw.accountId ?? asObject(raw.account)?.id,
    platform: raw.platform ?? asObject(raw.account)?.platform,
    errorMessage: raw.errorMessage ?? raw.message,
  })),
  z.looseObject({
    accountId: z.string().min(1),
    platform: textOrNull,
    status: openEnum<TargetStatus>(),
    errorCode: textOrNull,
    errorMessage: textOrNull,
  }),
);

const postFields = withFields((raw) => ({
  postId: raw.postId ?? raw.id,
  text: raw.text ?? raw.content,
  createdAt: raw.createdAt ?? raw.created_at,
}));
/** A post is the data itself, or stands in it as `post`. */
const inPost = (data: unknown): unknown =>
  postFields({ ...asObject(data), ...asObject(asObject(data)?.post) });

const post = z.looseObject({
  postId: z.string().min(1),
  status: openEnum<PostStatus>(),
  text: textOrNull,
  createdAt: textOrNull,
  targets: z
    .array(target)
    .nullish()
    .transform((targets) => targets ?? []),
});

export const postReply = inData(z.preprocess(inPost, post));
export const createdPostReply = inData(z.preprocess(inPost, z.looseObject({ postId: z.string().min(1) })));

const cursorIn = (place: unknown): unknown => {
  const { nextCursor, next_cursor, cursor } = asObject(place) ?? {};
  return nextCursor ?? next_cursor ?? cursor;
};

export const postPageReply = z.preprocess(
  withFields(({ data, meta }) => ({
    posts: asObject(data)?.posts ?? asObject(data)?.items,
    nextCursor: cursorIn(data) ?? cursorIn(meta),
  })),
  z.object({
    posts: z.array(z.preprocess(postFields, post)),
    nextCursor: textOrNull.transform((cursor) => (cursor === '' ? null : cursor)),
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
export type Quota = z.output<typeof quota>;
export type Account = z.output<typeof account>;
export type Post = z.output<typeof post>;
