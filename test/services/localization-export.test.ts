import type { LocalizationClient } from '../../src/localization/localization-client';
import { parseIni } from '../support/parse-ini';
import type { ExportIni, SourceString } from '../../src/localization/requests';
import { escapeModes } from '../../src/localization/vocabulary';
import type { SandboxProfileInput } from '../../src/sandbox/profile';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { failureOf, localizationClient, LONG_MS, settledTask, startStillSandbox } from './support';
import { unzipped } from '../support/unzipped';

const HOUR_MS = 60 * 60_000;
const TEMPLATE = 'tpl-1a2b3c4d';

const strings: readonly SourceString[] = [
  { string_id: 'menu.start', content: 'Start' },
  { string_id: 'menu.quit', content: 'Quit the "game"' },
  { string_id: 'menu.help', content: 'one\n\ttwo \\n\r\nthree' },
];

interface Exporting {
  sandbox: Sandbox;
  client: LocalizationClient;
  exportIni: (fields?: Partial<ExportIni> | object) => ReturnType<LocalizationClient['exportIni']>;
}

function exporting(sandbox: Sandbox): Exporting {
  const client = localizationClient(sandbox);
  return {
    sandbox,
    client,
    exportIni: (fields = {}) =>
      client.exportIni({
        type: 'project_strings',
        template_id: TEMPLATE,
        target_languages: ['ja'],
        ...fields,
      }),
  };
}

/** A sandbox whose project has published strings in Japanese and Korean. */
async function startPublished(profile: SandboxProfileInput = {}): Promise<Exporting> {
  const made = exporting(await startStillSandbox(profile));
  const { sandbox, client } = made;
  const task_id = await settledTask(sandbox, client, {
    strings,
    target_languages: ['ja', 'ko'],
    scan_terms: false,
  });
  await client.publishTask({ task_id });
  sandbox.clock.advance(LONG_MS);
  return made;
}

async function download(url: string): Promise<Buffer> {
  const reply = await fetch(url);
  expect(reply.status).toBe(200);
  return Buffer.from(await reply.arrayBuffer());
}

/** What the sandbox itself says was published, as the reader gives it. */
function published(sandbox: Sandbox, languages: readonly string[]): Map<string, Map<string, string>> {
  const rows = sandbox.localization.projectStrings('sandbox').strings;
  return new Map(
    languages.map((language) => [
      language,
      new Map(rows.map((row) => [row.string_id, row.translations[language] ?? ''])),
    ]),
  );
}

describe('an INI export', () => {
  it('says what was exported, for how long, and how large it is', async () => {
    const { sandbox, exportIni } = await startPublished();
    const { data } = await exportIni({ target_languages: [' ja ', 'ko', 'ja'] });
    expect(data).toEqual({
      download_url: expect.stringContaining(`${sandbox.url}/sandbox/files/`) as string,
      expires_at: new Date(Math.trunc(sandbox.clock.nowMs()) + HOUR_MS).toISOString(),
      file_size: (await download(data.download_url)).length,
      format: 'ini',
      download_mode: 'single',
      target_languages: ['ja', 'ko'],
      escape_mode: 'no-escape',
    });
  });

  const divisions = (['language', 'string'] as const).flatMap((layout) =>
    escapeModes.map((escape_mode) => ({ layout, escape_mode })),
  );

  it.each(divisions)('is read back, by $layout, $escape_mode', async ({ layout, escape_mode }) => {
    const { sandbox, exportIni } = await startPublished({ readings: { 'ini-layout': layout } });
    const languages = ['ja', 'ko'];
    const { data } = await exportIni({ target_languages: languages, escape_mode });
    const text = (await download(data.download_url)).toString('utf8');
    expect(parseIni(text, { escape: escape_mode, languages })).toEqual({
      translations: published(sandbox, languages),
    });
  });

  it.each(divisions)('comes as a file per language, by $layout, $escape_mode', async (division) => {
    const { sandbox, exportIni } = await startPublished({ readings: { 'ini-layout': division.layout } });
    const { data } = await exportIni({
      target_languages: ['ja', 'ko'],
      download_mode: 'separate',
      escape_mode: division.escape_mode,
      filename: 'game',
    });
    expect(data).toMatchObject({ download_mode: 'separate', escape_mode: division.escape_mode });
    const files = await unzipped(await download(data.download_url));
    expect(Object.keys(files)).toEqual(['ja.ini', 'ko.ini']);
    for (const language of ['ja', 'ko']) {
      const text = files[`${language}.ini`] ?? '';
      const { translations } = parseIni(text, { escape: division.escape_mode, languages: [language] });
      expect(translations).toEqual(published(sandbox, [language]));
    }
  });

  it('takes languages and mode from the template, and escaping from the project, where the call has none', async () => {
    const { client } = await startPublished({
      projects: [
        {
          id: 'sandbox',
          appKey: 'sandbox-app-key',
          appSecret: 'sandbox-app-secret',
          escapeMode: 'escape',
          templates: [{ id: TEMPLATE, name: 'ini', mode: 'separate', languages: ['ko', 'ja'] }],
        },
      ],
    });
    for (const target_languages of [undefined, []]) {
      const { data } = await client.exportIni({
        type: 'project_strings',
        template_id: TEMPLATE,
        ...(target_languages === undefined ? {} : { target_languages }),
      });
      expect(data).toMatchObject({
        download_mode: 'separate',
        target_languages: ['ko', 'ja'],
        escape_mode: 'escape',
      });
    }
    const { data } = await client.exportIni({
      type: 'project_strings',
      template_id: TEMPLATE,
      target_languages: ['ja'],
      download_mode: 'single',
      escape_mode: 'no-escape',
    });
    expect(data).toMatchObject({
      download_mode: 'single',
      target_languages: ['ja'],
      escape_mode: 'no-escape',
    });
  });

  it('holds what is published, and nothing before', async () => {
    const { sandbox, client, exportIni } = exporting(await startStillSandbox());
    const task_id = await settledTask(sandbox, client, { strings, target_languages: ['ja'] });
    await client.publishTask({ task_id });
    const early = await exportIni();
    sandbox.clock.advance(LONG_MS);
    const late = await exportIni();
    const sizes = await Promise.all(
      [early, late].map(async ({ data }) => {
        const text = (await download(data.download_url)).toString('utf8');
        return parseIni(text, { escape: 'no-escape', languages: ['ja'] }).translations.get('ja')?.size;
      }),
    );
    expect(sizes).toEqual([0, strings.length]);
  });

  it('leaves out rows without an id, and languages without a text', async () => {
    const { sandbox, exportIni } = exporting(await startStillSandbox());
    sandbox.localization.project('sandbox').strings = new Map([
      ['', { string_id: '', content: 'x', translations: { ja: 'x', ko: 'x' } }],
      ['half', { string_id: 'half', content: 'Half', translations: { ja: '半分', ko: '' } }],
      ['none', { string_id: 'none', content: 'None', translations: {} }],
    ]);
    const { data } = await exportIni({ target_languages: ['ja', 'ko'] });
    expect((await download(data.download_url)).toString('utf8')).toBe('[ja]\nhalf=半分\n[ko]\n');
  });

  it('has the content itself in the source language', async () => {
    const { exportIni } = await startPublished();
    const { data } = await exportIni({ target_languages: ['en'], escape_mode: 'escape' });
    expect((await download(data.download_url)).toString('utf8')).toBe(
      '[en]\nmenu.start=Start\nmenu.quit=Quit the "game"\nmenu.help=one\\n\\ttwo \\\\n\\r\\nthree\n',
    );
  });

  it('carries ten thousand strings in thirty languages, whole', async () => {
    const { sandbox, exportIni } = exporting(await startStillSandbox());
    const languages = sandbox.profile.languages.slice(1, 31);
    const translations = Object.fromEntries(languages.map((language) => [language, `text in ${language}`]));
    const rows = Array.from({ length: 10_000 }, (_, n) => `id.${n}`);
    sandbox.localization.project('sandbox').strings = new Map(
      rows.map((string_id) => [string_id, { string_id, content: 'text', translations }]),
    );
    const { data } = await exportIni({ target_languages: languages });
    const file = await download(data.download_url);
    expect(file.length).toBe(data.file_size);
    const parsed = parseIni(file.toString('utf8'), { escape: 'no-escape', languages });
    expect([...parsed.translations.values()].map((texts) => texts.size)).toEqual(
      languages.map(() => rows.length),
    );
  });

  it.each([
    ['single', 'game', 'game.ini'],
    ['separate', 'ゲーム 2', 'ゲーム 2.ini.zip'],
    ['single', undefined, /^sandbox_\d{8}T\d{9}Z\.ini$/],
  ] as const)('is named after the prefix: %s, %s', async (download_mode, filename, name) => {
    const { exportIni } = await startPublished();
    const { data } = await exportIni({ download_mode, filename });
    const disposition = (await fetch(data.download_url)).headers.get('content-disposition') ?? '';
    expect(decodeURIComponent(disposition.replace(/^.*''/, ''))).toEqual(
      typeof name === 'string' ? name : expect.stringMatching(name),
    );
  });
});

describe('an INI export is refused', () => {
  it('with a code for whatever it does not document', async () => {
    const rows: [number, string, object][] = [
      [422, 'a type other than project_strings', { type: 'task_strings' }],
      [422, 'a template of another format', { template_id: 'tpl-5e6f7a8b' }],
      [422, 'no languages in call and template', { target_languages: [] }],
      [404, 'an unknown template', { template_id: 'tpl-00000000' }],
      [400, 'no type', { type: undefined }],
      [400, 'no template', { template_id: undefined }],
      [400, 'languages that are not a list', { target_languages: 'ja' }],
      [400, 'an unsupported language', { target_languages: ['tlh'] }],
      [400, 'an unknown download_mode', { download_mode: 'both' }],
      [400, 'an unknown escape_mode', { escape_mode: true }],
      [400, 'a filename that is not text', { filename: 7 }],
      [400, 'an empty filename', { filename: '' }],
      [400, 'a filename with a slash', { filename: '../game' }],
      [400, 'a filename with a backslash', { filename: 'a\\b' }],
      [400, 'a filename with a control character', { filename: 'a\nb' }],
    ];
    const { exportIni } = exporting(await startStillSandbox());
    for (const [code, what, fields] of rows) {
      expect({ what, reply: await failureOf(exportIni(fields)) }).toMatchObject({
        what,
        reply: { code, effect: 'none' },
      });
    }
  });

  it('with 404 for the template of another project', async () => {
    const sandbox = await startStillSandbox();
    const others = localizationClient(sandbox, { project: 'other' });
    const body = { type: 'project_strings', template_id: TEMPLATE, target_languages: ['ja'] } as const;
    expect(await failureOf(others.exportIni(body))).toMatchObject({ code: 404 });
  });
});

describe('the download link', () => {
  it('is a fresh one for each call, and may be used again and again', async () => {
    const { exportIni } = await startPublished();
    const [first, second] = [(await exportIni()).data.download_url, (await exportIni()).data.download_url];
    expect(second).not.toBe(first);
    expect(await download(first)).toEqual(await download(first));
    expect(await download(second)).toEqual(await download(first));
  });

  it('is good for an hour, and not a moment longer', async () => {
    const { sandbox, exportIni } = await startPublished();
    const { data } = await exportIni();
    sandbox.clock.advance(HOUR_MS - 1);
    await download(data.download_url);
    sandbox.clock.advance(1);
    const reply = await fetch(data.download_url);
    expect(reply.status).toBe(403);
    expect(await reply.text()).toContain('<Code>AccessDenied</Code>');
  });

  it.each<[string, (url: URL) => void]>([
    ['a later expiry', (url) => url.searchParams.set('expires', '99999999999999')],
    ['another signature', (url) => url.searchParams.set('signature', 'f'.repeat(64))],
    ['no signature', (url) => url.searchParams.delete('signature')],
    ['another file', (url) => (url.pathname = '/sandbox/files/00000000-0000-0000-0000-000000000000')],
  ])('does not open with %s', async (_, tamper) => {
    const { exportIni } = await startPublished();
    const url = new URL((await exportIni()).data.download_url);
    tamper(url);
    const reply = await fetch(url);
    expect(reply.status).toBe(403);
    expect(await reply.text()).toContain('<Code>SignatureDoesNotMatch</Code>');
  });

  it('leaves its uses in the journal, without its signature', async () => {
    const { sandbox, exportIni } = await startPublished();
    const { data } = await exportIni();
    await download(data.download_url);
    sandbox.clock.advance(HOUR_MS);
    await fetch(data.download_url);
    const uses = sandbox.journal.find({ kind: 'request', subject: 'GET /download' });
    expect(uses.map(({ code, owner, answered }) => ({ code, owner, answered }))).toEqual([
      { code: 0, owner: 'sandbox', answered: true },
      { code: 403, owner: null, answered: true },
    ]);
    const signature = new URL(data.download_url).searchParams.get('signature') ?? '';
    expect(JSON.stringify(uses)).not.toContain(signature);
  });
});

describe('a download goes wrong on request', () => {
  async function linkWith(fault: Parameters<Sandbox['faults']['add']>[0]): Promise<string> {
    const { sandbox, exportIni } = await startPublished();
    sandbox.faults.add(fault);
    return (await exportIni()).data.download_url;
  }
  const on = 'GET /download';

  it('broken before it begins, and whole the next time', async () => {
    const url = await linkWith({ on, do: 'reset' });
    await expect(fetch(url)).rejects.toThrow();
    await download(url);
  });

  it('broken in the middle', async () => {
    const reply = await fetch(await linkWith({ on, do: 'lose-reply' }));
    expect(reply.status).toBe(200);
    await expect(reply.text()).rejects.toThrow();
  });

  it('begun and never ended', async () => {
    const patience = new AbortController();
    const reply = await fetch(await linkWith({ on, do: 'endless' }), { signal: patience.signal });
    const reader = reply.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    const rest = reader?.read();
    patience.abort();
    await expect(rest).rejects.toThrow();
  });

  it('replaced by something else', async () => {
    const reply = await fetch(await linkWith({ on, do: 'garbage', body: '<html>Sign in</html>' }));
    expect({ status: reply.status, text: await reply.text() }).toEqual({
      status: 200,
      text: '<html>Sign in</html>',
    });
  });

  it('refused for a while', async () => {
    const url = await linkWith({ on, do: 'refuse', code: 503, message: 'Slow down', retryAfter: '7' });
    const reply = await fetch(url);
    expect({ status: reply.status, retryAfter: reply.headers.get('retry-after') }).toEqual({
      status: 503,
      retryAfter: '7',
    });
    expect(await reply.text()).toContain('Slow down');
    await download(url);
  });

  it('held back', async () => {
    const url = await linkWith({ on, do: 'delay', ms: 50 });
    const beganMs = performance.now();
    await download(url);
    expect(performance.now() - beganMs).toBeGreaterThanOrEqual(45);
  });
});
