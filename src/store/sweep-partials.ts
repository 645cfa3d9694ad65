/** Removes what writers left behind that died in the middle. */
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const PASSING_NAME = /^\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(partial|probe)$/;
/** Nobody writes so long to a file without a byte more: other writers, and clocks that differ, are safe. */
const DEAD_AFTER_MS = 24 * 60 * 60_000;
const EVERY_MS = 60 * 60_000;
const MOST_REMEMBERED = 1000;

const sweptAtMs = new Map<string, number>();

/** Once in a while for each directory; what hinders it hinders writing too, and is told there. */
export async function sweepPartials(directory: string, nowMs = Date.now()): Promise<void> {
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
