/** Stores objects as files below a directory, which may be a mount that several machines share. */
import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, rename, rm, stat, chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { pathFault } from '../domain/text/path-fault';
import { fileChunks } from '../files/regular-file';
import { isKey, requireKey, type ObjectStorage, type StoredObject } from './object-storage';
import { replaceFile, writeThenName, makeDirectory, type Modes } from './replace-file';
import { isAbsent, isTransient, StoreError, unlessAbsent } from './store-error';

/** Files that an interrupted write has left. */
const LEFTOVER = /^\..*\.(partial|probe)$/;
/** Files that an interrupted removal has left; only contents are ever removed. */
const ASIDE = /^\.([0-9a-f]{64})\.removed$/;

export class DirectoryStorage implements ObjectStorage {
  constructor(readonly place: string) {}

  async put(content: AsyncIterable<Uint8Array>, keyOf: () => string): Promise<void> {
    await this.#writing(async () =>
      writeThenName(this.place, content, () => this.fileOf(keyOf()), await closedDirectory(this.place)),
    );
  }

  async create(key: string, content: string): Promise<boolean> {
    const path = this.fileOf(key);
    return this.#writing(async () => {
      const modes = await closedDirectory(this.place);
      return writeThenName(this.place, content, () => path, { ...modes, keepsExisting: true });
    });
  }

  async *read(key: string): AsyncGenerator<Buffer> {
    try {
      yield* fileChunks(this.fileOf(key));
    } catch (cause) {
      if (isAbsent(cause)) throw new StoreError('absent', `${this.fileOf(key)} is not there.`, { cause });
      throw this.#unreadable(this.fileOf(key), cause);
    }
  }

  async *keys(path: string): AsyncGenerator<string> {
    const directory = path === '' ? this.place : this.fileOf(path);
    const entries = await this.#entriesOf(directory);
    // Keys are sorted as if a slash were an ordinary character, like those of a bucket.
    const sortName = (entry: Dirent): string => (entry.isDirectory() ? `${entry.name}/` : entry.name);
    for (const entry of entries.sort((one, other) => (sortName(one) < sortName(other) ? -1 : 1))) {
      const key = path === '' ? entry.name : `${path}/${entry.name}`;
      if (!isKey(key)) continue;
      if (entry.isDirectory()) yield* this.keys(key);
      else if (entry.isFile()) yield key;
    }
  }

  async *list(path: string): AsyncGenerator<StoredObject> {
    for await (const key of this.keys(path)) {
      const found = await unlessAbsent(stat(this.fileOf(key)));
      if (found !== null) yield { key, bytes: found.size, putAtMs: found.mtimeMs };
    }
  }

  /** The file is moved aside and checked there, because a concurrent put then creates a new file. */
  async remove(key: string, putBeforeMs: number): Promise<boolean> {
    const path = this.fileOf(key);
    const aside = join(this.place, `.${key.slice(key.lastIndexOf('/') + 1)}.removed`);
    return this.#writing(async () => {
      if (!(await moved(path, aside))) return false;
      const found = await unlessAbsent(stat(aside));
      if (found !== null && found.mtimeMs >= putBeforeMs) {
        await putBack(aside, path);
        return false;
      }
      await rm(aside, { force: true });
      return true;
    });
  }

  async clearLeftovers(putBeforeMs: number): Promise<void> {
    for (const { name } of await this.#entriesOf(this.place)) {
      const path = join(this.place, name);
      const [, sha256] = ASIDE.exec(name) ?? [];
      if (sha256 !== undefined) await putBack(path, this.fileOf(`${sha256.slice(0, 2)}/${sha256}`));
      else if (
        LEFTOVER.test(name) &&
        ((await unlessAbsent(stat(path)))?.mtimeMs ?? putBeforeMs) < putBeforeMs
      )
        await rm(path, { force: true });
    }
  }

  async checkWritable(): Promise<void> {
    const probe = join(this.place, `.${randomUUID()}.probe`);
    await this.#writing(async () => {
      await replaceFile(probe, 'probe', await closedDirectory(this.place));
      await rm(probe);
    });
  }

  fileOf(key: string): string {
    return join(this.place, ...requireKey(key).split('/'));
  }

  async #entriesOf(directory: string): Promise<Dirent[]> {
    return readdir(directory, { withFileTypes: true }).catch((cause: unknown) => {
      if (isAbsent(cause)) return [];
      throw this.#unreadable(`The store ${this.place}`, cause);
    });
  }

  async #writing<Result>(write: () => Promise<Result>): Promise<Result> {
    try {
      return await write();
    } catch (cause) {
      const remedy = 'Set LOCRELEASE_STORE to a directory with free space that this user can write to.';
      const message = `Cannot write to the store ${this.place}${causeText(cause)} Nothing was stored.`;
      throw new StoreError(isTransient(cause) ? 'unreachable' : 'unwritable', message, { cause, remedy });
    }
  }

  #unreadable(what: string, cause: unknown): StoreError {
    const remedy = 'Check the permissions and the disk of the directory.';
    const message = `${what} cannot be read${causeText(cause)}`;
    return new StoreError(isTransient(cause) ? 'unreachable' : 'unreadable', message, { cause, remedy });
  }
}

function causeText(cause: unknown): string {
  const fault = pathFault(cause);
  return fault === null ? ` (${String(cause)}).` : `: it ${fault}.`;
}

/** A file that was put since then is newer, and stays. */
async function putBack(aside: string, path: string): Promise<void> {
  if ((await unlessAbsent(stat(path))) === null) await moved(aside, path);
  else await rm(aside, { force: true });
}

/** Whether the file was there. */
async function moved(from: string, to: string): Promise<boolean> {
  return (await unlessAbsent(rename(from, to))) !== null;
}

const OWNER_ALONE = 0o700;
/** A directory with a group's write or set-group-id bit was set up for several users. */
const IS_SHARED = 0o2020;

/**
 * Closes the directory of the store, whatever the umask was when it was made, and returns the modes for what is in it.
 * One that a group shares stays with that group and is never open to everybody. One of another user stays as it is.
 */
async function closedDirectory(path: string): Promise<Modes> {
  await makeDirectory(path, OWNER_ALONE);
  const { mode, uid } = await stat(path);
  if (uid !== process.getuid?.()) return {};
  const wanted = (mode & IS_SHARED) === 0 ? OWNER_ALONE : mode & 0o7770;
  // Some mounts know no modes.
  if ((mode & 0o7777) !== wanted) await chmod(path, wanted).catch(() => undefined);
  return { directory: wanted, file: wanted & 0o660 };
}
