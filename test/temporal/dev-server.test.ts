import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { Client } from '@temporalio/client';
import { z } from 'zod';
import { TemporalConnection } from '../../src/temporal/closable-connection';
import { startDevServer, type DevServer, type DevServerOptions } from '../../src/temporal/server/dev-server';
import { freePorts } from '../../src/temporal/server/free-ports';
import { nodeArgumentsFor } from '../../src/files/call-apart';
import { isRunning } from '../support/is-running';
import { useScratch } from '../support/scratch';
import { until } from '../support/until';
import { writeTool } from '../support/write-tool';
import { testBinary } from './test-binary';

describe('a dev server', () => {
  const scratch = useScratch();
  const started: DevServer[] = [];

  afterEach(async () => {
    await Promise.all(started.splice(0).map((server) => server.stop()));
  });

  async function start(options: Partial<DevServerOptions> = {}): Promise<DevServer> {
    const server = await startDevServer({ binary: testBinary(), ...options });
    started.push(server);
    return server;
  }

  async function withClient<T>({ address }: DevServer, use: (client: Client) => Promise<T>): Promise<T> {
    const connection = await TemporalConnection.connect({ address });
    try {
      return await use(new Client({ connection }));
    } finally {
      await connection.close();
    }
  }

  it('answers on loopback in the namespace default, and is gone once stopped', async () => {
    const server = await start();
    expect(server.address).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(server.uiUrl).toBeNull();
    const namespace = await withClient(server, (client) =>
      client.workflowService.describeNamespace({ namespace: 'default' }),
    );
    expect(namespace.namespaceInfo?.name).toBe('default');
    await server.stop();
    expect(isRunning(server.pid)).toBe(false);
    await server.stop();
  });

  it('has a page to look at when asked for one', async () => {
    const { uiUrl } = await start({ ui: true });
    expect((await fetch(uiUrl ?? '')).status).toBe(200);
  });

  it('goes on with the same data on the same port after a restart', async () => {
    const [port = 0] = await freePorts(1);
    const options = {
      port,
      dbFilename: scratch.path('state', 'temporal.db'),
      searchAttributes: { ReleaseState: 'Keyword' },
    } as const;

    const first = await start(options);
    const runId = await withClient(first, async (client) => {
      const release = {
        workflowId: 'kept',
        taskQueue: 'nobody',
        searchAttributes: { ReleaseState: ['new'] },
      };
      return (await client.workflow.start('anyType', release)).firstExecutionRunId;
    });
    await first.stop();

    const second = await start(options);
    expect(second.address).toBe(first.address);
    const kept = await withClient(second, (client) => client.workflow.getHandle('kept').describe());
    expect(kept).toMatchObject({ runId, status: { name: 'RUNNING' } });
  });

  it('is not mistaken for the server that already has its port', async () => {
    const { address } = await start();
    const port = Number(address.split(':')[1]);
    await expect(start({ port })).rejects.toThrow(`${address} is in use`);
  });

  it('starts on other ports when it has lost the race for the first', async () => {
    const binary = await writeTool(
      scratch.path('temporal'),
      `if mkdir '${scratch.path('lost')}'; then
  echo 'Error: listen tcp 127.0.0.1:4444: bind: address already in use' >&2
  exit 1
fi
exec '${testBinary()}' "$@"`,
    );
    const server = await start({ binary });
    await withClient(server, (client) => client.connection.ensureConnected());
  });

  it('is ours even when the environment names another server, which is left alone', async () => {
    let connections = 0;
    const [port = 0] = await freePorts(1);
    const other = createServer(() => (connections += 1)).listen(port, '127.0.0.1');
    process.env.TEMPORAL_ADDRESS = `127.0.0.1:${port}`;
    process.env.TEMPORAL_NAMESPACE = 'production';
    try {
      const server = await start();
      expect(server.address).not.toBe(process.env.TEMPORAL_ADDRESS);
      await withClient(server, (client) =>
        client.workflow.start('anyType', { workflowId: 'w', taskQueue: 'q' }),
      );
      expect(connections).toBe(0);
    } finally {
      delete process.env.TEMPORAL_ADDRESS;
      delete process.env.TEMPORAL_NAMESPACE;
      other.close();
    }
  });
});

describe('the server of a process that', () => {
  const announcement = z.object({ pid: z.number() });
  let owner: ChildProcess;

  async function startOwner(fate: string): Promise<number> {
    const fixture = nodeArgumentsFor(require.resolve('./fixtures/server-owner'));
    const child = spawn(process.execPath, [...fixture, fate], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    });
    owner = child;
    const line = await new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve));
    return announcement.parse(JSON.parse(line)).pid;
  }

  afterEach(() => {
    owner.kill('SIGKILL');
  });

  it('ends, ends too', async () => {
    const serverPid = await startOwner('ends');
    await until('the server has ended', () => !isRunning(serverPid));
    expect(owner.exitCode).toBe(0);
  });

  it('crashes, ends too', async () => {
    const serverPid = await startOwner('throws');
    await until('the server has ended', () => !isRunning(serverPid));
    expect(owner.exitCode).toBe(1);
  });

  it('is killed, ends too', async () => {
    const serverPid = await startOwner('lives on');
    expect(isRunning(serverPid)).toBe(true);
    owner.kill('SIGKILL');
    await until('the server has ended', () => !isRunning(serverPid));
  });

  it('gets a Ctrl-C still answers: the order of the shutdown is the owner’s', async () => {
    const serverPid = await startOwner('lives on');
    const exited = once(owner, 'exit');
    // A terminal sends SIGINT to the whole foreground group; the owner then asks its server before it ends.
    process.kill(-(owner.pid ?? Number.NaN), 'SIGINT');
    expect(await exited).toEqual([42, null]);
    await until('the server has ended', () => !isRunning(serverPid));
  });
});
