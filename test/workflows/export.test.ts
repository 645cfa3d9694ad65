import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ReleaseFile } from '../../src/domain/release-file';
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

describe('a file that cannot be read', () => {
  it('is kept, told of and parked; nothing is put in its place', async () => {
    rig = await ReleaseRig.start();
    // In a section per language, keys that are all languages may as well be the languages.
    const strings = [
      { string_id: 'ja', content: 'Japanese' },
      { string_id: 'ko', content: 'Korean' },
    ];
    const handle = await rig.release({ ...unreviewed, ...exportTo({}) }, strings);
    const { stage, problem, export: exported } = await rig.parked(handle);

    expect({ stage, code: problem?.code, exported }).toEqual({
      stage: 'export',
      code: 'export_unreadable',
      exported: null,
    });
    expect(problem?.message).toContain('line 1: sections and keys are all languages');
    const [, sha256 = ''] = /kept in the store as ([0-9a-f]{64})/.exec(problem?.message ?? '') ?? [];
    expect((await rig.store.get(sha256)).toString()).toMatch(/^\[zh-cn\]\nja=/);
    await expect(readFile(join(rig.directory, 'out', 'game.ini'))).rejects.toThrow('ENOENT');

    // Announced all the same: to go on without files is a decision of its own.
    await rig.resolve(handle, 'skip');
    expect((await handle.result()).state).toBe('done');
  });
});
