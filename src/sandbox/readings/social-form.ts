/** The form in which the social service says what it says: names of fields, words for statuses, lists and wrappers. */
import type { Readings } from './catalogue';

/** As the handlers answer, whatever the readings; an error has no `data`. */
export interface SocialBody {
  data?: unknown;
  meta: object;
}

interface Post {
  postId: string;
  status: string;
  targets?: readonly Target[];
}

interface Target {
  accountId: string;
  platform: string;
  status: string;
  errorCode: string | null;
  errorMessage: string | null;
}

interface Account {
  id: string;
  platform: string;
  status: string;
}

/** By endpoint: what the handlers answer, put into the form of the readings. */
export function socialForm(readings: Readings, endpoint: string, body: SocialBody): SocialBody {
  if (body.data === undefined) return body;
  const { data, meta } = body;
  switch (endpoint) {
    case 'GET /workspace':
      return { data: workspaceForm(readings, data as Workspace), meta };
    case 'GET /accounts':
      return { data: accountsForm(readings, data as { accounts: Account[] }), meta };
    case 'GET /posts':
      return pageForm(readings, data as Page, meta);
    case 'POST /posts/{postId}/publish':
      return { data: postForm(readings, data as Post), meta };
    default:
      return { data: wrapped(readings, postForm(readings, data as Post)), meta };
  }
}

interface Workspace {
  credential: { allowedActions: readonly string[] };
  quotas: Record<string, { used: number; limit: number; left: number }>;
}

function workspaceForm(readings: Readings, workspace: Workspace): object {
  const { credential, quotas } = workspace;
  const isSilent = readings['publish-tier'] === 'schedule-only';
  return {
    ...workspace,
    credential: {
      ...credential,
      allowedActions: credential.allowedActions.filter((action) => !isSilent || action !== 'publish'),
      confirmMode: readings['confirm-mode'] === 'approval' ? 'approval_required' : 'preauthorized',
    },
    quotas: quotasForm(readings, quotas),
  };
}

function quotasForm(readings: Readings, quotas: Workspace['quotas']): object {
  const each = (form: (used: number) => object): object =>
    Object.fromEntries(Object.entries(quotas).map(([name, { used }]) => [name, form(used)]));
  switch (readings['quota-shape']) {
    case 'numbers':
      return quotas;
    case 'null':
      return each((used) => ({ used, limit: null, left: null }));
    case 'minus-one':
      return each((used) => ({ used, limit: -1, left: -1 }));
    case 'zero':
      return each((used) => ({ used, limit: 0, left: 0 }));
    case 'left-out':
      return {};
  }
}

const OTHER_ACCOUNT_WORDS: Readonly<Record<string, string>> = {
  active: 'connected',
  expiring: 'expires_soon',
  expired: 'disconnected',
};
/** What stays of an account whose other fields are null. */
const TELLING = new Set(['id', 'platform', 'status', 'canPublish', 'isManual']);

function accountsForm(readings: Readings, data: { accounts: Account[] }): object {
  const named = data.accounts.map((account) => ({
    ...account,
    status: worded(account.status, readings['account-status-words'], OTHER_ACCOUNT_WORDS),
  }));
  switch (readings['account-fields']) {
    case 'full':
      return { ...data, accounts: named };
    case 'nulls':
      return { ...data, accounts: named.map(onlyTelling) };
    case 'bare-list':
      return named;
    case 'minimal':
      return { accounts: named.map(({ id, platform }) => ({ id, platform })) };
  }
}

function onlyTelling(account: Account): object {
  return Object.fromEntries(
    Object.entries(account).map(([name, value]) => [name, TELLING.has(name) ? (value as unknown) : null]),
  );
}

interface Page {
  posts: Post[];
  nextCursor: string | null;
}

/** A bare list has no room for a cursor: it stands in `meta` then. */
function pageForm(readings: Readings, { posts, nextCursor }: Page, meta: object): SocialBody {
  const place = readings['cursor-place'];
  const list = posts.map((post) => postForm(readings, post));
  const cursor = { nextCursor };
  const isBare = readings['posts-list'] === 'bare';
  return {
    data: isBare ? list : { [readings['posts-list']]: list, ...(place === 'data' ? cursor : {}) },
    meta: place === 'meta' || (isBare && place === 'data') ? { ...meta, ...cursor } : meta,
  };
}

function wrapped(readings: Readings, post: object): unknown {
  switch (readings['post-wrapper']) {
    case 'flat':
      return post;
    case 'post':
      return { post };
    case 'list':
      return [post];
  }
}

const OTHER_POST_WORDS: Readonly<Record<string, string>> = {
  pending_approval: 'in_review',
  scheduled: 'queued',
  published: 'live',
};

function postForm(readings: Readings, { postId, status, targets, ...post }: Post): object {
  return {
    ...identified(readings, postId),
    ...post,
    status: worded(status, readings['post-status-words'], OTHER_POST_WORDS),
    ...(targets === undefined ? {} : { targets: targets.map((target) => targetForm(readings, target)) }),
  };
}

function identified(readings: Readings, postId: string): object {
  switch (readings['post-id']) {
    case 'postId':
      return { postId };
    case 'id':
      return { id: postId };
    case 'number':
      return { id: Number(/(?<!\d)\d+$/.exec(postId)?.[0] ?? postId) };
  }
}

function targetForm(readings: Readings, target: Target): object {
  const { accountId, platform, errorCode, errorMessage } = target;
  const status = targetWord(readings, target.status);
  switch (readings['target-fields']) {
    case 'flat':
      return { ...target, status };
    case 'nested':
      return {
        account: { id: accountId, platform },
        status,
        error: errorCode === null ? null : { code: errorCode, message: errorMessage },
      };
    case 'snake':
      return {
        account_id: accountId,
        platform,
        status,
        error_code: errorCode,
        error_message: errorMessage,
      };
  }
}

function targetWord(readings: Readings, status: string): string {
  const words = readings['target-words'];
  if (words === 'upper-case') return status.toUpperCase();
  return status === 'published' ? words : status;
}

function worded(
  status: string,
  words: 'documented' | 'upper-case' | 'other',
  others: Readonly<Record<string, string>>,
): string {
  if (words === 'upper-case') return status.toUpperCase();
  return words === 'other' ? (others[status] ?? status) : status;
}
