/**
 * The base of a store: objects by their keys, on a disk or in a bucket. No other module depends on the kind of storage.
 * No object ever changes: a content is put again with the same bytes, and a record is created once.
 */
import { isStoreError, StoreError } from './store-error';

export interface ObjectStorage {
  /** The place in the form of LOCRELEASE_STORE. */
  readonly place: string;
  /** `keyOf` is called when all of the content was read. No reader sees an incomplete object. */
  put(content: AsyncIterable<Uint8Array>, keyOf: () => string): Promise<void>;
  /** false: there is such an object already, and it stays as it is. */
  create(key: string, content: string): Promise<boolean>;
  /** Yields chunks. Throws a StoreError of the kind `absent` if there is no object. */
  read(key: string): AsyncIterable<Buffer>;
  /** The keys below that path, in order. */
  keys(path: string): AsyncIterable<string>;
  /** Like `keys`, with size and time. */
  list(path: string): AsyncIterable<StoredObject>;
  /** Returns whether the object was removed: not if it was put again since then. */
  remove(key: string, putBeforeMs: number): Promise<boolean>;
  /** Removes what interrupted writes have left, and repairs interrupted removals. */
  clearLeftovers(putBeforeMs: number): Promise<void>;
  /** Throws a StoreError if nothing can be stored. */
  checkWritable(): Promise<void>;
  /** The path of the object on this machine's disk; null: it is not on one. */
  fileOf(key: string): string | null;
}

/** More than the record of any release has. */
const MOST_ENTRY_BYTES = 32 * 1024 * 1024;

/** Reads a small object as a whole; null: there is none. */
export async function readEntry(storage: ObjectStorage, key: string): Promise<Buffer | null> {
  const tooLarge = `${key} in the store ${storage.place} is too large to be an entry of ours: it has more than ${MOST_ENTRY_BYTES} bytes. Nothing was used.`;
  const remedy = 'Look who else writes to the store, and restore the entry from a backup.';
  try {
    return await gathered(storage.read(key), MOST_ENTRY_BYTES, () => {
      throw new StoreError('unreadable', tooLarge, { remedy });
    });
  } catch (error) {
    if (isStoreError(error, 'absent')) return null;
    throw error;
  }
}

export async function gathered(
  chunks: AsyncIterable<Buffer>,
  mostBytes: number,
  refuse: () => never,
): Promise<Buffer> {
  const held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > mostBytes) refuse();
    held.push(chunk);
  }
  return Buffer.concat(held);
}

export interface StoredObject {
  key: string;
  bytes: number;
  /** When it was last put, even if it existed already. */
  putAtMs: number;
}

/** Paths with slashes, of parts that are valid in any file system and need no escape in a URL. */
const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

export function isKey(text: string): boolean {
  return KEY.test(text);
}

/** No external name can lead out of the store. */
export function requireKey(text: string): string {
  if (!isKey(text)) throw new TypeError(`"${text}" cannot name an object of the store`);
  return text;
}
