import type { SourceString } from '../../../src/localization/requests';
import type { ContentStore } from '../../../src/store/content-store';
import { getNotes, getSnapshot, putSnapshot } from '../../../src/store/source-snapshot';
import fc from '../../support/fast-check';
import { useScratch } from '../../support/scratch';
import { DirectoryStore } from '../../support/directory-store';

const scratch = useScratch();
let store: ContentStore;

beforeEach(() => {
  store = new DirectoryStore(scratch.path('store'));
});

const text = fc.string({ unit: 'binary' });
const strings = fc.array(fc.record({ string_id: text, content: text }));

describe('a source snapshot', () => {
  it('gives back the strings in their order', async () => {
    await fc.assert(
      fc.asyncProperty(strings, async (these) => {
        const { sha256, strings: count } = await putSnapshot(store, these);
        expect(count).toBe(these.length);
        expect(await getSnapshot(store, sha256)).toEqual(these);
      }),
      { numRuns: 30 },
    );
  });

  it('has one digest for the same strings, however their objects were made', async () => {
    const one = await putSnapshot(store, [{ string_id: 'a', content: 'x' }]);
    const turned = { content: 'x', string_id: 'a', other: 'not sent' };
    expect(await putSnapshot(store, [turned])).toEqual(one);
  });

  it('keeps notes beside the strings, whose bytes and digest stay the same', async () => {
    const first: SourceString = { string_id: 'a', content: 'x' };
    const second: SourceString = { string_id: '__proto__', content: 'y' };
    const plain = await putSnapshot(store, [first, second]);
    expect(plain).toEqual({ sha256: expect.any(String) as string, strings: 2 });
    const note = { context: 'menu', comment: 'verb', maxLength: 10 };
    const noted = await putSnapshot(store, [first, { ...second, note }]);
    expect(noted).toEqual({ ...plain, notes: expect.any(String) as string });
    expect(await getSnapshot(store, noted.sha256)).toEqual([first, second]);
    expect(await getNotes(store, noted.notes ?? '')).toEqual(new Map([['__proto__', note]]));
  });

  it('has other digests for other strings and for another order', async () => {
    const a: SourceString = { string_id: 'a', content: 'x' };
    const b: SourceString = { string_id: 'b', content: 'x' };
    const made = [[a, b], [b, a], [a], [{ ...a, content: 'y' }, b]].map((these) => putSnapshot(store, these));
    expect(new Set((await Promise.all(made)).map((one) => one.sha256)).size).toBe(4);
  });

  it('is not read from a content that is none', async () => {
    const { sha256 } = await store.put('[{"string_id": "a"}]');
    await expect(getSnapshot(store, sha256)).rejects.toThrow('content');
  });
});
