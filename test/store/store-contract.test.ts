/** What every kind of store promises, on a disk and on a real S3 server. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config/config';
import { Archive } from '../../src/store/archive';
import { ContentStore } from '../../src/store/content-store';
import type { ObjectStorage } from '../../src/store/object-storage';
import { openStorage } from '../../src/store/open-store';
import { storeErrorOf } from '../support/store-error-of';
import { describeWithTool } from '../support/go-tool';
import { startS3Server, type S3Server } from '../support/s3-server';
import { S3_SERVER_VARIABLE } from '../support/versitygw';
import { itAtNight } from '../support/nightly';

interface Kind {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Another store each time it has another name. */
  open(name: string): ObjectStorage;
  /** Where an object really lies. */
  pathOf(name: string, key: string): string;
}

function directories(): Kind {
  let root = '';
  return {
    start: async () => {
      root = await mkdtemp(join(tmpdir(), 'locrelease-test-'));
    },
    stop: () => rm(root, { recursive: true, force: true }),
    open: (name) => openStorage(readConfig({ LOCRELEASE_STORE: join(root, name) }).store),
    pathOf: (name, key) => join(root, name, key),
  };
}

function buckets(): Kind {
  let server: S3Server;
  return {
    start: async () => {
      server = await startS3Server();
      await server.makeBucket('releases');
    },
    stop: () => server.stop(),
    open: (name) =>
      openStorage(readConfig({ ...server.env, LOCRELEASE_STORE: `s3://releases/${name}` }).store),
    pathOf: (name, key) => join(server.directory, 'releases', name, key),
  };
}

const digestOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
const keyOf = (sha256: string): string => `${sha256.slice(0, 2)}/${sha256}`;
const MB = 1024 * 1024;
const HOUR_MS = 3_600_000;

async function keysOf(storage: ObjectStorage, path = ''): Promise<string[]> {
  const found: string[] = [];
  for await (const key of storage.keys(path)) found.push(key);
  return found;
}

function contract(kind: Kind): void {
  let count = 0;
  let name = '';
  let storage: ObjectStorage;
  let store: ContentStore;
  beforeAll(() => kind.start());
  afterAll(() => kind.stop());
  beforeEach(() => {
    name = `store-${(count += 1)}`;
    storage = kind.open(name);
    store = new ContentStore(storage);
  });

  it.each([0, 1, 8 * MB - 1, 8 * MB, 8 * MB + 1, 16 * MB])(
    'gives back %d bytes as they were',
    async (size) => {
      const content = randomBytes(size);
      const kept = await store.put(content);
      expect(kept).toEqual({ sha256: digestOf(content), bytes: size });
      expect(content.equals(await joined(kind.open(name).read(keyOf(kept.sha256))))).toBe(true);
      expect(await keysOf(storage)).toEqual([keyOf(kept.sha256)]);
    },
  );

  it('streams 200 MB in and out with a bounded part of them in memory', async () => {
    const hash = createHash('sha256');
    let most = 0;
    const look = (): void => {
      most = Math.max(most, process.memoryUsage().arrayBuffers);
    };
    async function* large(): AsyncGenerator<Buffer> {
      const chunk = randomBytes(MB);
      for (let index = 0; index < 200; index += 1) {
        chunk.writeUInt32BE(index);
        const own = Buffer.from(chunk);
        hash.update(own);
        look();
        yield await Promise.resolve(own);
      }
    }
    const before = process.memoryUsage().arrayBuffers;
    const { sha256, bytes } = await store.put(large());
    expect([bytes, sha256]).toEqual([200 * MB, hash.digest('hex')]);
    let read = 0;
    for await (const { length } of store.read(sha256)) {
      read += length;
      look();
    }
    expect(read).toBe(200 * MB);
    expect(most - before).toBeLessThan(120 * MB);
    expect(await keysOf(storage)).toEqual([keyOf(sha256)]);
  });

  it.each([1, 20])('keeps nothing of a content that breaks after %d MB, and says why', async (size) => {
    async function* broken(): AsyncGenerator<Buffer> {
      for (let index = 0; index < size; index += 1) yield await Promise.resolve(randomBytes(MB));
      throw new Error('the line broke');
    }
    await expect(store.put(broken())).rejects.toThrow(/^the line broke$/);
    expect(await keysOf(storage)).toEqual([]);
  });

  it('takes one content from many at once, and keeps it once', async () => {
    const content = 'x'.repeat(200_000);
    const kept = await Promise.all(Array.from({ length: 8 }, () => store.put(content)));
    expect(new Set(kept.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(await keysOf(storage)).toEqual([keyOf(digestOf(content))]);
  });

  it('lets one of several create an entry, and never changes it', async () => {
    const entries = Array.from({ length: 8 }, (_, index) => `written by ${index}`);
    const created = await Promise.all(entries.map((entry) => storage.create('archive/a/b.json', entry)));
    expect(created.filter(Boolean)).toHaveLength(1);
    const archive = new Archive(storage);
    expect((await archive.get('a/b.json'))?.toString()).toBe(entries[created.indexOf(true)]);
    await archive.put('a/b.json', 'written later');
    expect((await archive.get('a/b.json'))?.toString()).toBe(entries[created.indexOf(true)]);
  });

  it('lists an archive by paths, and not by beginnings of names', async () => {
    const archive = new Archive(storage);
    expect(await archive.list('')).toEqual([]);
    expect(await archive.get('a/b.json')).toBeNull();
    for (const entry of ['game/b.json', 'game/a.json', 'game-2/a.json', 'other/x/y.json'])
      await archive.put(entry, entry);
    await store.put('a content');
    expect(await archive.list('')).toEqual(['game-2/a.json', 'game/a.json', 'game/b.json', 'other/x/y.json']);
    expect(await archive.list('game')).toEqual(['game/a.json', 'game/b.json']);
    expect(await archive.list('other/x')).toEqual(['other/x/y.json']);
  });

  // A bucket has pages of a thousand objects.
  itAtNight('lists more objects than fit into one answer, each once, with size and time', async () => {
    const since = Date.now() - HOUR_MS;
    const wanted: string[] = [];
    for (let begin = 0; begin < 1100; begin += 100) {
      const some = Array.from({ length: 100 }, (_, index) => `content ${begin + index}`);
      const kept = await Promise.all(some.map((content) => store.put(content)));
      wanted.push(...kept.map(({ sha256 }) => sha256));
    }
    const found: string[] = [];
    for await (const { sha256, bytes, putAtMs } of store.contents()) {
      found.push(sha256);
      expect(bytes).toBeGreaterThan(8);
      expect(putAtMs).toBeGreaterThan(since);
    }
    expect(found).toEqual(wanted.sort());
  });

  it('tells what is not there, with what to check', async () => {
    const absent = 'a'.repeat(64);
    const error = await storeErrorOf(store.get(absent));
    expect(error.kind).toBe('absent');
    expect(error.message).toContain(`Content ${absent} of the store ${storage.place} was not found`);
    expect(error.message).toContain('Check LOCRELEASE_STORE');
  });

  it('gives out nothing that is damaged, and takes it anew', async () => {
    const content = 'x'.repeat(1000);
    const { sha256 } = await store.put(content);
    const path = kind.pathOf(name, keyOf(sha256));
    for (const damage of [() => truncate(path, 10), () => writeFile(path, 'y'.repeat(1000))]) {
      await damage();
      expect((await storeErrorOf(store.get(sha256))).kind).toBe('damaged');
      await store.put(content);
      expect((await store.get(sha256)).toString()).toBe(content);
    }
  });

  it('removes what is old, and not what was put since', async () => {
    const { sha256 } = await store.put('old');
    expect(await store.remove(sha256, Date.now() - HOUR_MS)).toBe(false);
    expect((await store.get(sha256)).toString()).toBe('old');
    expect(await store.remove(sha256, Date.now() + HOUR_MS)).toBe(true);
    expect(await store.remove(sha256, Date.now() + HOUR_MS)).toBe(false);
    expect(await keysOf(storage)).toEqual([]);
  });

  it('knows nothing of stores beside it', async () => {
    const beside = new ContentStore(kind.open(`${name}-more`));
    const { sha256 } = await beside.put('of another');
    expect(await keysOf(storage)).toEqual([]);
    expect((await storeErrorOf(store.get(sha256))).kind).toBe('absent');
    expect(await store.remove(sha256, Infinity)).toBe(false);
    expect((await beside.get(sha256)).toString()).toBe('of another');
  });

  it.each(['../other', 'a/../../b', '/etc/passwd', '.hidden', 'a//b', '', 'a b'])(
    'is never led elsewhere by %j',
    async (key) => {
      await expect(storage.create(key, 'x')).rejects.toThrow(TypeError);
      await expect(storage.remove(key, Infinity)).rejects.toThrow(TypeError);
      await expect(store.get(key)).rejects.toThrow(TypeError);
    },
  );

  it('has a content as a file for as long as it is needed', async () => {
    const { sha256 } = await store.put('as a file');
    const path = await store.withFile(sha256, async (file) => {
      expect(await readFile(file, 'utf8')).toBe('as a file');
      return file;
    });
    const isKept = await stat(path).then(
      () => true,
      () => false,
    );
    expect(isKept).toBe(storage.fileOf(keyOf(sha256)) !== null);
  });

  it('says whether it can be written to, and keeps no trace of the question', async () => {
    await storage.checkWritable();
    await storage.clearLeftovers(Date.now() + HOUR_MS);
    expect(await keysOf(storage)).toEqual([]);
  });
}

async function joined(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

describe('a store in a directory', () => contract(directories()));
describeWithTool(S3_SERVER_VARIABLE)('a store in a bucket', () => contract(buckets()));
