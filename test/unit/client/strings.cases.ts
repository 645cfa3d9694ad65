import { readStringSheet } from '../../../src/client/glossary/string-sheet';
import { getSnapshot, putSnapshot } from '../../../src/store/source-snapshot';
import { DirectoryStore } from '../../support/directory-store';
import { useScratch } from '../../support/scratch';
import { snapshotOf } from '../../../src/client/plans/prepare-release';
import { type ReleaseFile, releaseSpec } from '../../../src/domain/release/release-file';
import { InputError } from '../../../src/source/input-error';
import { mergeFile } from '../../../src/client/releases/amend-release';
import { amendable } from '../../../src/domain/release/release-input';

describe('string sheet', () => {
  const scratch = useScratch();
  let store: DirectoryStore;
  beforeEach(() => {
    store = new DirectoryStore(scratch.path());
  });

  /** What a release with these texts would have left in the store. */
  async function exported(source: Record<string, string>, ini: string, languages = ['ja', 'ko']) {
    const strings = Object.entries(source).map(([string_id, content]) => ({ string_id, content }));
    const { sha256 } = await store.put(ini);
    return {
      source: { kind: 'snapshot' as const, ...(await putSnapshot(store, strings)) },
      files: [{ languages, sha256, checked: true }],
      escape: null,
    };
  }

  const changes = ({ strings }: { strings: readonly { id: string; change: string }[] }) =>
    Object.fromEntries(strings.map(({ id, change }) => [id, change]));

  it('tells what a language has that the release before had not, string by string', async () => {
    const before = await exported(
      { hello: 'Hello', bye: 'Bye', old: 'Old' },
      '[ja]\nhello=やあ\nbye=じゃあ\nold=古い\n[ko]\nhello=안녕\n',
    );
    const now = await exported(
      { hello: 'Hello', bye: 'Bye!', fresh: 'New', open: 'Open' },
      '[ja]\nhello=やあ\nbye=じゃあね\nfresh=新しい\n[ko]\nhello=안녕\nbye=잘가\n',
    );
    const sheet = await readStringSheet(store, { now, before, language: 'ja' });
    expect(changes(sheet)).toEqual({
      hello: 'same',
      bye: 'changed',
      fresh: 'added',
      open: 'missing',
      old: 'removed',
    });
    expect(sheet).toMatchObject({
      compared: true,
      isWhole: true,
      counts: { same: 1, changed: 1, added: 1, missing: 1, removed: 1 },
    });
    expect(sheet.strings[1]).toEqual({
      id: 'bye',
      source: 'Bye!',
      text: 'じゃあね',
      before: 'じゃあ',
      change: 'changed',
    });
  });

  it('reads a file of one language without sections, and of several files those that have it', async () => {
    const { source } = await exported({ hello: 'Hello' }, '');
    const file = async (language: string, text: string) => ({
      languages: [language],
      sha256: (await store.put(`hello=${text}\n`)).sha256,
      checked: true,
    });
    const now = { source, files: [await file('ja', 'やあ'), await file('ko', '안녕')], escape: null };
    const { strings } = await readStringSheet(store, { now, before: null, language: 'ko' });
    expect(strings.map(({ text }) => text)).toEqual(['안녕']);
  });

  it('without a release before, or without its files, nothing is called new', async () => {
    const now = await exported({ hello: 'Hello', bye: 'Bye' }, '[ja]\nhello=やあ\n');
    const gone = { ...now, files: [{ languages: ['ja'], sha256: 'f'.repeat(64), checked: true }] };
    for (const before of [null, gone]) {
      const sheet = await readStringSheet(store, { now, before, language: 'ja' });
      expect(sheet.compared).toBe(false);
      expect(changes(sheet)).toEqual({ hello: 'same', bye: 'missing' });
    }
  });

  it('of more strings than are kept in memory it shows some, says so, and compares nothing', async () => {
    const lines = Array.from({ length: 100_001 }, (_, index) => `s${index}=x`);
    const { sha256 } = await store.put(`[ja]\n${lines.join('\n')}\n`);
    const now = {
      source: { kind: 'url' as const, url: 'https://example.org/a.xlsx' },
      files: [{ languages: ['ja'], sha256, checked: true }],
      escape: null,
    };
    const sheet = await readStringSheet(store, { now, before: now, language: 'ja' });
    expect([sheet.strings.length, sheet.isWhole, sheet.compared]).toEqual([100_000, false, false]);
  });
});

describe('snapshot of', () => {
  const scratch = useScratch();

  async function snapshot(text: string, preflight?: 'strict') {
    const file = await scratch.write('a.json', text);
    const spec = releaseSpec.parse({ name: 'a', source: { file }, targetLanguages: ['ja'], preflight });
    const store = new DirectoryStore(scratch.path('store'));
    const { input, doubts } = await snapshotOf(spec, store, 'ann');
    return { told: doubts, source: input.source, store };
  }

  const doubtful = '{"a": "Ann", "b": "Ben", "c": 5}';

  describe('the strings of a release that is started', () => {
    it('are kept, and what is doubtful in them is told', async () => {
      const { told, source, store } = await snapshot(doubtful);
      expect(told).toEqual([
        expect.stringContaining(
          'a.json:1: leaves out 1 string with a number, a flag or a list instead of a text: c',
        ),
      ]);
      if (source.kind !== 'snapshot') throw new Error('a snapshot was expected');
      expect(await getSnapshot(store, source.sha256)).toHaveLength(2);
    });

    it('are refused for a doubt where the release is strict', async () => {
      await expect(snapshot(doubtful, 'strict')).rejects.toThrow(InputError);
      const described = '{"a": {"message": "x", "description": "y"}}';
      await expect(snapshot(described, 'strict')).resolves.toMatchObject({ told: [] });
      await expect(snapshot('{"a": "x"}', 'strict')).resolves.toMatchObject({ told: [] });
    });
  });
});

describe('merge file', () => {
  const file: ReleaseFile = {
    name: 'game-1',
    source: { file: 'en.json' },
    targetLanguages: ['ja'],
    supplementLanguages: ['ko', 'fr'],
    terms: { deadline: '3 days', reminders: ['1 day'] },
    export: { template: 'tpl-1' },
    announce: { accounts: ['acc_1', 'acc_2'], text: 'Out.' },
  };
  const specOf = (more: Partial<ReleaseFile> = {}) => releaseSpec.parse({ ...file, ...more });
  const merge = (amended: Partial<ReleaseFile>, changed: Partial<ReleaseFile>) =>
    mergeFile(amendable(specOf()), specOf(amended), specOf(changed));

  const longer = { terms: { deadline: '5 days', reminders: ['1 day'] } };

  it('a file that was not changed takes back nothing', () => {
    const amended = { ...longer, publish: false, export: undefined, supplementLanguages: ['ko'] };
    expect(merge(amended, {})).toEqual({ spec: specOf(amended), takenBack: [] });
  });

  it('a file changes what it changed, and leaves what others amended', () => {
    expect(merge(longer, { announce: { accounts: ['acc_1', 'acc_2'], text: 'Out now.' } })).toEqual({
      spec: specOf({ ...longer, announce: { accounts: ['acc_1', 'acc_2'], text: 'Out now.' } }),
      takenBack: [],
    });
  });

  it('another text leaves out the accounts that others have left out', () => {
    const amended = { announce: { accounts: ['acc_1'], text: 'Out.' } };
    const changed = { announce: { accounts: ['acc_1', 'acc_2'], text: 'Out now.' } };
    expect(merge(amended, changed)).toEqual({
      spec: specOf({ announce: { accounts: ['acc_1'], text: 'Out now.' } }),
      takenBack: [],
    });
  });

  it.each<[string, Partial<ReleaseFile>, Partial<ReleaseFile>, string[]]>([
    ['another deadline', longer, { terms: { deadline: '4 days', reminders: ['1 day'] } }, ['terms.deadline']],
    ['the same deadline', longer, longer, []],
    ['another order', { supplementLanguages: ['ko'] }, { supplementLanguages: ['fr', 'ko'] }, []],
    [
      'other languages',
      { supplementLanguages: [] },
      { supplementLanguages: ['ko'] },
      ['supplementLanguages'],
    ],
    ['no export', { export: { template: 'tpl-2' } }, { export: undefined }, ['export']],
    [
      'a text for what is a prepared post now',
      { announce: { postId: 'post_1' } },
      { announce: { accounts: ['acc_1', 'acc_2'], text: 'Out now.' } },
      ['announce'],
    ],
  ])('a file with %s says what it takes back', (_what, amended, changed, takenBack) => {
    const merged = merge(amended, changed);
    expect(merged.takenBack).toEqual(takenBack);
    if (takenBack.length > 0) expect(merged.spec).toEqual(specOf(changed));
    else expect(merged.spec).toEqual(specOf(amended));
  });
});
