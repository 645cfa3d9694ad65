import { readdir, rename, utimes, writeFile } from 'node:fs/promises';
import fs from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { checkStore } from '../../../src/client/records/keep-store';
import type { ListedContent } from '../../../src/store/content-store';
import { DirectoryStorage } from '../../../src/store/directory-storage';
import { addMarks } from '../../../src/store/stored-term-sheet';
import { useScratch } from '../../support/scratch';
import { DirectoryStore } from '../../support/directory-store';

const scratch = useScratch();
let store: DirectoryStore;
beforeEach(() => {
  store = new DirectoryStore(scratch.path('store'));
});

const BOUND = Date.parse('2026-03-08T00:00:00Z');
const longAgo = new Date('2026-03-01T00:00:00Z');

async function put(content: string, at?: Date): Promise<string> {
  const { sha256 } = await store.put(content);
  if (at !== undefined) await utimes(store.pathOf(sha256), at, at);
  return sha256;
}

async function objects(): Promise<ListedContent[]> {
  const found: ListedContent[] = [];
  for await (const object of store.contents()) found.push(object);
  return found;
}

const listed = async (): Promise<string[]> => (await objects()).map(({ sha256 }) => sha256);

describe('the objects of a store', () => {
  it('are none where there is no store yet', async () => {
    expect(await listed()).toEqual([]);
  });

  it('are listed with their size and when they were last put, and nothing beside them is', async () => {
    const old = await put('old', longAgo);
    await scratch.write('store/archive/default/game/record.json', '{}');
    await scratch.write(`store/${old.slice(0, 2)}/notes.txt`, 'no object');
    const [object, ...others] = await objects();
    expect(object).toEqual({ sha256: old, bytes: 3, putAtMs: longAgo.getTime() });
    expect(others).toEqual([]);
  });

  it('go where they are old, and stay where they were put again', async () => {
    const old = await put('old', longAgo);
    const again = await put('again', longAgo);
    await put('again');
    expect(await store.remove(old, BOUND)).toBe(true);
    expect(await store.remove(again, BOUND)).toBe(false);
    expect(await store.remove(old, BOUND)).toBe(false);
    expect((await store.get(again)).toString()).toBe('again');
    expect(await listed()).toEqual([again]);
  });

  it('come back where a removal was broken off; what a broken write left goes when it is old', async () => {
    const half = await put('half removed', longAgo);
    await rename(store.pathOf(half), join(store.directory, `.${half}.removed`));
    for (const name of ['.old.partial', '.young.partial']) await writeFile(join(store.directory, name), '');
    await utimes(join(store.directory, '.old.partial'), longAgo, longAgo);
    await store.storage.clearLeftovers(BOUND);
    expect(await listed()).toEqual([half]);
    expect(await readdir(store.directory)).toEqual(expect.arrayContaining(['.young.partial']));
    expect(await readdir(store.directory)).not.toContain('.old.partial');
  });
});

describe('a check', () => {
  const removed = {
    edited: null,
    steps: [],
    accepted: [],
    removed: { by: 'olga', at: longAgo.toISOString() },
  };

  it('finds what is damaged, and what is needed and not there, also behind what is', async () => {
    const whole = await put('whole');
    const damaged = await put('damaged');
    await writeFile(store.pathOf(damaged), 'otherwise');
    const first = await addMarks(
      store,
      null,
      new Map([
        ['a', removed],
        ['b', removed],
      ]),
    );
    const second = (await addMarks(store, first, new Map([['c', removed]]))) ?? '';
    const absent = 'f'.repeat(64);
    const needs = new Map([whole, damaged, second, absent].map((digest) => [digest, 'default/game']));
    expect(await checkStore(store, needs)).toMatchObject({
      objects: 4,
      damaged: [{ sha256: damaged, problem: expect.stringContaining('is damaged') as string }],
      missing: [{ sha256: absent, neededBy: 'default/game' }],
    });

    await store.remove(first ?? '', Infinity);
    const { missing } = await checkStore(store, needs);
    expect(missing.map(({ sha256 }) => sha256)).toEqual([first, absent]);
  });
});

describe('a fault of the disk', () => {
  const fault = (code: string): Error => Object.assign(new Error(`${code}: i/o`), { code });
  async function* broken(code: string): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(Buffer.from('half'));
    throw fault(code);
  }

  it.each([
    ...['EAGAIN', 'EBUSY', 'EIO', 'EMFILE', 'ENFILE', 'ESTALE', 'ETIMEDOUT'].map(
      (code) => [code, { written: 'unreachable', read: 'unreachable' }] as const,
    ),
    ...['EACCES', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR'].map(
      (code) => [code, { written: 'unwritable', read: 'unreadable' }] as const,
    ),
  ])('that is %s is one for a person only where it does not pass', async (code, kinds) => {
    const storage = new DirectoryStorage(scratch.path('store'));
    await expect(storage.put(broken(code), () => 'a/b')).rejects.toMatchObject({ kind: kinds.written });

    const opened = {
      stat: () => Promise.resolve({ isFile: () => true }),
      createReadStream: () => Readable.from(broken(code)),
      close: () => Promise.resolve(),
    };
    jest.spyOn(fs.promises, 'open').mockResolvedValueOnce(opened as never);
    const content = storage.read('a/b');
    await content.next();
    await expect(content.next()).rejects.toMatchObject({ kind: kinds.read });
  });
});
