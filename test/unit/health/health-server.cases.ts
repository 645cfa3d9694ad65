import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startHealthServer, type Health } from '../../../src/health/health-server';
import { freePorts } from '../../../src/temporal/server/free-ports';

const well: Health = {
  fault: () => null,
  readinessFault: () => Promise.resolve(null),
  metrics: () => Promise.resolve('a_total 1\n'),
};

async function asked(health: Partial<Health>, path: string): Promise<unknown[]> {
  const [port = 0] = await freePorts(1);
  const server = await startHealthServer({ host: '127.0.0.1', port }, { ...well, ...health });
  try {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`);
    return [reply.status, await reply.text()];
  } finally {
    await server.close();
  }
}

const ok = '{"status":"ok"}';

describe('the door of a worker', () => {
  it.each([
    ['is alive and ready', {}, '/healthz', [200, ok]],
    ['is ready', {}, '/readyz', [200, ok]],
    ['shows its metrics', {}, '/metrics', [200, 'a_total 1\n']],
    [
      'is alive, and not ready, where something is away',
      { readinessFault: () => Promise.resolve('Temporal does not answer.') },
      '/readyz',
      [503, '{"code":"not_ready","message":"Temporal does not answer."}'],
    ],
    [
      'stays alive where something is away',
      { readinessFault: () => Promise.resolve('Temporal does not answer.') },
      '/healthz',
      [200, ok],
    ],
    [
      'is not alive where it cannot go on',
      { fault: () => 'The worker has failed.' },
      '/healthz',
      [503, '{"code":"not_alive","message":"The worker has failed."}'],
    ],
    [
      'fails where its metrics cannot be read',
      { metrics: () => Promise.reject(new Error('away')) },
      '/metrics',
      [503, '{"code":"not_available","message":"Error: away"}'],
    ],
    [
      'has nothing else',
      {},
      '/',
      [404, '{"code":"not_found","message":"There is nothing at this address."}'],
    ],
  ])('%s', async (_what, health, path, answer) => {
    expect(await asked(health, path)).toEqual(answer);
  });

  it('does not answer while the thread that works is blocked', async () => {
    const [port = 0] = await freePorts(1);
    const fixture = join(__dirname, 'fixtures/blocked-process.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', fixture, String(port)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    try {
      await once(child.stdout, 'data');
      const url = `http://127.0.0.1:${port}/healthz`;
      expect((await fetch(url)).status).toBe(200);
      child.stdin.write('block\n');
      await expect(
        // Requests that were there before it was blocked may be answered.
        (async () => {
          for (;;) await fetch(url, { signal: AbortSignal.timeout(2_000) });
        })(),
      ).rejects.toThrow(/timeout/);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
