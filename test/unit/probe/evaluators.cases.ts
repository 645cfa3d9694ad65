/** Each look recognises the readings that the usual sandbox does not show. */
import type { ObservedExchange } from '../../../src/http/service-transport';
import { evaluators } from '../../../src/probe/report';
import { NO_TASK, Seen } from '../../../src/probe/seen';
import { expectEach } from '../../support/expect-each';

type Heard = [endpoint: string, body: unknown, status?: number, target?: string];

function seenOf(...heard: Heard[]): Seen {
  const seen = new Seen();
  for (const [endpoint, body, status = 200, target = endpoint.split(' ')[1] ?? ''] of heard) {
    const service: ObservedExchange['service'] = /workspace|accounts|posts/.test(endpoint)
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
const termsOfOne: Heard = [
  'GET /terms',
  ok({ items: [], page_size: null, total: 0 }),
  200,
  '/terms?page_size=1',
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
  ['languages-reply', 'codes', languages({ result: { languages: ['en'] } })],
  ['languages-reply', 'keyed', languages({ result: { en: 'English', ja: 'Japanese' } })],
  ['languages-reply', 'codes', ['GET /languages', { code: 429 }, 429], languages(['en'])],
  ['languages-reply', 'not-found', ['GET /languages', ok(null), 404]],
  ['languages-reply', 'not-found', ['GET /languages', { success: false, code: 404 }]],
  ['languages-reply', 'post-only', ['GET /languages', {}, 405]],
  ['languages-reply', null, languages({ about: { language: 1 }, somethingElse: 2 })],
  ['error-carriage', 'http', noTask({ error: 'no' }, 404)],
  ['error-carriage', 'envelope', noTask({ success: false, code: 404 }, 200)],
  ['error-carriage', null, noTask(ok({}), 200)],
  ['error-text', 'message', noTask({ message: 'no' }, 404)],
  ['error-text', 'error', noTask({ error: 'no' }, 404)],
  ['error-text', 'nested', noTask({ error: { message: 'no' } }, 404)],
  ['error-text', 'nested', noTask({ detail: [{ msg: 'no' }] }, 404)],
  ['error-text', 'detail', noTask({ detail: 'no' }, 404)],
  ['error-text', 'errors', noTask({ errors: [{ code: 404, message: 'no' }] }, 404)],
  ['error-text', 'errors', noTask({ errors: ['no'] }, 404)],
  ['error-text', 'message', noTask({ reason: 'no' }, 404)],
  ['error-text', null, noTask({}, 404)],
  ['id-type', 'number', templates(ok({ templates: [{ id: 7 }] }))],
  ['job-words', 'SUCCEEDED', job('TRANSLATE', 'SUCCEEDED')],
  ['job-words', 'FINISHED', job('TRANSLATE', 'FINISHED')],
  ['job-words', 'PROCESSING', job('TRANSLATE', 'COMPLETED'), job('TRANSLATE', 'PROCESSING')],
  ['job-words', 'TIMED_OUT', job('TRANSLATE', 'COMPLETED'), job('TRANSLATE', 'ABORTED')],
  [
    'job-words',
    'COMPLETED',
    job('TRANSLATE', 'COMPLETED'),
    job('TRANSLATE', 'RUNNING'),
    job('TRANSLATE', 'FAILED'),
  ],
  ['job-words', 'lower-case', job('TRANSLATE', 'running')],
  ['job-words', 'lower-case', job('TRANSLATE', 'done')],
  ['job-words', null, job('TRANSLATE', 'HALTED')],
  ['supplement-jobs', 'listed', job('TRANSLATE', 'RUNNING', 'supplement_translate_1')],
  ['publish-jobs', 'listed', job('PUBLISH', 'DONE')],
  [
    'publish-jobs',
    'unlisted',
    ['POST /tasks/publish', ok({ job_id: 'publish_open_1' })],
    job('TRANSLATE', 'DONE'),
  ],
  ['page-size', 'clamped', page({ page_size: 50, total: 0 })],
  ['page-size', 'clamped', page({ total: 60 })],
  ['scan-none', 'completed-empty', ['GET /tasks/terms', ok({ scan_status: 'completed', items: [] })]],
  ['rate-limit', 'seldom', ['GET /terms', {}, 429]],
  ['client-task-id', 'ignored', create({ task_id: 'a' }), create({ task_id: 'b' })],
  [
    'client-task-id',
    'same-task',
    create({ task_id: 'a' }),
    ['POST /tasks/create', { code: 429 }, 429],
    create({ task_id: 'a' }),
  ],
  ['client-task-id', 'refused', create({ task_id: 'a' }), ['POST /tasks/create', { code: 409 }, 409]],
  ['create-request-fields', null, ['POST /tasks/create', { code: 400 }, 400]],
  ['cursor-place', 'meta', posts({ posts: [] }, { nextCursor: null })],
  ['cursor-place', 'none', posts({ posts: [] })],
  ['post-status-words', 'upper-case', posts({ posts: [{ status: 'DRAFT' }] })],
  ['post-status-words', 'other', posts({ posts: [{ status: 'in_review' }] })],
  ['post-status-words', 'documented', posts({ posts: [{ status: 'scheduled' }, { status: 'approved' }] })],
  ['prepared-post-status', 'ready', post({ status: 'ready' })],
  ['prepared-post-status', 'draft', post({ status: 'DRAFT' }), posts({ posts: [{ status: 'draft' }] })],
  ['prepared-post-status', 'approved', posts({ posts: [{ status: 'draft' }, { status: 'approved' }] })],
  ['target-words', 'live', post({ targets: [{ status: 'live' }] })],
  ['target-words', 'sent', post({ targets: [{ status: 'pending' }, { status: 'delivered' }] })],
  ['target-words', 'upper-case', post({ targets: [{ status: 'PENDING' }] })],
  ['target-words', 'upper-case', post({ targets: [{ status: 'PUBLISHED' }] })],
  ['publish-tier', 'schedule-only', workspace({ credential: { allowedActions: ['draft', 'schedule'] } })],
  ['quota-shape', 'null', workspace({ quotas: { scheduledThisMonth: null } })],
  ['quota-shape', 'minus-one', workspace({ quotas: { scheduledThisMonth: { limit: -1 } } })],
  ['quota-shape', 'zero', workspace({ quotas: { scheduledThisMonth: { limit: 0 } } })],
  ['quota-shape', 'left-out', workspace({})],
  ['account-status-words', 'other', accounts({ accounts: [{ status: 'connected' }] })],
  ['confirm-mode', 'approval', workspace({ credential: { confirmMode: 'approval' } })],
])('%s is seen as %s', (id, reading, ...heard) => {
  expect(evaluators[id]?.(seenOf(...heard))?.reading).toBe(reading);
});

/** What was heard would be the same in another reading. */
it.each<[string, ...Heard[]]>([
  ['id-type', templates(ok({ templates: [{ id: 'tpl-1' }] }))],
  ['job-words', job('TRANSLATE', 'COMPLETED')],
  ['publish-jobs', job('TRANSLATE', 'DONE'), ['POST /tasks/publish', ok({ job_id: 'publish_open_1' })]],
  ['scan-none', job('TB_SCAN', 'DONE'), ['GET /tasks/terms', ok({ scan_status: 'completed', items: [] })]],
  ['page-size', ['GET /terms', {}, 500, '/terms?page_size=500'], termsOfOne],
  ['create-request-fields', ['POST /tasks/create', { code: 500 }, 500]],
  ['client-task-id', create({ task_id: 'a' }), ['POST /tasks/create', { code: 500 }, 500]],
  ['exported-languages', ['POST /export/ini', ok({ target_languages: ['ja'] })]],
  ['post-status-words', posts({ posts: [{ status: 'draft' }, { status: 'approved' }] })],
  ['prepared-post-status', posts({ posts: [{ status: 'draft' }] }), post({ status: 'draft' })],
  ['target-words', post({ targets: [{ status: 'pending' }] })],
])('%s is not seen where it cannot be told', (id, ...heard) => {
  expect(evaluators[id]?.(seenOf(...heard)) ?? null).toBeNull();
});

it('takes no events for refused where a task is refused without them too', () => {
  const refusal: Heard = ['POST /tasks/create', { code: 400 }, 400];
  const seen = seenOf(refusal, refusal);
  Object.assign(seen.exchanges[0] ?? {}, { requestBody: '{"callback_events":[]}' });
  expect(evaluators['callback-events']?.(seen)).toBeNull();
  seen.exchanges.push(...seenOf(create({ task_id: 't' })).exchanges);
  expect(evaluators['callback-events']?.(seen)?.reading).toBe('narrow');
});

/** What an exported file shows, with a template that has a field. */
it.each<[string, string | null, string, string?]>([
  ['ini-language-codes', 'as-asked', '[zh-cn]\nhello=x'],
  ['ini-language-codes', 'underscore', '[zh_cn]\nhello=x'],
  ['ini-language-codes', null, '[ja]\nhello=x', 'ja'],
  ['ini-language-codes', null, 'hello=x'],
  ['ini-layout', null, ''],
  ['ini-layout', 'prefixed', 'zh-cn.hello=x'],
  ['ini-field-columns', 'none', '[hello]\nzh-cn=x'],
  ['ini-field-columns', 'with-fields', '[hello]\nzh-cn=x\ncontext=x'],
  ['ini-field-columns', 'with-fields', '[zh-cn]\nhello=x\n[context]\nhello=x'],
  ['ini-field-columns', 'with-fields', 'zh-cn.hello=x\ncontext.hello=x'],
  ['ini-field-columns', null, 'hello=x'],
])('%s is %s in a file', (id, reading, text, language = 'zh-cn') => {
  const seen = seenOf(templates(ok({ templates: [{ id: 't', fields: ['context'] }] })), [
    'POST /export/ini',
    ok({}),
  ]);
  Object.assign(seen.exchanges[1] ?? {}, { requestBody: '{"template_id":"t"}' });
  seen.files.push({ status: 200, headers: {}, bytes: Buffer.from(text), mode: 'single', language });
  expect(evaluators[id]?.(seen)?.reading ?? null).toBe(reading);
});

it('nothing is seen where nothing was heard', () =>
  expectEach(
    Object.entries(evaluators),
    ([id]) => id,
    ([, look]) => expect(look(new Seen())).toBeNull(),
  ));
