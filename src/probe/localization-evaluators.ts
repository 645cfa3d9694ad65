import { text } from '../http/replies/readers';
import { asObject } from '../http/replies/reply-text';
import { taskStatuses } from '../localization/vocabulary';
import {
  isLower,
  saw,
  texts,
  type Evaluator,
  type Observation,
  bodyOf,
  replyContent,
  errorCodeOf,
  holdingField,
  isSuccess,
  objectsIn,
  present,
  type Seen,
} from './seen';
import { jobWords, plainJobWords } from './words';

const terms = (seen: Seen): Record<string, unknown>[] => seen.contents('GET /terms').flatMap(objectsIn);

function termPage(seen: Seen): { page: Record<string, unknown>; requestedSize: number } | null {
  const [reply] = seen.of('GET /terms').filter(isSuccess);
  const page = reply === undefined ? null : holdingField(replyContent(reply), 'items');
  return page === null
    ? null
    : { page, requestedSize: Number(/page_size=(\d+)/.exec(reply?.target ?? '')?.[1]) };
}

const isSupplement = ({ job_id, job_type }: Record<string, unknown>): boolean =>
  String(job_id).startsWith('supplement_translate_') || /^SUPPLEMENT/i.test(String(job_type));
const isPublish = ({ job_id, job_type }: Record<string, unknown>): boolean =>
  String(job_id).startsWith('publish_open_') || /^PUBLISH/i.test(String(job_type));

export const localizationEvaluators: Readonly<Record<string, Evaluator>> = {
  'task-statuses': (seen) => {
    const words = texts(seen.tasks().map(({ status }) => status));
    const unknown = words.filter((word) => !taskStatuses.some((known) => known === word));
    if (words.length === 0) return null;
    return unknown.length === 0
      ? saw('any', words.join(', '))
      : saw('any', `${unknown.join(', ')}, waited on`);
  },

  'id-type': (seen) => {
    const given = (ids: readonly unknown[]): unknown[] => ids.filter((id) => id !== undefined && id !== null);
    const ids = given([
      ...terms(seen).map(({ id }) => id),
      ...seen.tasks().map(({ task_id }) => task_id),
      ...seen.jobs().map(({ job_id }) => job_id),
    ]);
    // The documented ids of templates have letters, whatever the other ids are.
    const any = [...ids, ...given(seen.templates().map(({ id }) => id))];
    if (any.some((id) => typeof id === 'number')) return saw('number', 'ids are numbers');
    if (any.some((id) => typeof id !== 'string')) return saw(null, 'ids are neither');
    return ids.length === 0 ? null : saw('text', 'ids are texts');
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
    const field = ['msg', 'message', 'error', 'detail'].find((name) => isText(body[name]));
    if (field !== undefined) return saw(field, `in ${field}`);
    if (isText(body.reason ?? body.title)) return saw('message', 'under another name');
    if (hasText(body.error) || hasText(body.detail)) return saw('nested', 'in an object');
    return hasText(body.errors) ? saw('errors', 'in a list of errors') : saw(null, 'no text');
  },

  'languages-reply': (seen) => {
    const codes = [null, 404, 405];
    const reply = seen.of('GET /languages').find((exchange) => codes.includes(errorCodeOf(exchange)));
    if (reply === undefined) return null;
    const code = errorCodeOf(reply);
    if (code === 404) return saw('not-found', 'refused with 404');
    return code === 405 ? saw('post-only', 'refused with 405') : languagesIn(replyContent(reply));
  },

  'job-words': (seen) => {
    const words = texts(seen.jobs().map(({ status }) => status));
    if (words.length === 0) return null;
    const what = words.join(', ');
    if (isLower(words)) return saw('lower-case', what);
    const unusual = words.filter((word) => !plainJobWords.includes(word.toLowerCase()));
    const readings = unusual.map((word) => jobWords.get(word.toLowerCase()) ?? null);
    if (readings.includes(null)) return saw(null, what);
    const other = readings.find((reading) => reading !== USUAL_JOB_WORD);
    if (other !== undefined) return saw(other, what);
    // A running job and a failed one may have unknown words, unless the reply had one of each.
    const isWhole = [USUAL_JOB_WORD, 'RUNNING', 'FAILED'].every((word) => words.includes(word));
    return isWhole ? saw(USUAL_JOB_WORD, what) : null;
  },

  'supplement-jobs': (seen) =>
    seen.jobs().some(isSupplement) ? saw('listed', 'a supplement among the jobs') : null,

  'publish-jobs': (seen) => {
    if (seen.jobs().some(isPublish)) return saw('listed', 'a publish job among the jobs');
    const wasTaskRead = (seen.after('POST /tasks/publish')?.tasks().length ?? 0) > 0;
    return wasTaskRead ? saw('unlisted', 'published, and not among the jobs') : null;
  },

  'page-size': (seen) => {
    const found = termPage(seen);
    if (found === null) return null;
    const { page, requestedSize } = found;
    const { page_size, total } = page;
    const given = objectsIn(page.items).length;
    const isShort = typeof total === 'number' && given < Math.min(requestedSize, total);
    if (isShort || (typeof page_size === 'number' && page_size < requestedSize)) {
      return saw('clamped', `${given} items of ${String(total)}, page size ${String(page_size)}`);
    }
    return typeof page_size === 'number' ? saw('as-asked', `page size ${page_size}`) : null;
  },

  'scan-none': (seen) => {
    const pages = present(
      seen.contents('GET /tasks/terms').map((content) => holdingField(content, 'scan_status')),
    );
    const empty = pages.find(({ items }) => Array.isArray(items) && items.length === 0);
    // Where a scan ran, somebody may have deleted its terms.
    if (seen.jobs().some(({ job_type }) => /^TB_SCAN$/i.test(String(job_type)))) return null;
    if (empty?.scan_status === 'skipped') return saw('skipped', 'skipped');
    return empty?.scan_status === 'completed' ? saw('completed-empty', 'completed, with no terms') : null;
  },

  'rate-limit': (seen) => {
    const refused = seen.exchanges.filter(
      (exchange) => exchange.service === 'localization' && errorCodeOf(exchange) === 429,
    );
    return refused.length === 0 ? null : saw('seldom', `${refused.length} calls refused with 429`);
  },
};

const USUAL_JOB_WORD = 'COMPLETED';

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** The text may be in an object, or in the first item of a list, which may be a text itself. */
function hasText(value: unknown): boolean {
  return typeof value === 'object' && text(value) !== undefined;
}

/** Only codes may be keys, so that an object with other fields does not match. */
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
