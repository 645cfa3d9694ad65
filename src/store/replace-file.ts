/** Writes files so that a reader, or a machine after a power loss, sees the old file or the whole new one. */
import { randomUUID } from 'node:crypto';
import { chmod, link, mkdir, open, rename, rm, stat, writeFile, lstat, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { systemCode } from '../domain/text/path-fault';

export type FileContent = string | Uint8Array | AsyncIterable<Uint8Array>;

/** The modes of new files and directories; absent: the umask decides. */
export interface Modes {
  directory?: number;
  file?: number;
}

interface Naming extends Modes {
  /** An existing file keeps its name and content. */
  keepsExisting?: boolean;
}

/** Replaces the target, whose directory is created if need be. */
export async function replaceFile(target: string, content: FileContent, modes: Modes = {}): Promise<void> {
  await writeThenName(dirname(target), content, () => target, modes);
}

/**
 * Writes a file under a temporary name within the directory, and renames it when all of it is on the disk. Content that
 * fails half-way leaves nothing behind and the target as it was. Returns whether the file got its name.
 */
export async function writeThenName(
  directory: string,
  content: FileContent,
  target: () => string,
  modes: Naming = {},
): Promise<boolean> {
  await makeDirectory(directory, modes.directory);
  const partial = join(directory, `.${randomUUID()}.partial`);
  try {
    await writeDurably(partial, content, modes.file);
    const name = target();
    await makeDirectory(dirname(name), modes.directory);
    if (modes.keepsExisting !== true) await rename(partial, name);
    else if (!(await nameIfFree(partial, name))) return false;
    await syncDirectory(dirname(name));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  await sweepPartials(directory);
  return true;
}

/** Of several concurrent writers, one gets the name. On a mount without links, a simultaneous one may still win. */
async function nameIfFree(partial: string, name: string): Promise<boolean> {
  const isNamed = await link(partial, name).then(
    () => true,
    async (error: unknown) => {
      if (systemCode(error) === 'EEXIST' || (await isThere(name))) return false;
      await rename(partial, name);
      return true;
    },
  );
  await rm(partial, { force: true });
  return isNamed;
}

async function writeDurably(path: string, content: FileContent, mode?: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await withMode(path, mode);
    await writeFile(file, content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Creates one directory after another, each synced with its parent. Node's recursive mkdir never ends below a directory
 * that refuses new ones with ENOENT, as those of the kernel do.
 */
export async function makeDirectory(path: string, mode?: number): Promise<void> {
  const missing: string[] = [];
  for (let place = resolve(path); !(await isThere(place)); place = dirname(place)) missing.unshift(place);
  for (const place of missing) {
    await mkdir(place, { ...(mode !== undefined && { mode }) }).then(
      () => withMode(place, mode),
      (error: unknown) => {
        if (systemCode(error) !== 'EEXIST') throw error;
      },
    );
    await syncDirectory(dirname(place));
  }
}

/** Sets the mode regardless of the umask: a group that shares a store must be able to write. */
async function withMode(path: string, mode: number | undefined): Promise<void> {
  // Some mounts know no modes.
  if (mode !== undefined) await chmod(path, mode).catch(() => undefined);
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT' && path !== dirname(path)) return false;
    throw error;
  }
}

async function syncDirectory(path: string): Promise<void> {
  // Windows opens no directories, and needs none synced.
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

const PASSING_NAME = /^\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(partial|probe)$/;
/** No writer takes that long between two bytes, so that other writers, and clocks that differ, are safe. */
const DEAD_AFTER_MS = 24 * 60 * 60_000;
const EVERY_MS = 60 * 60_000;
const MOST_REMEMBERED = 1000;

const sweptAtMs = new Map<string, number>();

/** Removes temporary files of writers that died, once an hour in each directory; errors are ignored, because they also fail the next write. */
async function sweepPartials(directory: string, nowMs = Date.now()): Promise<void> {
  if (nowMs - (sweptAtMs.get(directory) ?? -Infinity) < EVERY_MS) return;
  if (sweptAtMs.size >= MOST_REMEMBERED) sweptAtMs.clear();
  sweptAtMs.set(directory, nowMs);
  try {
    for (const name of await readdir(directory)) {
      if (!PASSING_NAME.test(name)) continue;
      const { mtimeMs } = await lstat(join(directory, name));
      if (nowMs - mtimeMs > DEAD_AFTER_MS) await rm(join(directory, name), { force: true });
    }
  } catch {
    // Another sweeper was faster, or the directory cannot be read.
  }
}
