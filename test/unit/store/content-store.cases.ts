import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Archive } from '../../../src/store/archive';
import { StoreError } from '../../../src/store/store-error';
import fc from '../../support/fast-check';
import { useScratch } from '../../support/scratch';
import { DirectoryStore } from '../../support/directory-store';
import { ContentStore } from '../../../src/store/content-store';
import { copyStore } from '../../../src/store/copy-store';
import { DirectoryStorage } from '../../../src/store/directory-storage';
import type { ObjectStorage, StoredObject } from '../../../src/store/object-storage';
import { storeErrorOf } from '../../support/store-error-of';

describe('content store', () => {
  const scratch = useScratch();
  let store: DirectoryStore;

  beforeEach(() => {
    store = new DirectoryStore(scratch.path('deep', 'store'));
  });

  const digestOf = (content: string | Uint8Array): string =>
    createHash('sha256').update(content).digest('hex');
  const pathOf = (sha256: string): string => scratch.path('deep', 'store', sha256.slice(0, 2), sha256);

  async function storeErrorOf(work: Promise<unknown>): Promise<StoreError> {
    const outcome = await work.then(
      () => null,
      (error: unknown) => error,
    );
    if (!(outcome instanceof StoreError))
      throw new Error(`a StoreError was expected, not ${String(outcome)}`);
    return outcome;
  }

  describe('the content store', () => {
    it('knows what it has', async () => {
      const [some, none] = [await store.put('some'), await store.put('')];
      expect(await store.has(some.sha256)).toBe(true);
      expect(await store.has(none.sha256)).toBe(true);
      expect(await store.has(digestOf('other'))).toBe(false);
    });

    it('gives back what it was given, by its SHA-256', async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => {
          const kept = await store.put(bytes);
          expect(kept).toEqual({ sha256: digestOf(bytes), bytes: bytes.length });
          expect(Buffer.from(bytes).equals(await store.get(kept.sha256))).toBe(true);
        }),
        { numRuns: 30 },
      );
    });

    it('keeps text as UTF-8, at the first two digits of its digest', async () => {
      const { sha256, bytes } = await store.put('日本');
      expect(bytes).toBe(6);
      expect(await readFile(pathOf(sha256), 'utf8')).toBe('日本');
    });

    it('takes one content from many at once, and keeps it once', async () => {
      const content = 'x'.repeat(200_000);
      const kept = await Promise.all(Array.from({ length: 8 }, () => store.put(content)));
      expect(new Set(kept.map((one) => one.sha256)).size).toBe(1);
      expect(await readdir(scratch.path('deep', 'store'))).toEqual([digestOf(content).slice(0, 2)]);
      expect(await readdir(scratch.path('deep', 'store', digestOf(content).slice(0, 2)))).toEqual([
        digestOf(content),
      ]);
    });

    it('takes and gives files of many pieces', async () => {
      const content = randomBytes(3_000_001);
      const kept = await store.put(createReadStream(await scratch.write('big.zip', content)));
      expect(kept).toEqual({ sha256: digestOf(content), bytes: content.length });
      await store.copyTo(kept.sha256, scratch.path('out', 'big.zip'));
      expect(content.equals(await readFile(scratch.path('out', 'big.zip')))).toBe(true);
    });

    it('is found by another who shares the directory', async () => {
      const { sha256 } = await store.put('shared');
      const other = new DirectoryStore(scratch.path('deep', 'store'));
      expect((await other.get(sha256)).toString()).toBe('shared');
    });

    it('says why a content to keep could not be read, and keeps nothing of it', async () => {
      async function* broken(): AsyncGenerator<Buffer> {
        yield await Promise.resolve(Buffer.from('half of'));
        throw new Error('the line broke');
      }
      await expect(store.put(broken())).rejects.toThrow(/^the line broke$/);
      expect(await readdir(scratch.path('deep', 'store'))).toEqual([]);
    });
  });

  describe('a content that is not there', () => {
    const absent = 'a'.repeat(64);

    it('is told with what to check', async () => {
      const error = await storeErrorOf(store.get(absent));
      expect(error.kind).toBe('absent');
      expect(error.message).toContain(absent);
      expect(error.message).toContain(scratch.path('deep', 'store'));
      expect(error.message).toContain('Check LOCRELEASE_STORE');
    });

    it('leaves the target of a copy as it was', async () => {
      const target = await scratch.write('game.ini', 'old');
      expect((await storeErrorOf(store.copyTo(absent, target))).kind).toBe('absent');
      expect(await readFile(target, 'utf8')).toBe('old');
      expect(await readdir(scratch.path())).toEqual(['game.ini']);
    });

    it('is never looked for outside of the store', async () => {
      await scratch.write('secret', 'x');
      await expect(store.get('../../secret')).rejects.toThrow(TypeError);
      await expect(store.get('A'.repeat(64))).rejects.toThrow('not a SHA-256 digest');
    });
  });

  describe('a content that is damaged', () => {
    const damages: [string, (path: string) => Promise<void>][] = [
      ['cut short', (path) => truncate(path, 10)],
      ['emptied', (path) => truncate(path, 0)],
      ['grown', (path) => appendFile(path, 'x')],
      ['overwritten', (path) => writeFile(path, 'y'.repeat(1000))],
    ];

    it.each(damages)('by being %s is not given out, and can be kept anew', async (_what, damage) => {
      const { sha256 } = await store.put('x'.repeat(1000));
      await damage(pathOf(sha256));
      const error = await storeErrorOf(store.get(sha256));
      expect(error.kind).toBe('damaged');
      expect(error.message).toContain('Restore the file from a backup, or store the same content again');
      await store.put('x'.repeat(1000));
      expect((await store.get(sha256)).toString()).toBe('x'.repeat(1000));
    });

    it('leaves the target of a copy as it was', async () => {
      const { sha256 } = await store.put('new');
      await appendFile(pathOf(sha256), '!');
      const target = await scratch.write('out/game.ini', 'old');
      expect((await storeErrorOf(store.copyTo(sha256, target))).kind).toBe('damaged');
      expect(await readFile(target, 'utf8')).toBe('old');
      expect(await readdir(scratch.path('out'))).toEqual(['game.ini']);
    });

    it('by being no file is told as unreadable', async () => {
      const { sha256 } = await store.put('x');
      await rm(pathOf(sha256));
      await mkdir(pathOf(sha256));
      expect((await storeErrorOf(store.get(sha256))).kind).toBe('unreadable');
    });
  });

  describe('a store that cannot be written to', () => {
    it('says so, and what to do', async () => {
      const blocked = new DirectoryStore(await scratch.write('file', ''));
      for (const work of [() => blocked.put('x'), () => blocked.storage.checkWritable()]) {
        const error = await storeErrorOf(work());
        expect(error.kind).toBe('unwritable');
        expect(error.message).toContain('Nothing was stored');
        expect(error.message).toContain('Set LOCRELEASE_STORE to a directory');
      }
    });

    it('is told from one that can, which keeps no trace of the question', async () => {
      await store.storage.checkWritable();
      expect(await readdir(scratch.path('deep', 'store'))).toEqual([]);
    });
  });

  describe('a store', () => {
    const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o7777;
    let umask = 0;
    beforeEach(() => {
      umask = process.umask(0);
    });
    afterEach(() => {
      process.umask(umask);
    });

    it('is for its owner alone, also where the umask is open', async () => {
      const directory = scratch.path('closed', 'store');
      const kept = new DirectoryStore(directory);
      const { sha256 } = await kept.put('terms');
      await new Archive(kept.storage).put('releases/game', '{}');
      for (const path of [directory, join(directory, 'archive/releases'), dirname(kept.pathOf(sha256))])
        expect(await modeOf(path)).toBe(0o700);
      for (const path of [kept.pathOf(sha256), join(directory, 'archive/releases/game')])
        expect(await modeOf(path)).toBe(0o600);
      const target = scratch.path('out', 'game.ini');
      await kept.copyTo(sha256, target);
      expect(await modeOf(target)).toBe(0o666);
    });

    it('that was open to everybody is closed, and a group that shares it keeps it', async () => {
      const open = scratch.path('open');
      await mkdir(open, { mode: 0o755 });
      await new DirectoryStore(open).put('terms');
      expect(await modeOf(open)).toBe(0o700);
      const shared = scratch.path('shared');
      await mkdir(shared, { mode: 0o775 });
      const { sha256 } = await new DirectoryStore(shared).put('terms');
      expect(await modeOf(shared)).toBe(0o770);
      expect(await modeOf(new DirectoryStore(shared).pathOf(sha256))).toBe(0o660);
    });
  });
});

/** A store that others work with while it is copied. */
describe('copy store', () => {
  const scratch = useScratch();

  /** Something happens when all of it was listed, and nothing of the last object was read. */
  class BusyStorage extends DirectoryStorage {
    meanwhile: () => Promise<unknown> = () => Promise.resolve();

    override async *list(path: string): AsyncGenerator<StoredObject> {
      const found: StoredObject[] = [];
      for await (const object of super.list(path)) found.push(object);
      await this.meanwhile();
      yield* found;
    }
  }

  let from: BusyStorage;
  let to: DirectoryStorage;
  let source: ContentStore;
  beforeEach(() => {
    from = new BusyStorage(scratch.path('from'));
    to = new DirectoryStorage(scratch.path('to'));
    source = new ContentStore(from);
  });

  async function keysOf(storage: DirectoryStorage): Promise<string[]> {
    const found: string[] = [];
    for await (const key of storage.keys('')) found.push(key);
    return found;
  }

  it('has no record of a release that ended while it was copied, until it is copied again', async () => {
    await source.put('of a release before');
    await new Archive(from).put('game/before.json', '{}');
    from.meanwhile = async () => {
      await source.put('of a release that ends now');
      await new Archive(from).put('game/now.json', '{}');
    };
    expect(await copyStore(from, to, { verify: false })).toMatchObject({ copied: 1, copiedRecords: 1 });
    expect(await new Archive(to).list('')).toEqual(['game/before.json']);
    expect(await copyStore(from, to, { verify: false })).toMatchObject({ copied: 1, copiedRecords: 1 });
    expect(await keysOf(to)).toEqual(await keysOf(from));
  });

  it('passes over what was removed while it was copied', async () => {
    const { sha256, bytes } = await source.put('that nobody needs');
    await source.put('that somebody needs');
    from.meanwhile = () => rm(from.fileOf(`${sha256.slice(0, 2)}/${sha256}`));
    const report = await copyStore(from, to, { verify: false });
    expect(report).toMatchObject({ objects: 2, copied: 1, gone: 1, damaged: [] });
    expect(report.copiedBytes).toBe(report.bytes - bytes);
    expect(await keysOf(to)).toEqual(await keysOf(from));
  });
});

/** What a store on somebody else's server gives, where that server does not end. */
describe('endless contents', () => {
  const PIECE = Buffer.alloc(16 * 1024 * 1024);
  const digest = 'a'.repeat(64);
  const scratch = useScratch();

  function endless(): { store: ContentStore; archive: Archive; given: () => number } {
    let pieces = 0;
    async function* read(): AsyncGenerator<Buffer> {
      for (;;) {
        pieces += 1;
        yield await Promise.resolve(PIECE);
      }
    }
    const storage = { read } as unknown as ObjectStorage;
    return { store: new ContentStore(storage), archive: new Archive(storage), given: () => pieces };
  }

  it('a content is read no further than it is listed to be long', async () => {
    const { store, given } = endless();
    const list = (): AsyncIterable<StoredObject> =>
      Readable.from([{ key: `aa/${digest}`, bytes: 346, putAtMs: 0 }]);
    Object.assign(store.storage, { list, keys: () => Readable.from([]) });
    const to = new DirectoryStorage(scratch.path('to'));
    const { damaged } = await copyStore(store.storage, to, { verify: false });
    expect([damaged.map(({ sha256 }) => sha256), given()]).toEqual([[digest], 1]);
  });

  it('a content that is to be held as a whole is refused once it is too large', async () => {
    const { store, given } = endless();
    expect((await storeErrorOf(store.get(digest))).message).toContain('is too large to read');
    expect(given()).toBeLessThan(10);
  });

  it('a record is refused once it is larger than any', async () => {
    const { archive, given } = endless();
    expect((await storeErrorOf(archive.get('a/b.json'))).message).toContain(
      'too large to be an entry of ours',
    );
    expect(given()).toBeLessThan(5);
  });

  it('a content without an end is damaged', async () => {
    const { store, given } = endless();
    const readAll = async (): Promise<void> => {
      for await (const piece of store.read(digest)) if (piece.length === 0) return;
    };
    expect((await storeErrorOf(readAll())).message).toContain('is damaged');
    expect(given()).toBeLessThan(70);
  });
});
