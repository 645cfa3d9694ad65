import { randomBytes } from 'node:crypto';
import type { StorePlace } from '../config/store-place';
import { ContentStore } from './content-store';
import { DirectoryStorage } from './directory-storage';
import { type ObjectStorage, readEntry } from './object-storage';
import { S3Storage } from './s3-storage';

export function openStorage(place: StorePlace): ObjectStorage {
  return place.kind === 's3' ? new S3Storage(place) : new DirectoryStorage(place.directory);
}

export function openStore(place: StorePlace): ContentStore {
  return new ContentStore(openStorage(place));
}

/** Throws if nothing can be read. The listed path never exists, so that this costs one request. */
export async function storeResponds(storage: ObjectStorage): Promise<void> {
  await storage.keys('ready')[Symbol.asyncIterator]().next();
}

/** A random id that is created once in each store, so that it is recognised under any mount or name. */
export async function storeId(storage: ObjectStorage): Promise<string> {
  const read = async (): Promise<string | undefined> => (await readEntry(storage, ID_KEY))?.toString();
  const known = await read();
  if (known !== undefined) return known;
  const id = randomBytes(6).toString('hex');
  // Of several concurrent creations, one wins.
  return (await storage.create(ID_KEY, id)) ? id : ((await read()) ?? id);
}

const ID_KEY = 'store-id';
