/** What a store on somebody else's server gives, where that server does not end. */
import { ContentStore } from '../../../src/store/content-store';
import type { ObjectStorage } from '../../../src/store/object-storage';
import { storeErrorOf } from '../../support/store-error-of';

const PIECE = Buffer.alloc(16 * 1024 * 1024);
const digest = 'a'.repeat(64);

function endless(): { store: ContentStore; given: () => number } {
  let pieces = 0;
  async function* read(): AsyncGenerator<Buffer> {
    for (;;) {
      pieces += 1;
      yield await Promise.resolve(PIECE);
    }
  }
  return { store: new ContentStore({ read } as unknown as ObjectStorage), given: () => pieces };
}

it('a content that is to be held as a whole is refused once it is too large', async () => {
  const { store, given } = endless();
  expect((await storeErrorOf(store.get(digest))).message).toContain('is too large to read');
  expect(given()).toBeLessThan(10);
});

it('a content without an end is damaged', async () => {
  const { store, given } = endless();
  const readAll = async (): Promise<void> => {
    for await (const piece of store.read(digest)) if (piece.length === 0) return;
  };
  expect((await storeErrorOf(readAll())).message).toContain('is damaged');
  expect(given()).toBeLessThan(70);
});
