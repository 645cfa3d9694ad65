/** Worker and gateway end in time when they are told to, also while Temporal neither answers nor goes away. */
import { join } from 'node:path';
import { ENDS_WITHIN_MS } from '../../src/health/end-in-time';
import { freePorts } from '../../src/temporal/free-ports';
import { runProduct, type ProductProcess } from '../support/product-process';
import { startSilentProxy, type SilentProxy } from '../support/silent-proxy';
import { until } from '../support/until';
import { ReleaseRig } from './release-rig';

/** For a machine that is busy with other tests. */
const SLACK_MS = 20_000;

let rig: ReleaseRig;
let proxy: SilentProxy;
const processes: ProductProcess[] = [];
beforeAll(async () => {
  rig = await ReleaseRig.start({ worker: false });
  proxy = await startSilentProxy(process.env.LOCRELEASE_TEST_ADDRESS ?? '');
});
afterAll(async () => {
  for (const { child } of processes) child.kill('SIGKILL');
  await Promise.all(processes.map(({ exit }) => exit));
  await proxy.close();
  await rig.close();
});

it('a worker and a gateway with a page open end within their time while Temporal is frozen', async () => {
  const [workerPort = 0, gatewayPort = 0] = await freePorts(2);
  const env = rig.env({
    TEMPORAL_ADDRESS: proxy.address,
    LOCRELEASE_CONFIG: join(rig.directory, 'locrelease.config.yaml'),
    LOCRELEASE_METRICS_PORT: String(workerPort),
    GATEWAY_PORT: String(gatewayPort),
  });
  const worker = runProduct('worker', env);
  const gateway = runProduct('gateway', env);
  processes.push(worker, gateway);
  const [workerUrl, gatewayUrl] = [workerPort, gatewayPort].map((port) => `http://127.0.0.1:${port}`);
  const statusOf = (url = '', path = ''): Promise<number> =>
    fetch(`${url}${path}`).then(
      ({ status }) => status,
      () => 0,
    );
  const both = [workerUrl, gatewayUrl];
  for (const url of both)
    await until(`${url} is ready`, async () => (await statusOf(url, '/readyz')) === 200);
  const events = await fetch(`${gatewayUrl}/api/events`);
  proxy.silence();

  for (const url of both) {
    expect(await statusOf(url, '/readyz')).toBe(503);
    expect(await statusOf(url, '/healthz')).toBe(200);
  }

  const toldMs = performance.now();
  for (const { child } of [worker, gateway]) child.kill('SIGTERM');
  const endOf = async ({ exit, stderr }: ProductProcess, withinMs: number): Promise<void> => {
    const [code, signal] = await exit;
    expect(performance.now() - toldMs).toBeLessThan(withinMs + SLACK_MS);
    // By itself, or by the bound, which is told.
    if (signal === null) expect(code).toBe(0);
    else expect([signal, stderr()]).toEqual(['SIGTERM', expect.stringContaining('something still hangs')]);
  };
  await Promise.all([endOf(worker, ENDS_WITHIN_MS.worker), endOf(gateway, ENDS_WITHIN_MS.gateway)]);
  await events.body?.cancel().catch(() => undefined);
});
