/** Puts replies into the form of the readings: words for statuses, types of ids, places of errors and cursors. */
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

/** A reply of the localization service, before the readings are applied. */
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

/** Converts ids to the sandbox's texts: a client may send a number back as a number or as a text. */
export function withTextIds<Input>(readings: Readings, input: Input): Input {
  if (readings['id-type'] === 'text') return input;
  return withIds(input, (id) => (typeof id === 'number' ? String(id) : id)) as Input;
}

/** Returns a copy, so that a reply that a fault delays does not change meanwhile. */
export function idsForm<Data>(readings: Readings, data: Data): Data {
  const isNumber = (id: unknown): boolean => readings['id-type'] === 'number' && /^\d+$/.test(String(id));
  return withIds(data, (id) => (isNumber(id) ? Number(id) : id)) as Data;
}

/** Ids are found at any depth, except among texts by language, where `id` is Indonesian. */
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
  body: Extract<LocalizationEnvelope, { success: false }>,
): { httpStatus: number; body: unknown } {
  switch (readings['error-carriage']) {
    case 'both':
      return { httpStatus, body };
    case 'envelope':
      return { httpStatus: 200, body };
    case 'http':
      // A refusal under HTTP 200 would show no error at all without its envelope.
      if (httpStatus < 400) return { httpStatus, body };
      return { httpStatus, body: { msg: body.msg, trace_id: body.trace_id } };
  }
}

/** A reply of the social service, before the readings are applied; an error has no `data`. */
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

export function socialForm(readings: Readings, endpoint: string, body: SocialBody): SocialBody {
  if (body.data === undefined) return body;
  const { data, meta } = body;
  switch (endpoint) {
    case 'GET /workspace':
    case 'GET /accounts':
      return body;
    case 'GET /posts':
      return pageForm(readings, data as Page, meta);
    default:
      return { data: postForm(readings, data as Post), meta };
  }
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
    status: postWord(readings, status),
    ...(targets && {
      targets: targets.map((target) => ({ ...target, status: targetWord(readings, target.status) })),
    }),
  };
}

function postWord(readings: Readings, status: string): string {
  const words = readings['post-status-words'];
  if (words === 'upper-case') return status.toUpperCase();
  return words === 'other' ? (OTHER_POST_WORDS[status] ?? status) : status;
}

function targetWord(readings: Readings, status: string): string {
  const words = readings['target-words'];
  if (words === 'upper-case') return status.toUpperCase();
  return status === 'published' ? words : status;
}
