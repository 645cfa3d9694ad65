import { randomBytes } from 'node:crypto';
import { readEntry, type ObjectStorage } from './object-storage';

const KEY = 'store-id';

/** A random id that is created once in each store, so that it is recognised under any mount or name. */
export async function storeId(storage: ObjectStorage): Promise<string> {
  return (await readId(storage)) ?? made(storage);
}

async function made(storage: ObjectStorage): Promise<string> {
  const id = randomBytes(6).toString('hex');
  // Of several concurrent creations, one wins.
  return (await storage.create(KEY, id)) ? id : ((await readId(storage)) ?? id);
}

async function readId(storage: ObjectStorage): Promise<string | null> {
  return (await readEntry(storage, KEY))?.toString() ?? null;
}
