import { readStringSheet } from '../../../src/client/glossary/string-sheet';
import { putSnapshot } from '../../../src/store/source-snapshot';
import { DirectoryStore } from '../../support/directory-store';
import { useScratch } from '../../support/scratch';

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
