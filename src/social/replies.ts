/**
 * What is needed of each reply of the social service, and what is taken where it can be read. A post's fields are
 * hardly documented: they are read in every reasonable way, here and nowhere else.
 */
import { pageOf } from '../http/replies/all-pages';
import {
  maybe,
  need,
  needSome,
  nothing,
  reading,
  table,
  told,
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

/** What is left of a limit; null where there is none, which a plan may say by null, by -1, or by leaving it out. */
const quota = told(
  table({ used: want(count, 0), limit: maybe(count), left: maybe(count, 'remaining') }),
  ({ used, limit, left: said }) => {
    const left = said ?? (limit === null ? null : limit - used);
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

/** Told to people before a release, and checked where it is said: nothing of it is needed. */
const workspace = table({
  deepLinks: want((said) => asObject(said) ?? undefined, {}),
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
  /** null: the service does not say. */
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
});

const postFacts = {
  postId: need(id, 'id'),
  status: want(wordAmong(postStatuses), '', 'state'),
  text: maybe(verbatim, 'content', 'body', 'caption'),
  createdAt: maybe(time),
};
const targetNames = ['accounts', 'channels'];
/** Of a post that is looked at, every target is needed: an account that cannot be read would count as announced. */
const post = told(
  table({ ...postFacts, targets: wantAll(target, ...targetNames) }, { called: 'post' }),
  ({ targets, ...data }) => ({
    ...data,
    // A post is published when it is on every account, and an account with an error has failed.
    targets: targets.map((one) => ({
      ...one,
      status:
        one.status || (one.errorCode !== null ? 'failed' : data.status === 'published' ? 'published' : ''),
    })),
  }),
);
const listedPost = told(
  table({ ...postFacts, targets: wantSome(target, ...targetNames) }, { called: 'post' }),
  (data) => ({ ...data, id: data.postId }),
);

export const replies = {
  'GET /workspace': workspace,
  'GET /accounts': told(pageOf(needSome(account, 'items'), 'accounts'), ({ items, ...data }) => ({
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
export type AccountList = DataOf<(typeof replies)['GET /accounts']>;
export type Post = DataOf<typeof post>;

/** A documented word in any spelling. Without one, only this HTTP status says the same whoever sent it. */
export const errorCode: CodeReader = (said) => {
  if (count(said) === 429) return 'rate_limited';
  const heard = folded(word(said) ?? '');
  return errorCodes.find((code) => folded(code) === heard) ?? null;
};
