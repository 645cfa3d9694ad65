/**
 * The facts that each reply of the social service must have, and those that it may have. A post's fields are hardly
 * documented: they are read in every reasonable form, only here.
 */
import { targetOutcome } from '../domain/release/target-outcome';
import { pageOf } from '../http/replies/all-pages';
import {
  maybe,
  need,
  needSome,
  nothing,
  reading,
  table,
  mapped,
  want,
  wantAll,
  wantOne,
  wantSome,
  type DataOf,
} from '../http/replies/facts';
import type { CodeReader } from '../http/replies/interpret';
import {
  address,
  count,
  flag,
  folded,
  id,
  text,
  time,
  verbatim,
  word,
  wordAmong,
  words,
} from '../http/replies/readers';
import { asObject } from '../http/replies/reply-text';
import { accountStatuses, errorCodes, postStatuses, targetStatuses } from './vocabulary';
import { applicationLinks, type ApplicationLinks } from '../domain/application-links';

/** The rest of a quota. null: there is no limit, which a plan may express as null, as -1, or by leaving it out. */
const quota = mapped(
  table({ used: want(count, 0), limit: maybe(count), left: maybe(count, 'remaining') }),
  ({ used, limit, left: reportedLeft }) => {
    const left = reportedLeft ?? (limit === null ? null : limit - used);
    return limit === null || limit < 0 || left === null || left < 0 ? null : { used, limit, left };
  },
);
const quotas = table({
  scheduledThisMonth: maybe(reading(quota)),
  rendersThisMonth: maybe(reading(quota)),
  seats: maybe(reading(quota)),
  aiThisMonth: maybe(reading(quota)),
});
const credential = table({
  kind: maybe(word),
  scopes: want(words, []),
  allowedActions: want(words, []),
  confirmMode: maybe(word),
});

const identity = table({ id: maybe(id), name: want(word, '') });

/** Shown to people before a release, and checked where it is there. None of it is needed. */
const workspace = table({
  deepLinks: want((raw) => asObject(raw) ?? undefined, {}),
  workspace: wantOne(identity),
  credential: wantOne(credential),
  quotas: wantOne(quotas),
});

const account = table({
  id: need(id, 'accountId'),
  platform: want(word, ''),
  handle: want(word, '', 'username'),
  displayName: maybe(word),
  status: want(wordAmong(accountStatuses), ''),
  /** null: the service does not report it. */
  canPublish: maybe(flag),
  isManual: want(flag, false),
  groupIds: want(words, []),
});
const group = table({ id: need(id), name: want(word, ''), count: maybe(count) });

const target = table({
  accountId: need(id, 'account.id', 'account', 'id', 'key'),
  platform: maybe(word, 'account.platform'),
  status: want(wordAmong(targetStatuses), '', 'state'),
  errorCode: maybe(word, 'error.code'),
  errorMessage: maybe(text, 'error.message', 'message', 'error'),
  link: maybe(text, 'url', 'permalink', 'postUrl', 'platformUrl'),
  attempt: maybe(count, 'attemptNumber', 'attemptNo'),
});
type Target = DataOf<typeof target>;

/** The service may list each attempt: the published one of an account counts, or else its last. */
function lastOfEach(targets: readonly Target[]): Target[] {
  const isOut = (one: Target): boolean => targetOutcome(one) === 'published';
  const supersedes = (one: Target, other: Target): boolean =>
    isOut(one) === isOut(other) ? (one.attempt ?? 0) >= (other.attempt ?? 0) : isOut(one);
  const byAccount = new Map<string, Target>();
  for (const one of targets) {
    const other = byAccount.get(one.accountId);
    if (other === undefined || supersedes(one, other)) byAccount.set(one.accountId, one);
  }
  return [...byAccount.values()];
}

const postFacts = {
  postId: need(id, 'id'),
  status: want(wordAmong(postStatuses), '', 'state'),
  text: maybe(verbatim, 'content', 'body', 'caption'),
  createdAt: maybe(time),
};
const targetNames = ['accounts', 'channels'];
/** When a post is read, every target is needed: an unreadable account would count as announced. */
const post = mapped(
  table({ ...postFacts, targets: wantAll(target, ...targetNames) }, { called: 'post' }),
  ({ targets, ...data }) => ({
    ...data,
    // A post is published when it is on every account, and an account with an error has failed.
    targets: lastOfEach(
      targets.map((one) => ({
        ...one,
        status:
          one.status || (one.errorCode !== null ? 'failed' : data.status === 'published' ? 'published' : ''),
      })),
    ),
  }),
);
const listedPost = mapped(
  table({ ...postFacts, targets: wantSome(target, ...targetNames) }, { called: 'post' }),
  (data) => ({ ...data, id: data.postId, targets: lastOfEach(data.targets) }),
);

export const replies = {
  'GET /workspace': workspace,
  'GET /accounts': mapped(pageOf(needSome(account, 'items'), 'accounts'), ({ items, ...data }) => ({
    ...data,
    items,
    groups: reading(table({ groups: wantSome(group) }))(data)?.groups ?? [],
    byPlatform: asObject(data.byPlatform) ?? {},
    deepLink: address(data.deepLink) ?? null,
  })),
  'GET /posts': pageOf(needSome(listedPost, 'items'), 'posts'),
  'GET /posts/{postId}': post,
  'POST /posts': table({ postId: need(id, 'id') }, { called: 'post', isBare: true }),
  'POST /posts/{postId}/publish': nothing,
} as const;

export type WorkspaceContext = DataOf<typeof workspace>;
export type Quota = NonNullable<DataOf<typeof quota>>;
export type Account = DataOf<typeof account>;
type AccountList = DataOf<(typeof replies)['GET /accounts']>;
export type Post = DataOf<typeof post>;

/** A documented word in any spelling. Of the HTTP statuses only 429 means the same whichever server sent it. */
export const errorCode: CodeReader = (raw) => {
  if (count(raw) === 429) return 'rate_limited';
  const foldedWord = folded(word(raw) ?? '');
  return errorCodes.find((code) => folded(code) === foldedWord) ?? null;
};

/** Links from the workspace and the list of accounts. null: it could not be read. */
export function linksOf(
  context: Pick<WorkspaceContext, 'deepLinks'> | null,
  accounts: Pick<AccountList, 'deepLink'> | null,
): ApplicationLinks {
  return applicationLinks({ ...context?.deepLinks, accounts: accounts?.deepLink });
}
