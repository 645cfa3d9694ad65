import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { withLockFile } from '../../../src/temporal/server/lock-file';
import { useScratch } from '../../support/scratch';
import { until } from '../../support/until';

const ignore = () => undefined;

describe('a lock file', () => {
  const scratch = useScratch();
  let directory: string;
  let path: string;

  beforeEach(() => {
    directory = scratch.path();
    path = scratch.path('bring.lock');
  });

  it('lets one at a time in, and is gone afterwards', async () => {
    let inside = 0;
    let mostInside = 0;
    const work = async () => {
      inside += 1;
      mostInside = Math.max(mostInside, inside);
      await readdir(directory);
      inside -= 1;
    };
    await Promise.all([1, 2, 3].map(() => withLockFile(path, ignore, work)));
    expect(mostInside).toBe(1);
    expect(await readdir(directory)).toEqual([]);
  });

  it('is gone when the work fails', async () => {
    await expect(withLockFile(path, ignore, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await readdir(directory)).toEqual([]);
  });

  it('of a dead process is taken over at once', async () => {
    await writeFile(path, String(spawnSync(process.execPath, ['--version']).pid));
    const report = jest.fn();
    expect(await withLockFile(path, report, () => Promise.resolve('in'))).toBe('in');
    expect(report).not.toHaveBeenCalled();
    expect(await readdir(directory)).toEqual([]);
  });

  it('of a dead process is taken over by one of many waiters at a time', async () => {
    await writeFile(path, String(spawnSync(process.execPath, ['--version']).pid));
    let inside = 0;
    const work = async () => {
      inside += 1;
      expect(inside).toBe(1);
      await readdir(directory);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 5 }, () => withLockFile(path, ignore, work)));
    expect(await readdir(directory)).toEqual([]);
  });

  it('of a living process is waited for, and the waiter says for whom', async () => {
    const owner = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await writeFile(path, String(owner.pid));
    const lines: string[] = [];
    let entered = false;
    const waiter = withLockFile(
      path,
      (line) => lines.push(line),
      () => Promise.resolve((entered = true)),
    );
    await until('the waiter says that it waits', () => lines.length > 0);
    expect(lines[0]).toContain(`Waiting for process ${String(owner.pid)}`);
    expect(entered).toBe(false);
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    await waiter;
    expect(entered).toBe(true);
  });

  it('that is older than any work could be is taken over: its pid has become somebody else’s', async () => {
    await writeFile(path, String(process.pid));
    const longAgo = new Date(Date.now() - 2 * 60 * 60_000);
    await utimes(path, longAgo, longAgo);
    expect(await withLockFile(path, ignore, () => Promise.resolve('in'))).toBe('in');
  });
});
