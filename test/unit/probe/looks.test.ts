/** Each look recognises the readings that the usual sandbox does not show. */
import type { HeardExchange } from '../../../src/http/service-transport';
import { looks } from '../../../src/probe/report';
import { NO_TASK, Seen } from '../../../src/probe/seen';

type Heard = [endpoint: string, body: unknown, status?: number, target?: string];

function seenOf(...heard: Heard[]): Seen {
  const seen = new Seen();
  for (const [endpoint, body, status = 200, target = endpoint.split(' ')[1] ?? ''] of heard) {
    const service: HeardExchange['service'] = /workspace|accounts|posts/.test(endpoint)
      ? 'social'
      : 'localization';
    const text = JSON.stringify(body);
    seen.exchanges.push({ service, endpoint, target, requestBody: '{}', status, headers: {}, text, ms: 1 });
  }
  return seen;
}

const ok = (data: unknown): object => ({ success: true, code: 0, msg: 'ok', trace_id: 't', data });
const languages = (data: unknown): Heard => ['GET /languages', ok(data)];
const templates = (body: unknown): Heard => ['GET /export-templates', body];
const task = (view: object): Heard => [
  'GET /tasks/status',
  ok({ task_id: 't', status: 'completed', ...view }),
];
const job = (job_type: string, status: string, job_id = 'j'): Heard =>
  task({ jobs: [{ job_id, job_type, status }] });
const noTask = (body: unknown, status: number): Heard => [
  'GET /tasks/status',
  body,
  status,
  `/tasks/status?task_id=${NO_TASK}`,
];
const page = (data: object): Heard => [
  'GET /terms',
  ok({ items: [], ...data }),
  200,
  '/terms?page=1&page_size=500',
];
const posts = (data: unknown, meta = {}): Heard => ['GET /posts', { data, meta }];
const post = (data: unknown): Heard => ['GET /posts/{postId}', { data }];
const workspace = (data: object): Heard => ['GET /workspace', { data }];
const accounts = (data: unknown): Heard => ['GET /accounts', { data }];
const create = (data: unknown): Heard => ['POST /tasks/create', ok(data)];

it.each<[string, string | null, ...Heard[]]>([
  ['languages-reply', 'codes', languages(['en', 'ja'])],
  ['languages-reply', 'codes', languages({ languages: ['en'] })],
  ['languages-reply', 'keyed', languages({ en: 'English', 'zh-cn': 'Chinese' })],
  ['languages-reply', 'keyed', languages({ languages: { en: {}, ja: {} } })],
  ['languages-reply', 'wrapped', languages({ supported_languages: ['en'] })],
  ['languages-reply', 'not-found', ['GET /languages', ok(null), 404]],
  ['languages-reply', 'not-found', ['GET /languages', { success: false, code: 404 }]],
  ['languages-reply', 'post-only', ['GET /languages', {}, 405]],
  ['languages-reply', null, languages({ about: { language: 1 }, somethingElse: 2 })],
  ['reply-wrapper', 'data', templates(ok({ templates: [] }))],
  ['reply-wrapper', 'nested', templates(ok({ result: { templates: [] } }))],
  ['reply-wrapper', 'bare', templates({ templates: [] })],
  ['success-code', '200', templates({ ...ok({}), code: 200 })],
  ['success-code', 'left-out', templates({ success: true, data: {} })],
  ['success-code', 'minus-one', templates({ ...ok({}), code: -1 })],
  ['error-carriage', 'http', noTask({ error: 'no' }, 404)],
  ['error-carriage', 'envelope', noTask({ success: false, code: 404 }, 200)],
  ['error-carriage', null, noTask(ok({}), 200)],
  ['error-text', 'message', noTask({ message: 'no' }, 404)],
  ['error-text', 'nested', noTask({ error: { message: 'no' } }, 404)],
  ['error-text', null, noTask({}, 404)],
  ['id-type', 'number', templates(ok({ templates: [{ id: 7 }] }))],
  ['time-format', 'epoch-seconds', task({ accepted_at: 1_760_000_000 })],
  ['time-format', 'epoch-ms', task({ accepted_at: 1_760_000_000_000 })],
  ['time-format', null, task({ accepted_at: 'yesterday' })],
  ['absent-fields', 'left-out', task({})],
  ['job-types', 'lower-case', job('translate', 'RUNNING')],
  ['job-types', 'other', job('SUPPLEMENT_TRANSLATE', 'RUNNING')],
  ['job-words', 'SUCCEEDED', job('TRANSLATE', 'SUCCEEDED')],
  ['job-words', 'lower-case', job('TRANSLATE', 'done')],
  ['job-words', null, job('TRANSLATE', 'HALTED')],
  ['supplement-jobs', 'listed', job('TRANSLATE', 'RUNNING', 'supplement_translate_1')],
  ['publish-jobs', 'listed', job('PUBLISH', 'DONE')],
  [
    'publish-jobs',
    'unlisted',
    job('TRANSLATE', 'DONE'),
    ['GET /tasks/publish-status', ok({ status: 'completed' })],
  ],
  ['page-size', 'clamped', page({ page_size: 50, total: 0 })],
  ['page-size', 'clamped', page({ total: 60 })],
  ['page-total', 'left-out', page({})],
  ['scan-none', 'completed-empty', ['GET /tasks/terms', ok({ scan_status: 'completed', items: [] })]],
  ['rate-limit', 'seldom', ['GET /terms', {}, 429]],
  ['created-task-id', 'taskId', create({ taskId: 't' })],
  ['created-task-id', 'nested', create({ task: { id: 't' } })],
  ['created-task-id', null, create({})],
  ['client-task-id', 'ignored', create({ task_id: 'a' }), create({ task_id: 'b' })],
  ['client-task-id', 'refused', create({ task_id: 'a' }), ['POST /tasks/create', { code: 409 }, 409]],
  ['create-request-fields', null, ['POST /tasks/create', { code: 400 }, 400]],
  ['post-id', 'id', posts({ posts: [{ id: 'p' }] })],
  ['post-id', 'number', posts({ posts: [{ postId: 7 }] })],
  ['post-wrapper', 'flat', post({ postId: 'p' })],
  ['post-wrapper', 'list', post([{ postId: 'p' }])],
  ['posts-list', 'items', posts({ items: [] })],
  ['posts-list', 'bare', posts([])],
  ['cursor-place', 'meta', posts({ posts: [] }, { nextCursor: null })],
  ['cursor-place', 'none', posts({ posts: [] })],
  ['post-status-words', 'upper-case', posts({ posts: [{ status: 'DRAFT' }] })],
  ['post-status-words', 'other', posts({ posts: [{ status: 'in_review' }] })],
  ['prepared-post-status', 'ready', post({ status: 'ready' })],
  ['target-words', 'live', post({ targets: [{ status: 'live' }] })],
  ['target-words', 'upper-case', post({ targets: [{ status: 'PUBLISHED' }] })],
  ['target-fields', 'nested', post({ targets: [{ account: { id: 'a' } }] })],
  ['target-fields', 'snake', post({ targets: [{ account_id: 'a' }] })],
  ['publish-tier', 'schedule-only', workspace({ credential: { allowedActions: ['draft', 'schedule'] } })],
  ['quota-shape', 'null', workspace({ quotas: { scheduledThisMonth: null } })],
  ['quota-shape', 'minus-one', workspace({ quotas: { scheduledThisMonth: { limit: -1 } } })],
  ['quota-shape', 'zero', workspace({ quotas: { scheduledThisMonth: { limit: 0 } } })],
  ['quota-shape', 'left-out', workspace({})],
  ['account-fields', 'bare-list', accounts([{ id: 'a' }])],
  ['account-fields', 'minimal', accounts({ accounts: [{ id: 'a', platform: 'x' }] })],
  ['account-status-words', 'other', accounts({ accounts: [{ status: 'connected' }] })],
  ['confirm-mode', 'approval', workspace({ credential: { confirmMode: 'approval' } })],
])('%s is seen as %s', (id, reading, ...heard) => {
  expect(looks[id]?.(seenOf(...heard))?.reading).toBe(reading);
});

it.each(Object.entries(looks))('%s is not seen where nothing was heard', (_id, look) => {
  expect(look(new Seen())).toBeNull();
});
