import { TermSheetCache } from '../../../src/client/glossary/term-sheet-cache';
import type { ContentStore } from '../../../src/store/content-store';
import { putMarks, putTermList } from '../../../src/store/stored-term-sheet';
import type { TermSheetRef } from '../../../src/domain/release/status';
import { useScratch } from '../../support/scratch';
import { DirectoryStore } from '../../support/directory-store';

describe('review sheets', () => {
  const scratch = useScratch();
  let store: ContentStore;
  let sheets: TermSheetCache;
  /** Lists that were read from the store. */
  let reads: jest.SpyInstance;

  beforeEach(() => {
    store = new DirectoryStore(scratch.path());
    sheets = new TermSheetCache(store);
    reads = jest.spyOn(store, 'get');
  });

  async function sheetOf(term: string): Promise<TermSheetRef> {
    const base = [
      { id: 'term_1', term, context: '', category: 'Other', score: 1, note: '', translations: {} },
    ];
    return putMarks(
      store,
      { base: await putTermList(store, base), matches: null },
      { base, marks: new Map() },
    );
  }

  it('are read once for all who ask, at once or later', async () => {
    const ref = await sheetOf('Mira');
    const [first, second] = await Promise.all([sheets.read(ref), sheets.read(ref)]);
    expect(first).toMatchObject([{ term: 'Mira' }]);
    expect(second).toBe(first);
    expect(await sheets.read({ ...ref })).toBe(first);
    expect(reads).toHaveBeenCalledTimes(1);
  });

  it('are kept by the four that were used last', async () => {
    const refs = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(sheetOf));
    const [first, ...others] = refs;
    if (first === undefined) throw new Error('there are five');
    for (const ref of refs) await sheets.read(ref);
    for (const ref of others) await sheets.read(ref);
    expect(reads).toHaveBeenCalledTimes(5);
    expect(await sheets.read(first)).toMatchObject([{ term: 'a' }]);
    expect(reads).toHaveBeenCalledTimes(6);
  });

  it('come to everybody, though more are asked for at once than are kept', async () => {
    const refs = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(sheetOf));
    const read = await Promise.all(refs.map((ref) => sheets.read(ref)));
    expect(read.map(([term]) => term?.term)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  });

  it('that could not be read may be there next time', async () => {
    const ref = await sheetOf('Mira');
    reads.mockRejectedValueOnce(new Error('the disk is away'));
    await expect(sheets.read(ref)).rejects.toThrow('the disk is away');
    expect(await sheets.read(ref)).toMatchObject([{ term: 'Mira' }]);
  });
});
