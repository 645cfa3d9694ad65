import { mkdir, readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { startDevServer } from '../../../src/temporal/server/dev-server';
import { NoTemporalServer } from '../../../src/temporal/errors';
import { type Scratch, useScratch } from '../../support/scratch';
import { writeTool } from '../../support/write-tool';
import { type Socket, createServer } from 'node:net';
import { freePorts } from '../../../src/temporal/server/free-ports';
import { spawnGuarded } from '../../../src/temporal/server/guarded-process';
import { isRunning } from '../../support/is-running';
import { until } from '../../support/until';
import { withoutTemporalSettings } from '../../../src/temporal/server/binary';
import fc from '../../support/fast-check';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { withLockFile } from '../../../src/temporal/server/lock-file';

describe('dev server', () => {
  /** A server that notes its arguments and environment, then fails because the given port is taken. */
  async function failingServer(scratch: Scratch, takenPort: string) {
    const binary = await writeTool(
      scratch.path('temporal'),
      `while [ "$1" != --port ]; do shift; done
echo "$2" >> '${scratch.path('ports')}'
/usr/bin/env >> '${scratch.path('env')}'
echo "Error: can't start: listen tcp 127.0.0.1:${takenPort}: bind: address already in use" >&2
exit 1`,
    );
    const read = async (name: string) => (await readFile(scratch.path(name), 'utf8')).trimEnd().split('\n');
    return { binary, portsTried: () => read('ports'), environment: () => read('env') };
  }

  describe('a dev server that cannot start', () => {
    const scratch = useScratch();

    it('is tried on other ports while it loses the race for one, with a bound', async () => {
      const server = await failingServer(scratch, '$2');
      await expect(startDevServer({ binary: server.binary })).rejects.toBeInstanceOf(NoTemporalServer);
      const ports = await server.portsTried();
      expect(ports).toHaveLength(5);
      expect(new Set(ports).size).toBe(5);
    });

    it('is not tried again when the port that was asked for is in use', async () => {
      const server = await failingServer(scratch, '$2');
      await expect(startDevServer({ binary: server.binary, port: 17233 })).rejects.toThrow(
        '127.0.0.1:17233 is in use',
      );
      expect(await server.portsTried()).toEqual(['17233']);
    });

    it('is tried again on the same port when it lost the race for another one', async () => {
      const server = await failingServer(scratch, '4444');
      await expect(startDevServer({ binary: server.binary, port: 17233 })).rejects.toThrow(
        /ended with 1 before it answered\. The end of its log:\n.*:4444: bind/,
      );
      expect(await server.portsTried()).toEqual(Array.from({ length: 5 }, () => '17233'));
    });

    it('is not waited for when it ends right after it has begun to listen', async () => {
      const binary = await writeTool(
        scratch.path('temporal'),
        `while [ "$1" != --port ]; do shift; done
echo "Temporal Server: localhost:$2"
exit 2`,
      );
      await expect(startDevServer({ binary })).rejects.toThrow('ended with 2 before it answered');
    });

    it('leaves a database that its owner alone can read, new or old', async () => {
      const server = await failingServer(scratch, '$2');
      const dbFilename = scratch.path('.locrelease', 'temporal.db');
      await mkdir(dirname(dbFilename));
      await writeFile(`${dbFilename}-wal`, 'old', { mode: 0o644 });
      await expect(startDevServer({ binary: server.binary, port: 17233, dbFilename })).rejects.toThrow();
      const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
      expect(await modeOf(`${dbFilename}-wal`)).toBe(0o600);
      // What the server itself has written.
      expect(await modeOf(scratch.path('ports'))).toBe(0o600);
    });

    it('has seen nothing of the Temporal settings of our environment', async () => {
      process.env.TEMPORAL_ADDRESS = 'production.example:7233';
      try {
        const server = await failingServer(scratch, '$2');
        await expect(startDevServer({ binary: server.binary, port: 17233 })).rejects.toThrow('is in use');
        const environment = await server.environment();
        expect(environment).toContainEqual(expect.stringMatching(/^PATH=/));
        expect(environment).not.toContainEqual(expect.stringMatching(/^(TEMPORAL_|HOME=)/));
      } finally {
        delete process.env.TEMPORAL_ADDRESS;
      }
    });
  });
});

describe('guarded process', () => {
  const node = (script: string) => spawnGuarded(process.execPath, ['-e', script], { env: process.env });

  describe('a guarded process', () => {
    it('tells how it ended and what it wrote', async () => {
      const child = await node('console.log("out"); console.error("err"); process.exitCode = 3');
      expect(await child.ended).toBe(3);
      expect(child.output).toEqual({ stdout: 'out\n', stderr: 'err\n' });
    });

    it('keeps only the end of what it wrote', async () => {
      const child = await node('process.stdout.write("x".repeat(100000) + "end")');
      await child.ended;
      expect(child.output.stdout).toHaveLength(8_000);
      expect(child.output.stdout.endsWith('xend')).toBe(true);
    });

    it('that does not exist is an error with the reason', async () => {
      await expect(spawnGuarded('/no/such/program', [], { env: {} })).rejects.toThrow(
        /cannot start \/no\/such\/program: .*ENOENT/,
      );
    });

    it('is really gone when stop() resolves, however often it is called', async () => {
      const child = await node('setInterval(() => {}, 1000)');
      expect(isRunning(child.pid)).toBe(true);
      await Promise.all([child.stop(), child.stop()]);
      expect(isRunning(child.pid)).toBe(false);
      await child.stop();
    });

    it('may be stopped after its own end', async () => {
      const child = await node('');
      expect(await child.ended).toBe(0);
      await child.stop();
    });

    it('is killed when it does not heed SIGTERM', async () => {
      const child = await node(
        'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("deaf")',
      );
      await until('it does not heed SIGTERM', () => child.output.stdout === 'deaf\n');
      await child.stop();
      expect(isRunning(child.pid)).toBe(false);
    });

    it('takes along what it has started itself', async () => {
      const [port = 0] = await freePorts(1);
      const listener = createServer().listen(port, '127.0.0.1');
      const withTemporal = new Promise<Socket>((resolve) => listener.once('connection', resolve));
      const grandchild = `require("net").connect(${port}, "127.0.0.1"); setInterval(() => {}, 1000)`;
      const child = await node(
        `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(grandchild)}]);
       setInterval(() => {}, 1000)`,
      );
      const heldByGrandchild = (await withTemporal).resume().on('error', () => undefined);
      await child.stop();
      await until('the grandchild is gone and its socket with it', () => heldByGrandchild.closed);
      listener.close();
    });
  });
});

describe('isolated env', () => {
  describe('the environment of a Temporal server of ours', () => {
    it('names no other Temporal service and no home with profiles in it', () => {
      const env = { TEMPORAL_ADDRESS: 'a:1', TEMPORAL_CONFIG_FILE: '/a', HOME: '/h', XDG_CONFIG_HOME: '/c' };
      expect(withoutTemporalSettings(env)).toEqual({});
    });

    it('keeps every other variable', () => {
      const name = fc.stringMatching(/^[A-Z_]{1,12}$/).filter((text) => !/^(TEMPORAL_|HOME$)/.test(text));
      fc.assert(
        fc.property(fc.dictionary(name, fc.string()), (env) => {
          expect(withoutTemporalSettings({ ...env, TEMPORAL_NAMESPACE: 'prod' })).toEqual({ ...env });
        }),
      );
    });
  });
});

describe('lock file', () => {
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
});
