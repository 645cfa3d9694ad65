import { createServer, type Socket } from 'node:net';
import { freePorts } from '../../../src/temporal/server/free-ports';
import { spawnGuarded } from '../../../src/temporal/server/guarded-process';
import { isRunning } from '../../support/is-running';
import { until } from '../../support/until';

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
