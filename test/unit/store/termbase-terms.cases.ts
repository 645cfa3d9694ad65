import type { ContentStore } from '../../../src/store/content-store';
import { StoreError } from '../../../src/store/store-error';
import { getNewTerms, getReading, getTermChanges, putTerms } from '../../../src/store/termbase-terms';
import { useScratch } from '../../support/scratch';
import { DirectoryStore } from '../../support/directory-store';

const scratch = useScratch();
const newStore = (): ContentStore => new DirectoryStore(scratch.path('store'));
const sword = { content: 'Sword', source_language: 'en', translations: { ja: '剣' } };
const change = { id: 'term_1', category: 'Item' };

describe('terms in the store', () => {
  it('come back as they were kept', async () => {
    const store = newStore();
    const reading = { sourceLanguage: 'en', newestAt: null, terms: [sword] };
    expect(await getNewTerms(store, await putTerms(store, [sword]))).toEqual([sword]);
    expect(await getTermChanges(store, await putTerms(store, [change]))).toEqual([change]);
    expect(await getReading(store, await putTerms(store, reading))).toEqual(reading);
  });

  it.each([
    ['changes', JSON.stringify([change])],
    ['the strings of a release', '[{"string_id": "a", "content": "b"}]'],
    ['no list', '{"content": "Sword"}'],
    ['no JSON', 'Sword'],
  ])('are not taken from %s', async (_what, content) => {
    const store = newStore();
    const { sha256 } = await store.put(content);
    const error: unknown = await getNewTerms(store, sha256).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ kind: 'unfit' });
  });
});
