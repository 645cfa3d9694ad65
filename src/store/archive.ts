/** Entries under names that stay for years, beside the contents of the store: small, few, and never changed in place. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { closedDirectory } from './closed-directory';
import { writeThenName } from './replace-file';
import { isAbsent, StoreError } from './store-error';

/** Names are paths with slashes, made of parts that any file system takes. */
export interface Archive {
  put(name: string, content: string): Promise<void>;
  /** null: there is no such entry. */
  get(name: string): Promise<Buffer | null>;
  /** All names that begin with a path, in the order of their letters. */
  list(prefix: string): Promise<string[]>;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

export class FileArchive implements Archive {
  readonly #store: string;
  readonly #root: string;

  constructor(storeDirectory: string) {
    this.#store = storeDirectory;
    this.#root = join(storeDirectory, 'archive');
  }

  async put(name: string, content: string): Promise<void> {
    const path = this.#pathOf(name);
    try {
      // What is half written is where it is swept: nothing may ever be written beside the entry again.
      await writeThenName(this.#root, content, () => path, await closedDirectory(this.#store));
    } catch (cause) {
      throw this.#fault('unwritable', 'written', cause);
    }
  }

  async get(name: string): Promise<Buffer | null> {
    try {
      return await readFile(this.#pathOf(name));
    } catch (cause) {
      if (isAbsent(cause)) return null;
      throw this.#fault('unreadable', 'read', cause);
    }
  }

  async list(prefix: string): Promise<string[]> {
    const root = prefix === '' ? this.#root : this.#pathOf(prefix);
    try {
      const found = await readdir(root, { recursive: true, withFileTypes: true });
      return found
        .filter((entry) => entry.isFile())
        .map((entry) => relative(this.#root, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter((name) => NAME.test(name))
        .sort();
    } catch (cause) {
      if (isAbsent(cause)) return [];
      throw this.#fault('unreadable', 'read', cause);
    }
  }

  #pathOf(name: string): string {
    if (!NAME.test(name)) throw new TypeError(`"${name}" cannot name an entry of the archive`);
    return join(this.#root, ...name.split('/'));
  }

  #fault(kind: 'unwritable' | 'unreadable', verb: string, cause: unknown): StoreError {
    return new StoreError(
      kind,
      `The archive ${this.#root} cannot be ${verb} (${String(cause)}). Check the permissions and the disk of LOCRELEASE_STORE.`,
      { cause },
    );
  }
}
