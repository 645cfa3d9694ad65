/** The form in which the social service says what it says: words for statuses, quotas, and where a cursor stands. */
import type { Readings } from './catalogue';

/** As the handlers answer, whatever the readings; an error has no `data`. */
export interface SocialBody {
  data?: unknown;
  meta: object;
}

interface Post {
  status: string;
  targets?: readonly Target[];
}

interface Target {
  status: string;
}

interface Account {
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
    default:
      return { data: postForm(readings, data as Post), meta };
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

function accountsForm(readings: Readings, data: { accounts: Account[] }): object {
  const accounts = data.accounts.map((account) => ({
    ...account,
    status: worded(account.status, readings['account-status-words'], OTHER_ACCOUNT_WORDS),
  }));
  return { ...data, accounts };
}

interface Page {
  posts: Post[];
  nextCursor: string | null;
}

function pageForm(readings: Readings, { posts, nextCursor }: Page, meta: object): SocialBody {
  const place = readings['cursor-place'];
  const cursor = { nextCursor };
  return {
    data: { posts: posts.map((post) => postForm(readings, post)), ...(place === 'data' ? cursor : {}) },
    meta: place === 'meta' ? { ...meta, ...cursor } : meta,
  };
}

const OTHER_POST_WORDS: Readonly<Record<string, string>> = {
  pending_approval: 'in_review',
  scheduled: 'queued',
  published: 'live',
};

function postForm(readings: Readings, { status, targets, ...post }: Post): object {
  return {
    ...post,
    status: worded(status, readings['post-status-words'], OTHER_POST_WORDS),
    ...(targets && {
      targets: targets.map((target) => ({ ...target, status: targetWord(readings, target.status) })),
    }),
  };
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
