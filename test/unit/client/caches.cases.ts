import { cachedFor, sharedRead } from '../../../src/client/shared-read';
import { termSheets } from '../../../src/operations/term-operations';
import type { ContentStore } from '../../../src/store/content-store';
import { putMarks, putTermList } from '../../../src/store/stored-term-sheet';
import type { TermSheetRef } from '../../../src/domain/release/status';
import { useScratch } from '../../support/scratch';
import { DirectoryStore } from '../../support/directory-store';

describe('shared read', () => {
  it('is made once for all who ask while it is under way, and anew for who asks later', async () => {
    let reads = 0;
    const answers: ((answer: number) => void)[] = [];
    const read = sharedRead(() => {
      reads += 1;
      return new Promise<number>((resolve) => answers.push(resolve));
    });
    const asked = [read(), read(), read()];
    answers[0]?.(1);
    expect(await Promise.all(asked)).toEqual([1, 1, 1]);
    const later = read();
    answers[1]?.(2);
    expect(await later).toBe(2);
    expect(reads).toBe(2);
  });

  it('leaves nothing of a failure to who asks later', async () => {
    const outcomes = [() => Promise.reject(new Error('away')), () => Promise.resolve('here')];
    const read = sharedRead<string>(() => outcomes.shift()?.() ?? Promise.resolve('again'));
    await expect(read()).rejects.toThrow('away');
    expect(await read()).toBe('here');
  });

  it('an answer is kept for a while, unless a fresh one is wanted, and a failure is not', async () => {
    let reads = 0;
    const read = cachedFor(60_000, () => {
      reads += 1;
      return reads === 1 ? Promise.reject(new Error('away')) : Promise.resolve(reads);
    });
    await expect(read()).rejects.toThrow('away');
    expect([await read(), await read(), await read(true), await read()]).toEqual([2, 2, 3, 3]);
    const never = cachedFor(0, () => Promise.resolve((reads += 1)));
    expect([await never(), await never()]).toEqual([4, 5]);
  });
});

describe('term sheet cache', () => {
  describe('review sheets', () => {
    const scratch = useScratch();
    let store: ContentStore;
    let sheet: ReturnType<typeof termSheets>;
    /** Lists that were read from the store. */
    let reads: jest.SpyInstance;

    beforeEach(() => {
      store = new DirectoryStore(scratch.path());
      sheet = termSheets(store);
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
      const [first, second] = await Promise.all([sheet(ref), sheet(ref)]);
      expect(first).toMatchObject([{ term: 'Mira' }]);
      expect(second).toBe(first);
      expect(await sheet({ ...ref })).toBe(first);
      expect(reads).toHaveBeenCalledTimes(1);
    });

    it('are kept by the four that were used last', async () => {
      const refs = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(sheetOf));
      const [first, ...others] = refs;
      if (first === undefined) throw new Error('there are five');
      for (const ref of refs) await sheet(ref);
      for (const ref of others) await sheet(ref);
      expect(reads).toHaveBeenCalledTimes(5);
      expect(await sheet(first)).toMatchObject([{ term: 'a' }]);
      expect(reads).toHaveBeenCalledTimes(6);
    });

    it('come to everybody, though more are asked for at once than are kept', async () => {
      const refs = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(sheetOf));
      const read = await Promise.all(refs.map((ref) => sheet(ref)));
      expect(read.map(([term]) => term?.term)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    });

    it('that could not be read may be there next time', async () => {
      const ref = await sheetOf('Mira');
      reads.mockRejectedValueOnce(new Error('the disk is away'));
      await expect(sheet(ref)).rejects.toThrow('the disk is away');
      expect(await sheet(ref)).toMatchObject([{ term: 'Mira' }]);
    });
  });
});
