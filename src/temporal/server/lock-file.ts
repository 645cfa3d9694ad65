// One process at a time does what takes minutes; the others wait and find it done. The lock is a file that
// holds its owner's pid, so one left behind by a killed process is seen as such and taken over.
// Not proper-lockfile: it knows an owner by the age of its last sign alone, so it cannot name whom we wait for, waits
// for the dead, and takes the lock from a process that was suspended.
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { withHeartbeat, type Report } from '../progress-report';

const POLL_MS = 500;

/** A moment for another waiter to take a dead owner's lock away. */
const CLEARING_MS = 10;

/** Longer than any work done under the lock: by then the pid belongs to somebody else. */
const OLDEST_OWNER_MS = 60 * 60_000;

/** An owner creates the file and then writes its pid into it: for this long it may be found empty. */
const WRITING_MS = 5_000;

interface Lock {
  readonly pid: string;
  readonly ageMs: number;
}

export async function withLockFile<T>(path: string, report: Report, work: () => Promise<T>): Promise<T> {
  await acquire(path, report);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function acquire(path: string, report: Report): Promise<void> {
  while (!(await create(path))) {
    const lock = await read(path);
    if (lock === null) continue;
    if (isHeld(lock)) await waitForRelease(path, lock.pid, report);
    else await clear(path);
  }
}

async function create(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function waitForRelease(path: string, pid: string, report: Report): Promise<void> {
  const waiting = `Waiting for process ${pid}, which is already doing this (lock file ${path})`;
  report(`${waiting}.`);
  await withHeartbeat(report, waiting, async () => {
    for (let lock = await read(path); lock !== null && isHeld(lock); lock = await read(path)) {
      await delay(POLL_MS);
    }
  });
}

/** Takes a dead owner's lock away. One waiter does so at a time and looks again first, so that nobody's new lock goes. */
async function clear(path: string): Promise<void> {
  const clearing = `${path}.clearing`;
  if (!(await create(clearing))) {
    const other = await read(clearing);
    if (other !== null && !isHeld(other)) await rm(clearing, { force: true });
    await delay(CLEARING_MS);
    return;
  }
  try {
    const lock = await read(path);
    if (lock !== null && !isHeld(lock)) await rm(path, { force: true });
  } finally {
    await rm(clearing, { force: true });
  }
}

async function read(path: string): Promise<Lock | null> {
  try {
    const { mtimeMs } = await stat(path);
    return { pid: await readFile(path, 'utf8'), ageMs: Date.now() - mtimeMs };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function isHeld({ pid, ageMs }: Lock): boolean {
  return pid === '' ? ageMs < WRITING_MS : ageMs < OLDEST_OWNER_MS && isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
