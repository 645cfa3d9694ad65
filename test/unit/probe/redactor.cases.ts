import { Secret } from '../../../src/http/secret';
import { TranscriptRedactor } from '../../../src/probe/transcript-redactor';

const redactor = (withContent = false): TranscriptRedactor =>
  new TranscriptRedactor({ withContent, secrets: [new Secret('top-secret')] });

it('keeps keys, types, lengths and known words', () => {
  const given = {
    status: 'COMPLETED',
    msg: 'ok',
    text: 'draft',
    total: 3,
    is_completed: true,
    error: null,
    note: '',
  };
  expect(redactor().value(given)).toEqual({ ...given, text: 'xxxxx' });
});

it('puts the same placeholder of the same type for an id wherever it occurs', () => {
  const made = redactor().value({
    id: 'secret-1',
    job: { task_id: 'secret-1', job_id: 'publish_open_9' },
    groupIds: [4, 4],
  });
  expect(made).toEqual({
    id: 'id-1',
    job: { task_id: 'id-1', job_id: 'publish_open_2' },
    groupIds: [1003, 1003],
  });
});

it('keeps languages and times, and replaces the link to a file', () => {
  const given = { target_languages: ['zh-cn'], updated_at: '2026-11-01T10:00:00.000Z' };
  expect(redactor().value({ ...given, download_url: 'https://files.example/a?sign=b' })).toEqual({
    ...given,
    download_url: 'https://download.invalid/file',
  });
});

/** The words of every reading, so that a recording shows the same one. */
it.each([
  ...['FINISHED', 'SUCCEEDED', 'PROCESSING', 'TIMED_OUT', 'done'],
  ...['sent', 'LIVE', 'success', 'posted', 'approved', 'ready', 'in_review', 'queued'],
  ...['connected', 'expires_soon', 'disconnected'],
])('keeps %s as a status, in its case', (status) => {
  expect(redactor().value({ status })).toEqual({ status });
});

it('keeps words of the service that nobody knows yet, where no user writes', () => {
  const given = { job_type: 'PUBLISH', confirmMode: 'approval_required', allowedActions: ['crosspost'] };
  expect(redactor().value(given)).toEqual(given);
  expect(redactor().value({ status: 'tok_3f9a', scan_status: 'Hello there', stage: 'crosspost' })).toEqual({
    status: 'xxxxxxxx',
    scan_status: 'xxxxxxxxxxx',
    stage: 'xxxxxxxxx',
  });
});

it('names columns alike in a template and in a file, and no field of a reply', () => {
  const made = redactor();
  expect(made.value({ fields: ['context', 'content'], content: 'Hello' })).toEqual({
    fields: ['column-1', 'column-2'],
    content: 'xxxxx',
  });
  expect(made.ini('[hello]\nzh_CN=x\ncontext=x', 'zh-cn')).toBe('[string-1]\nzh_CN=x\ncolumn-1=x');
  expect(made.ini('context.hello=x\nZH-CN/hello=x', 'zh-cn')).toBe('column-1.string-1=x\nZH-CN/string-1=x');
});

it.each([
  ['zh-cn.ini', 'zh-cn.ini'],
  ['locrelease-probe_zh_cn.ini', 'locrelease-probe_zh_cn.ini'],
  ['ZH-CN/strings.ini', 'ZH-CN/xxxxxxx.ini'],
  ['Dragon Game[zh-cn].ini', 'xxxxxxxxxxx[zh-cn].ini'],
])('leaves of the file name %s only %s', (name, shown) => {
  expect(redactor().fileName(name, 'zh-cn')).toBe(shown);
});

it('takes keys that are no names of fields, or that are ids, out as well', () => {
  const made = redactor().value({ id: 'greeting', greeting: 1, 'Hello there': 2 });
  expect(made).toEqual({ id: 'id-1', 'id-1': 1, xxxxxxxxxxx: 2 });
});

it('masks names and texts of an INI file, and leaves its languages', () => {
  // Nothing of these is a name, and all of it is a text.
  const texts = [
    'greeting=SECRET\r',
    'item[0].name=SECRET',
    '[Boss] SECRET',
    '[SECRET unclosed',
    '=SECRET',
    'a\rSECRET',
  ];
  for (const text of texts) expect(redactor().ini(text, 'ja')).not.toContain('SECRET');
  const ini = '[ja]\nnpc-elder=こんにちは\nja.title = x\n\n[shop_title]\nja=店\nstray\n';
  expect(redactor().ini(ini, 'ja')).toBe('[ja]\nstring-1=xxxxx\nja.string-2=xx\n\n[string-3]\nja=x\nxxxxx\n');
});

it('keeps contents on request, and never a secret', () => {
  expect(redactor(true).value({ text: 'Hello top-secret' })).toEqual({ text: 'Hello [secret]' });
});
