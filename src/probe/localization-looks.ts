/** Looks at what the read endpoints of the localization service answered. */
import { asObject } from '../http/reply-text';
import { taskStatuses } from '../localization/vocabulary';
import { isLower, isUpper, saw, texts, type Look, type Observation } from './look';
import {
  bodyOf,
  contentOf,
  errorCodeOf,
  holdingField,
  isSuccess,
  listIn,
  objectsIn,
  present,
  type Seen,
} from './seen';

const termFields = [
  'id',
  'content',
  'source_language',
  'category',
  'pic',
  'translations',
  'created_at',
  'updated_at',
];
const taskFields = [
  'task_id',
  'name',
  'status',
  'current_stage',
  'current_step',
  'source_language',
  'target_languages',
  'strings_count',
  'words_count',
  'progress',
  'jobs',
  'requires_confirmation',
  'is_completed',
  'is_failed',
  'accepted_at',
  'updated_at',
];
const jobTypes = ['TRANSLATE', 'TB_SCAN', 'TRANSLATE_QA', 'PUBLISH_TASK'];
const jobWords = ['COMPLETED', 'SUCCEEDED', 'DONE', 'PROCESSING', 'TIMED_OUT'];

const terms = (seen: Seen): Record<string, unknown>[] => seen.contents('GET /terms').flatMap(objectsIn);
const termPages = (seen: Seen): Record<string, unknown>[] =>
  present(seen.contents('GET /terms').map((content) => holdingField(content, 'items')));

export const localizationLooks: Readonly<Record<string, Look>> = {
  'task-statuses': (seen) => {
    const words = texts(seen.tasks().map(({ status }) => status));
    const unknown = words.filter((word) => !taskStatuses.some((known) => known === word));
    if (words.length === 0) return null;
    return unknown.length === 0
      ? saw('any', words.join(', '))
      : saw('any', `${unknown.join(', ')}, waited on`);
  },

  'id-type': (seen) => {
    const templates = seen.contents('GET /export-templates').flatMap(objectsIn);
    const ids = [
      ...[...templates, ...terms(seen)].map(({ id }) => id),
      ...seen.tasks().map(({ task_id }) => task_id),
      ...seen.jobs().map(({ job_id }) => job_id),
    ].filter((id) => id !== undefined && id !== null);
    if (ids.length === 0) return null;
    if (ids.some((id) => typeof id === 'number')) return saw('number', 'ids are numbers');
    return ids.every((id) => typeof id === 'string')
      ? saw('text', 'ids are texts')
      : saw(null, 'ids are neither');
  },

  'time-format': (seen) => {
    const times = [...terms(seen), ...seen.tasks()].flatMap(({ created_at, updated_at, accepted_at }) => [
      created_at,
      updated_at,
      accepted_at,
    ]);
    const time = times.find((value) => value !== undefined && value !== null);
    if (time === undefined) return null;
    if (typeof time === 'number') {
      return time < 1e11 ? saw('epoch-seconds', 'seconds') : saw('epoch-ms', 'milliseconds');
    }
    return typeof time === 'string' && !Number.isNaN(Date.parse(time))
      ? saw('iso', 'ISO 8601')
      : saw(null, 'neither ISO 8601 nor a number');
  },

  'absent-fields': (seen) => {
    const described: [Record<string, unknown>, string[]][] = [
      ...terms(seen).map((term): [Record<string, unknown>, string[]] => [term, termFields]),
      ...seen.tasks().map((task): [Record<string, unknown>, string[]] => [task, taskFields]),
    ];
    if (described.length === 0) return null;
    const missing = texts(
      described.flatMap(([object, fields]) => fields.filter((field) => !(field in object))),
    );
    if (missing.length > 0) return saw('left-out', `without ${missing.join(', ')}`);
    const nulls = texts(
      described.flatMap(([object, fields]) => fields.filter((field) => object[field] === null)),
    );
    return nulls.length > 0
      ? saw('null', `null in ${nulls.join(', ')}`)
      : saw('present', 'every described field');
  },

  'reply-wrapper': (seen) => {
    const [reply] = seen.of('GET /export-templates').filter(isSuccess);
    const body = reply === undefined ? null : bodyOf(reply);
    if (reply === undefined || body === null) return null;
    const isBare = !('data' in body);
    const list = contentOf(reply);
    const shallow = Array.isArray(list) || Object.values(asObject(list) ?? {}).some(Array.isArray);
    if (shallow)
      return isBare ? saw('bare', 'the content without an envelope') : saw('data', 'the content in data');
    return listIn(list) === null
      ? saw(null, 'no list of templates')
      : saw('nested', 'the content deeper in data');
  },

  'success-code': (seen) => {
    const replies = seen.exchanges.filter((heard) => heard.service === 'localization' && isSuccess(heard));
    const [body] = replies.map(bodyOf).filter((parsed) => parsed !== null);
    if (body === undefined) return null;
    if (body.code === undefined || body.code === null) return saw('left-out', 'no code');
    const code = Number(body.code);
    if (code === 0 || code === 200) return saw(String(code), `code ${code}`);
    return saw('minus-one', `code ${JSON.stringify(body.code)}`);
  },

  'error-carriage': (seen) => {
    const refusal = seen.refusalOfUnknownTask();
    if (refusal === null) return null;
    const inHttp = refusal.status >= 400;
    const inEnvelope = Number(bodyOf(refusal)?.code) >= 400;
    const what = `HTTP ${refusal.status}, ${inEnvelope ? `code ${String(bodyOf(refusal)?.code)}` : 'no code'}`;
    if (inHttp) return saw(inEnvelope ? 'both' : 'http', what);
    return saw(inEnvelope ? 'envelope' : null, what);
  },

  'error-text': (seen) => {
    const refusal = seen.refusalOfUnknownTask();
    const body = refusal && bodyOf(refusal);
    if (body === null) return null;
    const field = ['msg', 'message', 'error'].find((name) => typeof body[name] === 'string');
    if (field !== undefined) return saw(field, `in ${field}`);
    const nested = asObject(body.error) ?? asObject(body.detail);
    return nested === null ? saw(null, 'no text') : saw('nested', 'in an object');
  },

  'languages-reply': (seen) => {
    const [reply] = seen.of('GET /languages');
    if (reply === undefined) return null;
    const code = errorCodeOf(reply);
    if (code === 404) return saw('not-found', 'refused with 404');
    if (code === 405) return saw('post-only', 'refused with 405');
    return code === null ? languagesIn(contentOf(reply)) : null;
  },

  'job-types': (seen) => {
    const types = texts(seen.jobs().map(({ job_type }) => job_type));
    if (types.length === 0) return null;
    const known = types.every((type) => jobTypes.includes(type.toUpperCase()));
    if (!known) return saw('other', types.join(', '));
    return saw(isUpper(types) ? 'as-seen' : 'lower-case', types.join(', '));
  },

  'job-words': (seen) => {
    const words = texts(seen.jobs().map(({ status }) => status));
    const telling = words.filter((word) => !/^(RUNNING|PENDING|FAILED)$/i.test(word));
    if (telling.length === 0) return null;
    if (isLower(telling)) return saw('lower-case', telling.join(', '));
    const known = telling.every((word) => jobWords.includes(word));
    return saw(known ? (telling[0] ?? null) : null, telling.join(', '));
  },

  'supplement-jobs': (seen) =>
    seen.jobs().some(({ job_id }) => String(job_id).startsWith('supplement_translate_'))
      ? saw('listed', 'a supplement among the jobs')
      : null,

  'publish-jobs': (seen) => {
    const isListed = seen
      .jobs()
      .some(
        ({ job_id, job_type }) =>
          String(job_id).startsWith('publish_open_') || /^PUBLISH/i.test(String(job_type)),
      );
    if (isListed) return saw('listed', 'a publish job among the jobs');
    const wasPublished = seen.contents('GET /tasks/publish-status').length > 0;
    return wasPublished ? saw('unlisted', 'published, and not among the jobs') : null;
  },

  'page-size': (seen) => {
    const [page] = termPages(seen);
    const asked = Number(/page_size=(\d+)/.exec(seen.of('GET /terms')[0]?.target ?? '')?.[1]);
    if (page === undefined) return null;
    const { page_size, total } = page;
    const given = objectsIn(page.items).length;
    const isShort = typeof total === 'number' && given < Math.min(asked, total);
    if (isShort || (typeof page_size === 'number' && page_size < asked)) {
      return saw('clamped', `${given} items of ${String(total)}, page size ${String(page_size)}`);
    }
    return typeof page_size === 'number' ? saw('as-asked', `page size ${page_size}`) : null;
  },

  'page-total': (seen) => {
    const [page] = termPages(seen);
    if (page === undefined) return null;
    return typeof page.total === 'number' ? saw('given', 'a number') : saw('left-out', 'no total');
  },

  'scan-none': (seen) => {
    const pages = present(
      seen.contents('GET /tasks/terms').map((content) => holdingField(content, 'scan_status')),
    );
    const empty = pages.find(({ items }) => Array.isArray(items) && items.length === 0);
    if (empty?.scan_status === 'skipped') return saw('skipped', 'skipped');
    return empty?.scan_status === 'completed' ? saw('completed-empty', 'completed, with no terms') : null;
  },

  'rate-limit': (seen) => {
    const refused = seen.exchanges.filter(
      (heard) => heard.service === 'localization' && errorCodeOf(heard) === 429,
    );
    return refused.length === 0 ? null : saw('seldom', `${refused.length} calls refused with 429`);
  },
};

/** Codes and nothing else as keys, so that it is no object with other fields. */
const CODE = /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i;

function languagesIn(content: unknown): Observation {
  const object = asObject(content);
  const named = Object.entries(object ?? {}).find(([, value]) => Array.isArray(value));
  const list = Array.isArray(content) ? content : named?.[1];
  if (Array.isArray(list)) {
    if (named !== undefined && named[0] !== 'languages') return saw('wrapped', `a list under ${named[0]}`);
    const [first] = list as unknown[];
    return typeof first === 'string' ? saw('codes', 'a list of codes') : saw('objects', 'a list of objects');
  }
  const inner = asObject(object?.languages) ?? object;
  const keys = Object.keys(inner ?? {});
  if (keys.length > 0 && keys.every((key) => CODE.test(key))) return saw('keyed', 'an object by code');
  return saw(null, 'no list of languages');
}
