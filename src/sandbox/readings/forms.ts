/** The words of `jobs[]` for the status of each. */
import type { Readings } from './catalogue';

export type JobStatus = 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED';

export function jobStatusForm(readings: Readings, status: JobStatus): string {
  const words = readings['job-words'];
  switch (words) {
    case 'lower-case':
      return status.toLowerCase();
    case 'PROCESSING':
      return status === 'RUNNING' ? words : status;
    case 'TIMED_OUT':
      return status === 'FAILED' ? words : status;
    default:
      return status === 'COMPLETED' ? words : status;
  }
}

/** The form in which the localization service says what it says: types of ids, and where errors stand. */
/** As the handlers answer, whatever the readings. */
export type LocalizationEnvelope =
  | { success: true; code: 0; msg: string; trace_id: string; data: unknown }
  | { success: false; code: number; msg: string; trace_id: string; data: null };

const IDENTIFIERS: ReadonlySet<string> = new Set(['task_id', 'job_id', 'id']);

export function localizationForm(
  readings: Readings,
  { httpStatus, body }: { httpStatus: number; body: LocalizationEnvelope },
): { httpStatus: number; body: unknown } {
  if (!body.success) return errorForm(readings, httpStatus, body);
  return { httpStatus, body: { ...body, data: idsForm(readings, body.data) } };
}

/** Ids as the sandbox keeps them: a client may send a number back as it came, or as text. */
export function withTextIds<Input>(readings: Readings, input: Input): Input {
  if (readings['id-type'] === 'text') return input;
  return withIds(input, (id) => (typeof id === 'number' ? String(id) : id)) as Input;
}

/** In replies and in callbacks: a copy, which stays as it is where a fault holds it back. */
export function idsForm<Data>(readings: Readings, data: Data): Data {
  const isNumber = (id: unknown): boolean => readings['id-type'] === 'number' && /^\d+$/.test(String(id));
  return withIds(data, (id) => (isNumber(id) ? Number(id) : id)) as Data;
}

/** Wherever they are. Among texts by language, `id` is a language too. */
function withIds(value: unknown, form: (id: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withIds(item, form));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => {
      if (name === 'translations') return [name, member];
      return [name, IDENTIFIERS.has(name) ? form(member) : withIds(member, form)];
    }),
  );
}

function errorForm(
  readings: Readings,
  httpStatus: number,
  { msg, code, ...envelope }: Extract<LocalizationEnvelope, { success: false }>,
): { httpStatus: number; body: unknown } {
  const text = textForm(readings, code, msg);
  switch (readings['error-carriage']) {
    case 'both':
      return { httpStatus, body: { ...envelope, code, ...text } };
    case 'envelope':
      return { httpStatus: 200, body: { ...envelope, code, ...text } };
    case 'http':
      // One that came as a success in HTTP would say nothing at all without its envelope.
      if (httpStatus < 400) return { httpStatus, body: { ...envelope, code, ...text } };
      return { httpStatus, body: { ...text, trace_id: envelope.trace_id } };
  }
}

function textForm(readings: Readings, code: number, text: string): object {
  switch (readings['error-text']) {
    case 'nested':
      return { error: { message: text } };
    case 'errors':
      return { errors: [{ code, message: text }] };
    default:
      return { [readings['error-text']]: text };
  }
}

/** The form in which the social service says what it says: words for statuses, quotas, and where a cursor stands. */
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
