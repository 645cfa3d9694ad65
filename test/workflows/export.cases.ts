import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import { readTranslations } from '../../src/client/glossary/string-sheet';
import { ReleaseKeys } from '../../src/localization/release-keys';
import { addLanguagesUpdate, amendUpdate } from '../../src/protocol/messages';
import type { JournalEntry } from '../../src/sandbox/journal';
import { expectDoneOnce } from './invariants';
import { ReleaseRig } from './release-rig';
import { drawn, itAtNight } from '../support/nightly';

let rig: ReleaseRig;
afterEach(() => rig.close());

const unreviewed: Partial<ReleaseFile> = { terms: { confirmation: 'automatic' } };
const exports = (): JournalEntry[] => rig.sandbox.journal.find({ subject: 'POST /export/ini' });
const exportTo = (more: object) => ({
  export: { template: 'tpl-1a2b3c4d', directory: join(rig.directory, 'out'), filename: 'game', ...more },
});

describe('an export that the service gives up on after its five minutes', () => {
  const gaveUp = { on: 'POST /export/ini', do: 'refuse', code: 504, message: 'export timed out' } as const;

  it('is made again by halves of the languages', async () => {
    rig = await ReleaseRig.start({ callbacks: false });
    rig.sandbox.faults.add(gaveUp);
    const handle = await rig.release({ ...unreviewed, ...exportTo({}) });
    await handle.result();

    const status = await rig.status(handle);
    expect(status.export?.files.map(({ path, languages }) => [basename(path), languages])).toEqual([
      ['game.zh-cn-ja.ini', ['zh-cn', 'ja']],
      ['game.ko.ini', ['ko']],
    ]);
    expect(status.export?.completeness.map(({ language, percent }) => [language, percent])).toEqual([
      ['zh-cn', 100],
      ['ja', 100],
      ['ko', 100],
    ]);
    expect(exports()).toHaveLength(3);
    await expectDoneOnce(rig.sandbox, status, { confirmed: false });
  });

  it('is halved down to one language, and no further: then a person decides', async () => {
    rig = await ReleaseRig.start({ callbacks: false });
    const mend = rig.sandbox.faults.add({ ...gaveUp, nth: 'all' });
    const handle = await rig.release({ ...unreviewed, ...exportTo({}) });
    const { stage, problem } = await rig.parked(handle);

    expect({ stage, code: problem?.code }).toEqual({ stage: 'export', code: 'export_too_slow' });
    // All three, the first two, the first.
    expect(exports()).toHaveLength(3);

    mend();
    await rig.resolve(handle, 'retry');
    await handle.result();
    await expectDoneOnce(rig.sandbox, await rig.status(handle), { confirmed: false });
  });
});

itAtNight('an export by halves leaves no file of the one before it', async () => {
  rig = await ReleaseRig.start({ minCheckInterval: '200ms' });
  const at = new Date(Date.now() + 86_400_000).toISOString();
  const announce = { accounts: ['acc_1'], text: 'Out.', at };
  const handle = await rig.release({ ...unreviewed, ...exportTo({}), announce });
  await rig.reached(handle, ({ hold }) => hold?.why === 'announcement_time', 'its announcement is held');
  const directory = join(rig.directory, 'out');
  expect(await readdir(directory)).toEqual(['game.ini']);
  rig.sandbox.faults.add({ on: 'POST /export/ini', do: 'refuse', code: 504, message: 'export timed out' });
  await handle.executeUpdate(addLanguagesUpdate, { args: [{ by: 'olga', languages: ['fr'] }] });
  await rig.reached(handle, ({ export: made }) => (made?.files.length ?? 0) > 1, 'it is exported by halves');
  await handle.executeUpdate(amendUpdate, { args: [{ by: 'olga', amendment: { announce: null } }] });
  const { files, state } = await handle.result();
  expect(state).toBe('done');
  expect((await readdir(directory)).sort()).toEqual(files.map(({ path }) => basename(path)).sort());
});

describe('an export that waits for a language which only the project has', () => {
  const start = async (): Promise<Awaited<ReturnType<ReleaseRig['release']>>> => {
    rig = await ReleaseRig.start({ callbacks: false });
    const handle = await rig.release({
      ...unreviewed,
      ...exportTo({ languages: ['ja', 'fr'], minimumComplete: { fr: 100 } }),
    });
    expect((await rig.parked(handle)).problem?.code).toBe('gate_completeness');
    return handle;
  };

  it('goes on when the language is translated too', async () => {
    const handle = await start();
    await handle.executeUpdate(addLanguagesUpdate, { args: [{ by: 'olga', languages: ['fr'] }] });
    await rig.resolve(handle, 'retry');
    await handle.result();
    const { export: made, languages } = await rig.status(handle);
    expect(languages).toContain('fr');
    expect(made?.completeness.find(({ language }) => language === 'fr')?.percent).toBe(100);
    expect(rig.sandbox.journal.find({ subject: 'POST /tasks/supplement-translate' })).toHaveLength(2);
  });

  itAtNight('goes on without it', async () => {
    const handle = await start();
    const amendment = { withoutLanguages: ['fr'] };
    await handle.executeUpdate(amendUpdate, { args: [{ by: 'olga', amendment }] });
    await rig.resolve(handle, 'retry');
    const { files, state } = await handle.result();
    expect([state, files.flatMap(({ languages }) => languages)]).toEqual(['done', ['ja']]);
  });
});

describe('an export of one file for each language', () => {
  it.each(drawn(['escape', 'no-escape'] as const, 1, 1))(
    'is unpacked, read and put in place (%s)',
    async (escape) => {
      rig = await ReleaseRig.start({ sandbox: { readings: { 'zip-names': 'prefix' } } });
      const handle = await rig.release({ ...unreviewed, ...exportTo({ mode: 'separate', escape }) });
      await handle.result();

      const status = await rig.status(handle);
      expect(status.export?.files.map(({ path, languages }) => [basename(path), languages])).toEqual([
        ['game_zh-cn.ini', ['zh-cn']],
        ['game_ja.ini', ['ja']],
        ['game_ko.ini', ['ko']],
      ]);
      expect((await readdir(join(rig.directory, 'out'))).sort()).toEqual([
        'game_ja.ini',
        'game_ko.ini',
        'game_zh-cn.ini',
      ]);
      await expectDoneOnce(rig.sandbox, status, { confirmed: false });
    },
  );
});

describe('an archive in which all files have the same name', () => {
  it.each(
    drawn(
      [
        ['in one go', null],
        [
          'by halves',
          { on: 'POST /export/ini', do: 'refuse', code: 504, message: 'export timed out' } as const,
        ],
      ],
      1,
      2,
    ),
  )('is unpacked to a file for each language, exported %s', async (_how, fault) => {
    rig = await ReleaseRig.start({ sandbox: { readings: { 'zip-names': 'folders' } } });
    if (fault !== null) rig.sandbox.faults.add(fault);
    const handle = await rig.release({ ...unreviewed, ...exportTo({ mode: 'separate' }) });
    await handle.result();

    const status = await rig.status(handle);
    expect(status.export?.files.map(({ path, languages }) => [basename(path), languages])).toEqual([
      ['zh-cn-strings.ini', ['zh-cn']],
      ['ja-strings.ini', ['ja']],
      ['ko-strings.ini', ['ko']],
    ]);
    for (const { path, sha256 } of status.export?.files ?? []) {
      expect(
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      ).toBe(sha256);
    }
  });
});

/** What the link of every export leads to from now on. */
function exportsAre(body: string, told: object = {}): void {
  const data = { download_url: `${rig.sandbox.url}/sandbox/files/other`, ...told };
  const reply = JSON.stringify({ success: true, data });
  rig.sandbox.faults.add({ on: 'GET /download', do: 'garbage', body, nth: 'all' });
  rig.sandbox.faults.add({ on: 'POST /export/ini', do: 'garbage', nth: 'all', body: reply });
}

/** An archive of one file that is not compressed, with 0 for its checksum, which is wrong. */
function badArchive(name: string, content: string): string {
  const number = (value: number, bytes: number): string =>
    String.fromCharCode(...Array.from({ length: bytes }, (_, at) => (value >> (8 * at)) & 255));
  const sizes = number(0, 4) + number(content.length, 4) + number(content.length, 4) + number(name.length, 2);
  const local = `PK\x03\x04${number(20, 2)}${number(0, 8)}${sizes}${number(0, 2)}${name}${content}`;
  const central = `PK\x01\x02${number(20, 2)}${number(20, 2)}${number(0, 8)}${sizes}${number(0, 16)}${name}`;
  const end = `PK\x05\x06${number(0, 4)}${number(1, 2)}${number(1, 2)}`;
  return `${local}${central}${end}${number(central.length, 4)}${number(local.length, 4)}${number(0, 2)}`;
}

const oneString = [{ string_id: 'menu.start', content: 'Start' }];

describe('a file of which nothing can be used', () => {
  const archive = badArchive('ja.ini', '[ja]\nmenu.start=x\n');
  const rows = Array.from({ length: 40 }, (_, row) => `${row}|ja|text`).join('\n');
  it.each(
    drawn<[string, string, number | null]>(
      [
        ['another layout', rows, null],
        ['a page', '<!doctype html>\n<html><body class="x">Sign in</body></html>\n', null],
        ['half an archive', archive.slice(0, -20), null],
        ['an archive that leads out of its directory', badArchive('../ja.ini', '[ja]\nmenu.start=x\n'), null],
        ['an archive with a wrong checksum', archive, null],
        ['strings of another release alone', '[ja]\nmenu.stop=x\nmenu.pause=y\n', 0],
        ['blank texts', '[ja]\nmenu.start=" "\n', 0],
      ],
      2,
      1,
    ),
  )('parks the release: %s', async (_what, body, percent) => {
    rig = await ReleaseRig.start({ callbacks: false });
    exportsAre(body);
    const handle = await rig.release(
      { ...unreviewed, targetLanguages: ['ja'], supplementLanguages: [], ...exportTo({}) },
      oneString,
    );
    const { problem, export: exported } = await rig.parked(handle);
    expect(problem?.code).toBe('export_incomplete');
    expect(problem?.message).toMatch(percent === 0 ? /nothing in ja\./ : /How much of ja came is unknown: /);
    expect(exported?.completeness).toMatchObject([{ language: 'ja', percent }]);
    expect(exported?.files).toMatchObject([{ checked: percent === 0, keys: percent }]);
    expect(exported?.files[0]?.bytes).toBeGreaterThan(10);
    await rig.resolve(handle, 'skip');
    const { state, stages, warnings } = await handle.result();
    expect(state).toBe('done');
    // What may be in a file that a person has accepted is announced; what is in none is not.
    expect(warnings).toEqual([expect.stringMatching(percent === 0 ? /^Not announced: / : /^Not checked, /)]);
    expect(stages.at(-1)).toMatchObject({ name: 'announce', state: percent === 0 ? 'skipped' : 'done' });
  });

  it('parks the release where it is shorter than the service told, and lacks texts', async () => {
    rig = await ReleaseRig.start({ skipTime: true, callbacks: false });
    exportsAre('[ja]\nmenu.start=x\n', { file_size: 40 });
    const handle = await rig.release(
      { ...unreviewed, targetLanguages: ['ja'], supplementLanguages: [], ...exportTo({}) },
      [...oneString, { string_id: 'menu.stop', content: 'Stop' }],
    );
    const { problem, export: exported } = await rig.parked(handle);
    expect(problem?.code).toBe('export_incomplete');
    expect(problem?.message).toMatch(/^How much of ja came is unknown: .*shorter than the service told/);
    expect(exported?.completeness).toMatchObject([{ language: 'ja', percent: null }]);
  });

  it('is told and no more, where the release does not publish what would be in it', async () => {
    rig = await ReleaseRig.start({ callbacks: false });
    exportsAre('[ja]\nmenu.stop=x\n');
    const handle = await rig.release(
      { ...unreviewed, targetLanguages: ['ja'], supplementLanguages: [], publish: false, ...exportTo({}) },
      oneString,
    );
    const { state, warnings } = await handle.result();
    expect(state).toBe('done');
    expect(warnings).toContainEqual(
      expect.stringMatching(/^The export has nothing in ja\. .* not publish, /),
    );
  });

  it('is kept where its size was told otherwise too, and that is told', async () => {
    rig = await ReleaseRig.start({ skipTime: true, callbacks: false });
    rig.sandbox.faults.add({ on: 'GET /download', do: 'garbage', nth: 'all' });
    const handle = await rig.release({ ...unreviewed, ...exportTo({}) });
    const { problem, export: exported, warnings } = await rig.parked(handle);
    expect(problem?.code).toBe('export_incomplete');
    expect(exported?.files).toHaveLength(1);
    expect(warnings).toContainEqual(
      expect.stringMatching(/^The service told \d+ bytes for the exported file, and it has \d+\.$/),
    );
    await rig.resolve(handle, 'skip');
    expect((await handle.result()).state).toBe('done');
  });
});

describe('a file that has more than the release', () => {
  it.each(drawn(['escape', 'no-escape'] as const, 1, 2))(
    'is complete, and no string has the text of another (%s)',
    async (escape) => {
      rig = await ReleaseRig.start({ callbacks: false });
      const { strings } = rig.sandbox.localization.project('sandbox');
      for (const string_id of ['aaa', 'intro.title', 'Outro_2', 'zzz']) {
        const text = `of another release\nx = 1\nand ${string_id}`;
        const translations = { ja: text, ko: text, 'zh-cn': text };
        strings.set(string_id, { string_id, content: text, translations });
      }
      const handle = await rig.release({ ...unreviewed, ...exportTo({ escape }) });
      const { state, completeness, files, warnings, exportedAs } = await handle.result();
      expect({ state, warnings, escape: exportedAs?.escape }).toEqual({
        state: 'done',
        warnings: [],
        escape,
      });
      expect(completeness.map(({ percent, missing }) => [percent, missing])).toEqual([
        ...Array.from({ length: 3 }, () => [100, 0]),
      ]);
      const keys = new ReleaseKeys(['greeting', 'farewell', 'quest']);
      const { texts } = await readTranslations(rig.store, files, { language: 'ja', keys, escape });
      expect([...texts.keys()].sort()).toEqual(['farewell', 'greeting', 'quest']);
      expect([...texts.values()].join()).not.toMatch(/another release|x = 1/);
    },
  );

  it('has its languages and keys under other names, its size and its mode as they were not told', async () => {
    rig = await ReleaseRig.start({ skipTime: true, callbacks: false });
    exportsAre('[zh-Hans]\nMENU.START=一\n[ja]\nmenu.start=二\n[de]\nmenu.start=Drei\n', {
      file_size: 7,
      escape_mode: 'NO_ESCAPE',
      download_mode: 'Single',
    });
    const handle = await rig.release(
      {
        ...unreviewed,
        supplementLanguages: [],
        ...exportTo({ escape: 'escape', minimumComplete: { ja: 100 } }),
      },
      oneString,
    );
    const { state, completeness, warnings, exportedAs } = await handle.result();
    expect({ state, exportedAs }).toEqual({
      state: 'done',
      exportedAs: { mode: 'single', escape: 'no-escape' },
    });
    expect(completeness).toEqual([
      { language: 'zh-cn', percent: 100, missing: 0, otherCase: 1 },
      { language: 'ja', percent: 100, missing: 0 },
    ]);
    expect(warnings).toEqual([
      'The service told 7 bytes for the exported file, and it has 66.',
      'export.escape is escape, and the service exported with no-escape.',
      'The export also has languages that nobody asked for: de.',
    ]);
  });

  itAtNight('is read in the mode that was asked for where the reply names none', async () => {
    rig = await ReleaseRig.start({ skipTime: true, callbacks: false });
    exportsAre('[ja]\nmenu.start=one\\ntwo\n');
    const handle = await rig.release(
      {
        ...unreviewed,
        targetLanguages: ['ja'],
        supplementLanguages: [],
        ...exportTo({ escape: 'escape', mode: 'single' }),
      },
      oneString,
    );
    const { exportedAs, warnings } = await handle.result();
    expect({ exportedAs, warnings }).toEqual({
      exportedAs: { mode: 'single', escape: 'escape' },
      warnings: [],
    });
  });
});

describe('a release that does not say which languages are exported', () => {
  /** With a text in French, which the release has not. */
  const exportBy = async (languages: readonly string[]) => {
    rig = await ReleaseRig.start({ callbacks: false });
    const { templates, strings } = rig.sandbox.localization.project('sandbox');
    Object.assign(templates.get('project_strings')?.get('tpl-1a2b3c4d') ?? {}, { languages });
    strings.set('other', { string_id: 'other', content: 'Yes', translations: { fr: 'Mais oui' } });
    const handle = await rig.release({ ...unreviewed, supplementLanguages: [], ...exportTo({}) });
    const { state, completeness, warnings } = await handle.result();
    const names = await readdir(join(rig.directory, 'out'));
    const files = await Promise.all(names.map((name) => readFile(join(rig.directory, 'out', name))));
    const hasFrench = Buffer.concat(files).toString().replaceAll('\0', '').includes('Mais oui');
    return { state, warnings, exported: completeness.map(({ language }) => language), hasFrench };
  };

  it('leaves that to the template', async () => {
    expect(await exportBy(['ja', 'fr'])).toEqual({
      state: 'done',
      exported: ['ja'],
      hasFrench: true,
      warnings: [
        expect.stringMatching(/^The template .* does not name zh-cn: translated and not exported\.$/),
        expect.stringMatching(/because the template does not name it: zh-cn\.$/),
      ],
    });
  });

  itAtNight('exports its own where the template names none of them', async () => {
    const own = { state: 'done', warnings: [], exported: ['zh-cn', 'ja'], hasFrench: false };
    expect(await exportBy(['fr'])).toEqual(own);
  });
});

describe('files that cannot be had', () => {
  it('are put before a person once new links have not helped', async () => {
    rig = await ReleaseRig.start({ skipTime: true, callbacks: false });
    const mend = rig.sandbox.faults.add({ on: 'GET /download', do: 'refuse', code: 404, nth: 'all' });
    const handle = await rig.release({ ...unreviewed, ...exportTo({}) });
    const { problem } = await rig.parked(handle);
    expect(problem?.code).toBe('download_failed');
    expect(problem?.message).toMatch(/could not be downloaded: .*404\. Check that the workers reach/);
    mend();
    await rig.resolve(handle, 'retry');
    expect((await handle.result()).state).toBe('done');
  });

  it('stop the release before anything is paid for where they could never be put in place', async () => {
    rig = await ReleaseRig.start({ callbacks: false });
    const handle = await rig.release({ ...unreviewed, ...exportTo({ directory: '/proc/1/out' }) });
    const { problem, taskId } = await rig.parked(handle);
    expect({ code: problem?.code, taskId }).toEqual({ code: 'preflight', taskId: null });
    expect(problem?.message).toContain('/proc/1/out is in a file system of the kernel');
    await rig.resolve(handle, 'abort');
    await handle.result();
  });

  it('replace no file that an export has not written', async () => {
    rig = await ReleaseRig.start({ callbacks: false });
    const path = join(rig.directory, 'out', 'game.ini');
    await mkdir(dirname(path));
    await writeFile(path, 'greeting=Mine\n');
    const handle = await rig.release({ ...unreviewed, ...exportTo({}) });
    const { problem, export: exported } = await rig.parked(handle);
    expect(problem?.code).toBe('export_not_written');
    expect(problem?.message).toContain(`- ${path}: there is a file that no export has written`);
    expect(await readFile(path, 'utf8')).toBe('greeting=Mine\n');
    const made = await rig.store.get(exported?.files[0]?.sha256 ?? '');
    // What an export has written once may be replaced.
    await rig.store.put('greeting=Mine\n');
    await rig.resolve(handle, 'retry');
    expect((await handle.result()).state).toBe('done');
    expect(await readFile(path)).toEqual(made);
  });

  itAtNight('are kept where the directory cannot be written', async () => {
    rig = await ReleaseRig.start({ callbacks: false });
    const directory = join(rig.directory, 'out');
    await writeFile(directory, 'a file');
    const handle = await rig.release({ ...unreviewed, ...exportTo({}) });
    const { problem } = await rig.parked(handle);
    expect(problem?.code).toBe('export_not_written');
    expect(problem?.message).toContain(join(directory, 'game.ini'));
    const [file] = (await rig.status(handle)).export?.files ?? [];
    expect((await rig.store.get(file?.sha256 ?? '')).toString()).toContain('greeting');
    await rm(directory);
    await rig.resolve(handle, 'retry');
    expect((await handle.result()).state).toBe('done');
  });
});

describe('a language that is in no file', () => {
  it.each(
    drawn(
      [
        ['a file without it', '[ja]\nmenu.start=x\n[zh-cn]\nmenu.start=y\n', ['ko']],
        ['an empty file', '\n', ['zh-cn', 'ja', 'ko']],
        ['an empty archive', 'PK\x05\x06' + '\0'.repeat(18), ['zh-cn', 'ja', 'ko']],
      ],
      1,
      9,
    ),
  )('parks the release, and is not announced: %s', async (_what, body, missing) => {
    rig = await ReleaseRig.start({ callbacks: false });
    exportsAre(body);
    const text = 'Out in {languages}.';
    const announce = { accounts: ['acc_1'], text };
    const strings = [{ string_id: 'menu.start', content: 'Start' }];
    const handle = await rig.release({ ...unreviewed, ...exportTo({}), announce }, strings);
    const { problem } = await rig.parked(handle);
    expect(problem?.code).toBe('export_incomplete');
    expect(problem?.message).toContain(`nothing in ${missing.join(', ')}.`);
    expect(rig.sandbox.journal.find({ subject: 'POST /posts' })).toEqual([]);

    await rig.resolve(handle, 'skip');
    const { state, announcement } = await handle.result();
    expect(state).toBe('done');
    const { postId = '' } = announcement ?? {};
    const post = rig.sandbox.social.posts().find((candidate) => candidate.postId === postId);
    expect(post?.text).toBe(missing.length === 3 ? undefined : 'Out in Chinese (China) and Japanese.');
  });
});
