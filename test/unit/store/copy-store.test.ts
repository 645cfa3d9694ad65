/** A store that others work with while it is copied. */
import { rm } from 'node:fs/promises';
import { Archive } from '../../../src/store/archive';
import { ContentStore } from '../../../src/store/content-store';
import { copyStore } from '../../../src/store/copy-store';
import { DirectoryStorage } from '../../../src/store/directory-storage';
import type { StoredObject } from '../../../src/store/object-storage';
import { useScratch } from '../../support/scratch';

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
