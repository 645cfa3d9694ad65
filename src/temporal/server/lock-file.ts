// Lets one process at a time do work that takes minutes; the others wait and find it done. The lock is a file with its
// owner's pid, so that one left behind by a killed process is recognised and taken over. Not proper-lockfile, which
// knows an owner only by the age of its last sign: it cannot name the owner, waits for dead ones, and takes the lock
// from a process that was suspended.
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { systemCode } from '../../domain/text/path-fault';
import { isProcessRunning } from '../../files/running-process';
import { withHeartbeat, type ReportLine } from '../progress-report';

const POLL_MS = 500;

/** Gives another waiter time to remove a dead owner's lock. */
const CLEARING_MS = 10;

/** Longer than any work under the lock: after that, the pid belongs to another process. */
const OLDEST_OWNER_MS = 60 * 60_000;

/** An owner creates the file before it writes its pid: for this long an empty file counts as locked. */
const WRITING_MS = 5_000;

interface Lock {
  readonly pid: string;
  readonly ageMs: number;
}

export async function withLockFile<T>(path: string, report: ReportLine, work: () => Promise<T>): Promise<T> {
  await acquire(path, report);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function acquire(path: string, report: ReportLine): Promise<void> {
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
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function waitForRelease(path: string, pid: string, report: ReportLine): Promise<void> {
  const waiting = `Waiting for process ${pid}, which is already doing this (lock file ${path})`;
  report(`${waiting}.`);
  await withHeartbeat(report, waiting, async () => {
    for (let lock = await read(path); lock !== null && isHeld(lock); lock = await read(path)) {
      await delay(POLL_MS);
    }
  });
}

/**
 * Removes a dead owner's lock. Only one waiter does so at a time, and it reads the lock again first, so that no new
 * lock is removed.
 */
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
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function isHeld({ pid, ageMs }: Lock): boolean {
  return pid === '' ? ageMs < WRITING_MS : ageMs < OLDEST_OWNER_MS && isProcessRunning(Number(pid));
}
