import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ReleaseFile } from '../../src/domain/release-file';
import { addLanguagesUpdate, amendUpdate } from '../../src/protocol/messages';
import type { JournalEntry } from '../../src/sandbox/journal';
import { expectDoneOnce } from './invariants';
import { ReleaseRig } from './release-rig';

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
    rig = await ReleaseRig.start();
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
    rig = await ReleaseRig.start();
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

it('an export by halves leaves no file of the one before it', async () => {
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

describe('an export of one file for each language', () => {
  it.each(['escape', 'no-escape'] as const)('is unpacked, read and put in place (%s)', async (escape) => {
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
  });
});

describe('an archive in which all files have the same name', () => {
  it.each([
    ['in one go', null],
    ['by halves', { on: 'POST /export/ini', do: 'refuse', code: 504, message: 'export timed out' } as const],
  ])('is unpacked to a file for each language, exported %s', async (_how, fault) => {
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

describe('a file that cannot be read', () => {
  const otherLayout = (): void => {
    const body = Array.from({ length: 40 }, (_, row) => `${row}|ja|text`).join('\n');
    rig.sandbox.faults.add({ on: 'GET /download', do: 'garbage', body, nth: 'all' });
    rig.sandbox.faults.add({
      on: 'POST /export/ini',
      do: 'garbage',
      nth: 'all',
      body: JSON.stringify({
        success: true,
        data: { download_url: `${rig.sandbox.url}/sandbox/files/other` },
      }),
    });
  };

  it('is handed over as it came, and marked as not checked', async () => {
    rig = await ReleaseRig.start();
    otherLayout();
    const handle = await rig.release({ ...unreviewed, ...exportTo({}) });
    const { state } = await handle.result();

    const status = await rig.status(handle);
    expect({ state, completeness: status.export?.completeness }).toEqual({ state: 'done', completeness: [] });
    expect(status.export?.files).toMatchObject([{ checked: false, keys: null }]);
    expect(status.warnings).toEqual([expect.stringContaining('Not checked')]);
    expect(await readFile(join(rig.directory, 'out', 'game.ini'), 'utf8')).toContain('39|ja|text');
  });

  it('stops the release where its release file asks for a number', async () => {
    rig = await ReleaseRig.start();
    otherLayout();
    const handle = await rig.release({ ...unreviewed, ...exportTo({ minimumComplete: { ja: 90 } }) });
    const { problem, export: exported } = await rig.parked(handle);
    expect(problem).toMatchObject({
      code: 'gate_completeness',
      message: expect.stringContaining('could not be counted') as string,
    });
    expect(exported?.files).toHaveLength(1);
    await rig.resolve(handle, 'skip');
    expect((await handle.result()).state).toBe('done');
  });

  it('is some other file where its size was announced otherwise too', async () => {
    rig = await ReleaseRig.start({ skipTime: true });
    rig.sandbox.faults.add({ on: 'GET /download', do: 'garbage', nth: 'all' });
    const handle = await rig.release({ ...unreviewed, ...exportTo({}) });
    const { problem, export: exported } = await rig.parked(handle);
    expect({ code: problem?.code, exported }).toEqual({ code: 'download_failed', exported: null });
    expect(problem?.message).toMatch(/bytes that cannot be read, and \d+ bytes were announced/);
    await rig.resolve(handle, 'skip');
    expect((await handle.result()).state).toBe('done');
  });
});

describe('files that cannot be had', () => {
  it('are put before a person once new links have not helped', async () => {
    rig = await ReleaseRig.start({ skipTime: true });
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
    rig = await ReleaseRig.start();
    const handle = await rig.release({ ...unreviewed, ...exportTo({ directory: '/proc/1/out' }) });
    const { problem, taskId } = await rig.parked(handle);
    expect({ code: problem?.code, taskId }).toEqual({ code: 'preflight', taskId: null });
    expect(problem?.message).toContain('/proc/1/out is in a file system of the kernel');
    await rig.resolve(handle, 'abort');
    await handle.result();
  });

  it('are kept where the directory cannot be written', async () => {
    rig = await ReleaseRig.start();
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
  it.each([
    ['a file without it', '[ja]\nmenu.start=x\n[zh-cn]\nmenu.start=y\n', ['ko']],
    ['an empty file', '\n', ['zh-cn', 'ja', 'ko']],
    ['an empty archive', 'PK\x05\x06' + '\0'.repeat(18), ['zh-cn', 'ja', 'ko']],
  ])('parks the release, and is not announced: %s', async (_what, body, missing) => {
    rig = await ReleaseRig.start();
    rig.sandbox.faults.add({ on: 'GET /download', do: 'garbage', body, nth: 'all' });
    rig.sandbox.faults.add({
      on: 'POST /export/ini',
      do: 'garbage',
      nth: 'all',
      body: JSON.stringify({
        success: true,
        data: { download_url: `${rig.sandbox.url}/sandbox/files/other` },
      }),
    });
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
