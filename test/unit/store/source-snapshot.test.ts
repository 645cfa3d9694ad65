import fc from 'fast-check';
import type { SourceString } from '../../../src/localization/requests';
import type { ContentStore } from '../../../src/store/content-store';
import { getSnapshot, putSnapshot } from '../../../src/store/source-snapshot';
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
    const turned = { content: 'x', string_id: 'a', note: 'not sent' };
    expect(await putSnapshot(store, [turned])).toEqual(one);
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
