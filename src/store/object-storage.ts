/**
 * What a store is made on: objects by their keys, on a disk or in a bucket. Contents, records and all that is made of them
 * know nothing else of where they lie. No object ever changes: one of contents is put again with the same bytes, and one of
 * records is made once.
 */
import { StoreError } from './store-error';

export interface ObjectStorage {
  /** As it stands in LOCRELEASE_STORE. */
  readonly place: string;
  /** The key is asked for when all of the content was read. Until it is whole, nobody sees anything of it. */
  put(content: AsyncIterable<Uint8Array>, keyOf: () => string): Promise<void>;
  /** false: there is such an object already, and it stays as it is. */
  create(key: string, content: string): Promise<boolean>;
  /** In pieces. Throws a StoreError of the kind `absent` where there is none. */
  read(key: string): AsyncIterable<Buffer>;
  /** The keys that begin with that path, in their order. */
  keys(path: string): AsyncIterable<string>;
  /** As `keys`, with what is known of each. */
  list(path: string): AsyncIterable<StoredObject>;
  /** Whether it is gone: not where it was put again since then. */
  remove(key: string, putBeforeMs: number): Promise<boolean>;
  /** Takes away what broken writes have left, and mends what broken removals have left. */
  clearLeftovers(putBeforeMs: number): Promise<void>;
  /** Throws a StoreError where nothing can be kept. */
  checkWritable(): Promise<void>;
  /** Where the object lies on a disk of this machine; null: nowhere. */
  fileOf(key: string): string | null;
}

/** More than the record of any release has. */
const MOST_ENTRY_BYTES = 32 * 1024 * 1024;

/** An object that is small by its nature, whole; null: there is none. */
export async function readEntry(storage: ObjectStorage, key: string): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of storage.read(key)) {
      bytes += chunk.length;
      if (bytes > MOST_ENTRY_BYTES)
        throw new StoreError(
          'unreadable',
          `${key} in the store ${storage.place} is too large to be an entry of ours: it has more than ${MOST_ENTRY_BYTES} bytes. Nothing was used.`,
          { remedy: 'Look who else writes to the store, and restore the entry from a backup.' },
        );
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof StoreError && error.kind === 'absent') return null;
    throw error;
  }
  return Buffer.concat(chunks);
}

export interface StoredObject {
  key: string;
  bytes: number;
  /** When it was last put: also of a content that had been there already. */
  putAtMs: number;
}

/** Paths with slashes, made of parts that any file system takes and no URL has to escape. */
const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

export function isKey(text: string): boolean {
  return KEY.test(text);
}

/** No name from elsewhere leads out of the store. */
export function requireKey(text: string): string {
  if (!isKey(text)) throw new TypeError(`"${text}" cannot name an object of the store`);
  return text;
}
