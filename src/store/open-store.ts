import type { StorePlace } from '../config/store-place';
import { ContentStore } from './content-store';
import { DirectoryStorage } from './directory-storage';
import type { ObjectStorage } from './object-storage';
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
