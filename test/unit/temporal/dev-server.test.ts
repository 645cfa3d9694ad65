import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { startDevServer } from '../../../src/temporal/server/dev-server';
import { NoTemporalServer } from '../../../src/temporal/errors';
import { useScratch, type Scratch } from '../../support/scratch';
import { writeTool } from '../../support/write-tool';

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
