/** All that a store holds, and how something of it goes: beside workers that read and write it meanwhile. */
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentStore } from './content-store';
import { isAbsent, StoreError } from './store-error';

export interface KeptObject {
  sha256: string;
  bytes: number;
  /** When it was last put: also of a content that had been there already. */
  putAtMs: number;
}

const DIGEST = /^[0-9a-f]{64}$/;
/** What a write, or a removal, that was broken off has left. */
const LEFTOVER = /^\..*\.(partial|probe)$/;
const ASIDE = /^\.([0-9a-f]{64})\.removed$/;

export async function* keptObjects(store: ContentStore): AsyncGenerator<KeptObject> {
  for (const folder of await namesIn(store, store.directory)) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue;
    for (const sha256 of await namesIn(store, join(store.directory, folder))) {
      const found = DIGEST.test(sha256) ? await statOf(store.pathOf(sha256)) : null;
      if (found !== null) yield { sha256, bytes: found.size, putAtMs: found.mtimeMs };
    }
  }
}

/**
 * Whether it is gone: not where it was put again since then. It is moved aside first and looked at there, for whoever
 * puts it again after that makes a new file.
 */
export async function removeObject(
  store: ContentStore,
  sha256: string,
  putBeforeMs: number,
): Promise<boolean> {
  const path = store.pathOf(sha256);
  const aside = join(store.directory, `.${sha256}.removed`);
  if (!(await moved(path, aside))) return false;
  const found = await statOf(aside);
  if (found !== null && found.mtimeMs >= putBeforeMs) {
    await putBack(aside, path);
    return false;
  }
  await rm(aside, { force: true });
  return true;
}

/** Puts back what a removal had moved aside when it was broken off, and removes what writes have left. */
export async function clearLeftovers(store: ContentStore, putBeforeMs: number): Promise<void> {
  for (const name of await namesIn(store, store.directory)) {
    const path = join(store.directory, name);
    const [, sha256] = ASIDE.exec(name) ?? [];
    if (sha256 !== undefined) await putBack(path, store.pathOf(sha256));
    else if (LEFTOVER.test(name) && ((await statOf(path))?.mtimeMs ?? putBeforeMs) < putBeforeMs)
      await rm(path, { force: true });
  }
}

/** Not over one that was put there since: that is the younger. */
async function putBack(aside: string, path: string): Promise<void> {
  if ((await statOf(path)) === null) await moved(aside, path);
  else await rm(aside, { force: true });
}

async function namesIn(store: ContentStore, directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).sort();
  } catch (cause) {
    if (isAbsent(cause)) return [];
    throw new StoreError(
      'unreadable',
      `The store ${store.directory} cannot be read (${String(cause)}). Check the permissions and the disk of the directory.`,
      { cause },
    );
  }
}

/** null: it has gone meanwhile. */
async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}
