import type { SourceString } from '../../../src/localization/requests';
import { snapshotParts, getNotes, getSnapshot, putSnapshot } from '../../../src/store/source-snapshot';
import { StoreError } from '../../../src/store/store-error';
import { DirectoryStore } from '../../support/directory-store';
import fc from '../../support/fast-check';
import { useScratch } from '../../support/scratch';
import type { ContentStore } from '../../../src/store/content-store';
import type { ReleaseInput } from '../../../src/domain/release/release-input';
import { getAddress, putAddress, withClosedAddress } from '../../../src/store/source-address';

describe('snapshot parts', () => {
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
      .array(
        fc.constantFrom('"', '}', ',', '{', '\\', '"},{"string_id":"', '},{', 'string_id', ':', 'ü', '💥'),
      )
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
      [
        'fields behind the list',
        '[{"string_id":"a","content":"x"}],"callback_url":"http://elsewhere.example"',
      ],
      ['an end that is missing', '[{"string_id":"a","content":"x"},{"string_id":"b","content":"y"}'],
    ])('with %s is refused', async (_, content) => {
      await expect(partsOf(snapshotParts(inPieces(content, 8), '', 20))).rejects.toThrow();
    });
  });
});

describe('source snapshot', () => {
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
      const made = [[a, b], [b, a], [a], [{ ...a, content: 'y' }, b]].map((these) =>
        putSnapshot(store, these),
      );
      expect(new Set((await Promise.all(made)).map((one) => one.sha256)).size).toBe(4);
    });

    it('is not read from a content that is none', async () => {
      const { sha256 } = await store.put('[{"string_id": "a"}]');
      await expect(getSnapshot(store, sha256)).rejects.toThrow('content');
    });
  });
});

describe('source address', () => {
  const scratch = useScratch();
  const SIGNED = 'https://files.example/strings.xlsx?X-Amz-Signature=secret&expires=1#part';

  it('keeps what may sign an address in the store, and carries the rest', async () => {
    const store = new DirectoryStore(scratch.path('store'));
    const source = await putAddress(store, SIGNED);
    expect(JSON.stringify(source)).not.toContain('secret');
    expect(source).toEqual({
      kind: 'url',
      url: 'https://files.example/strings.xlsx',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    expect(await getAddress(store, source)).toBe(SIGNED);
  });

  it('tells two signed addresses of one file apart', async () => {
    const store = new DirectoryStore(scratch.path('store'));
    const other = await putAddress(store, SIGNED.replace('expires=1', 'expires=2'));
    expect(other).not.toEqual(await putAddress(store, SIGNED));
  });

  it('carries an address without a query as it is, and keeps nothing', async () => {
    const store = new DirectoryStore(scratch.path('never'));
    const source = await putAddress(store, 'https://files.example/a.xlsx');
    expect(source).toEqual({ kind: 'url', url: 'https://files.example/a.xlsx' });
    expect(await getAddress(store, source)).toBe('https://files.example/a.xlsx');
  });

  it('a release from before is the same as one that is started today', async () => {
    const store = new DirectoryStore(scratch.path('store'));
    const before = {
      spec: { source: { url: SIGNED } },
      source: { kind: 'url', url: SIGNED },
    } as ReleaseInput;
    const source = await putAddress(store, SIGNED);
    expect(withClosedAddress(before)).toEqual({ spec: { source: { url: source.url } }, source });
    expect(withClosedAddress(withClosedAddress(before))).toEqual(withClosedAddress(before));
  });
});
