import { Secret } from '../../../src/http/secret';
import { TranscriptRedactor } from '../../../src/probe/redactor';

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
