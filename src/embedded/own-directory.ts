/** The directory that a set keeps its state in: for one set at a time, which two would spoil for each other. */
import { readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../config/config-error';
import { cannotWrite } from '../domain/path-fault';

/** Answers how to give it back. */
export async function ownDirectory(directory: string): Promise<() => void> {
  const file = join(directory, 'dev.pid');
  const owner = ownerIn(file);
  // In a container, one that was killed had the same number.
  if (owner !== null && owner !== process.pid && isRunning(owner)) {
    throw new ConfigError(
      `"locrelease dev" already runs in this directory, as process ${owner}. Nothing was started. Stop it first, or run this one in another directory. If process ${owner} is something else, remove ${file}.`,
    );
  }
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeFile(file, `${process.pid}\n`, { mode: 0o600 });
  } catch (error) {
    throw new ConfigError(`${cannotWrite(directory, error)} Nothing was started.`);
  }
  return () => rmSync(file, { force: true });
}

function ownerIn(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8')) || null;
  } catch {
    return null;
  }
}

/** A process of somebody else runs, too. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
