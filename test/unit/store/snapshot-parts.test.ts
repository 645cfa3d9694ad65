import type { SourceString } from '../../../src/localization/requests';
import { snapshotParts } from '../../../src/store/snapshot-parts';
import { StoreError } from '../../../src/store/store-error';
import { putSnapshot } from '../../../src/store/source-snapshot';
import { DirectoryStore } from '../../support/directory-store';
import fc from '../../support/fast-check';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();

/** Bytes that come in small pieces, cut anywhere. */
const inPieces = (text: string, bytes: number) => ({
  async *read() {
    const all = Buffer.from(text);
    for (let from = 0; from < all.length; from += bytes) {
      await Promise.resolve();
      yield all.subarray(from, from + bytes);
    }
  },
});

async function partsOf(parts: AsyncIterable<SourceString[]>): Promise<SourceString[][]> {
  const all: SourceString[][] = [];
  for await (const part of parts) all.push(part);
  return all;
}

/** Also what looks like the end of one string and the beginning of the next. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('"', '}', ',', '{', '\\', '"},{"string_id":"', '},{', 'string_id', ':', 'ü', '💥'))
    .map((pieces) => pieces.join('')),
);
const strings = fc.array(fc.record({ string_id: text, content: text }));

describe('a snapshot in parts', () => {
  it('has the strings in their order, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        strings,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 80 }),
        async (these, bytes, partChars) => {
          const store = inPieces(JSON.stringify(these), bytes);
          expect((await partsOf(snapshotParts(store, '', partChars))).flat()).toEqual(these);
        },
      ),
    );
  });

  it('comes in as many as keep each of them small', async () => {
    const store = new DirectoryStore(scratch.path('store'));
    const these = Array.from({ length: 30_000 }, (_, index) => ({
      string_id: `line.${index}`,
      content: 'They went on for days, and found nothing but sand and the wind over it.',
    }));
    const { sha256 } = await putSnapshot(store, these);
    const parts = await partsOf(snapshotParts(store, sha256));
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.flat()).toEqual(these);
  });

  it('is whole where it was written otherwise', async () => {
    const these = Array.from({ length: 20 }, (_, index) => ({ string_id: `line.${index}`, content: 'x' }));
    const store = inPieces(JSON.stringify(these, null, 2), 16);
    expect(await partsOf(snapshotParts(store, '', 50))).toEqual([these]);
  });

  it('that is damaged is read to its end, where the store says so', async () => {
    const store = {
      async *read() {
        yield* inPieces(`[{"string_id":"a","content":\0"x"},{"string_id":"b","content":"y"}]`, 8).read();
        throw new StoreError('damaged', 'It has another digest.');
      },
    };
    await expect(partsOf(snapshotParts(store, '', 20))).rejects.toThrow('It has another digest.');
  });

  it.each([
    ['another field', '[{"string_id":"a","content":"x"},{"string_id":"b","content":"y","other":1}]'],
    ['fields behind the list', '[{"string_id":"a","content":"x"}],"callback_url":"http://elsewhere.example"'],
    ['an end that is missing', '[{"string_id":"a","content":"x"},{"string_id":"b","content":"y"}'],
  ])('with %s is refused', async (_, content) => {
    await expect(partsOf(snapshotParts(inPieces(content, 8), '', 20))).rejects.toThrow();
  });
});
