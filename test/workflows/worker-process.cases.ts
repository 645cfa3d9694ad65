import { hostname } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config/config';
import { confirmTermsSignal } from '../../src/protocol/messages';
import { openStorage, storeId } from '../../src/store/open-store';
import { freePorts } from '../../src/temporal/server/free-ports';
import { deadAddress } from '../support/bare-server';
import { eventsOf } from '../support/history';
import { type ProductProcess, runProduct } from '../support/product-process';
import { until } from '../support/until';
import { type ReleaseHandle, ReleaseRig, reviewOnly } from './release-rig';
import { ENDS_WITHIN_MS } from '../../src/health/end-in-time';
import { type SilentProxy, startSilentProxy } from '../support/silent-proxy';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { builtModule } from '../support/built-sources';
import { workersOfRole } from '../../src/temporal/task-queue';
import { itAtNight } from '../support/nightly';

describe('a worker process', () => {
  let rig: ReleaseRig;
  let running: ProductProcess | undefined;
  beforeEach(async () => {
    rig = await ReleaseRig.start({ worker: false });
  });
  afterEach(async () => {
    running?.child.kill('SIGKILL');
    await running?.exit;
    await rig.close();
  });

  const environment = (more: Record<string, string>): Record<string, string> =>
    rig.env({ LOCRELEASE_CONFIG: join(rig.directory, 'locrelease.config.yaml'), ...more });

  it('a worker process counts and logs failed calls, says who it is, and ends well on SIGTERM', async () => {
    const [port = 0] = await freePorts(1);
    const address = process.env.LOCRELEASE_TEST_ADDRESS ?? '';
    running = runProduct(
      'worker',
      environment({ TEMPORAL_ADDRESS: address, LOCRELEASE_METRICS_PORT: String(port) }),
    );
    rig.sandbox.faults.add({ on: 'POST /tasks/create', do: 'refuse', code: 500 });
    rig.sandbox.faults.add({ on: 'POST /tasks/publish', do: 'refuse', code: 429, retryAfter: '1' });
    const handle = await rig.release({ announce: undefined });
    await until('it has come to the terms', async () => (await waitingFor(handle.workflowId)) === 1);
    await handle.signal(confirmTermsSignal, { by: 'olga' });
    expect((await handle.result()).state).toBe('done');

    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toMatch(
      /^locrelease_service_errors_total\{(?=.*service="localization")(?=.*code="500").*\} 1$/m,
    );
    expect(metrics).toMatch(/^temporal_worker_task_slots_available/m);

    const [started] = eventsOf(await handle.fetchHistory(), 'EVENT_TYPE_WORKFLOW_TASK_STARTED');
    expect(started?.workflowTaskStartedEventAttributes?.identity).toBe(
      `locrelease@${hostname()}:${String(running.child.pid)}/${await storeId(openStorage(readConfig(rig.env(), rig.directory).store))}`,
    );

    running.child.kill('SIGTERM');
    expect(await running.exit).toEqual([0, null]);
    const lines = running.stderr().trim().split('\n');
    const log = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const failure = log.find(({ message }) => message === 'A call to a service failed.');
    expect(failure).toMatchObject({
      level: 'WARN',
      release: `${rig.project}/${handle.workflowId.split('/').at(-1) ?? ''}`,
      service: 'localization',
      code: '500',
      endpoint: 'POST /tasks/create',
      traceId: expect.stringMatching(/./) as string,
    });
    const limited = log.find(({ code, resumesAt }) => code === '429' && resumesAt !== undefined);
    const pausedMs = Date.parse(String(limited?.resumesAt)) - Date.parse(String(limited?.time));
    // The service asked for a second; a busy machine tells of it later.
    expect(pausedMs).toBeLessThan(2000);
    const states = log.filter(({ message }) => String(message).startsWith('The release is '));
    expect(states.map(({ state }) => state)).toEqual(['running', 'waiting', 'running', 'done']);
    expect(log.filter(({ message }) => message === 'Activity failed')).toEqual([]);
    expect(running.stderr()).not.toMatch(/sandbox-app-secret|sandbox_it_token|No workflows registered/);
  });

  it.each([
    [
      '9 where Temporal is away',
      () => ({ TEMPORAL_ADDRESS: new URL(dead).host }),
      9,
      /Cannot connect to Temporal at/,
    ],
    [
      '2 where its namespace does not exist',
      () => ({ TEMPORAL_NAMESPACE: 'nowhere' }),
      2,
      /There is no Temporal namespace nowhere/,
    ],
    [
      '2 where its metrics cannot be shown',
      () => ({ LOCRELEASE_METRICS_PORT: new URL(rig.sandbox.url).port }),
      2,
      /LOCRELEASE_METRICS_PORT: cannot listen at/,
    ],
    [
      '2 where a key is none',
      () => ({ LOCRELEASE_ENCRYPTION_KEYS: 'a:b' }),
      2,
      /LOCRELEASE_ENCRYPTION_KEYS entry 1/,
    ],
  ])('a worker process ends with %s', async (_what, env, code, message) => {
    running = runProduct(
      'worker',
      environment({ TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '', ...env() }),
    );
    expect(await running.exit).toEqual([code, null]);
    expect(running.stderr()).toMatch(message);
  });

  let dead: string;
  beforeAll(async () => {
    dead = await deadAddress();
  });

  /** Asked of Temporal, not of the worker: it may not be there yet. */
  async function waitingFor(workflowId: string): Promise<number> {
    const query = `WorkflowId = '${workflowId}' AND LocreleaseWaiting = 'terms'`;
    return (await rig.client.workflow.count(query)).count;
  }
});

/** Worker and gateway end in time when they are told to, also while Temporal neither answers nor goes away. */
describe('processes that are to end', () => {
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

  itAtNight(
    'a worker and a gateway with a page open end within their time while Temporal is frozen',
    async () => {
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
        else
          expect([signal, stderr()]).toEqual(['SIGTERM', expect.stringContaining('something still hangs')]);
      };
      await Promise.all([endOf(worker, ENDS_WITHIN_MS.worker), endOf(gateway, ENDS_WITHIN_MS.gateway)]);
      await events.body?.cancel().catch(() => undefined);
    },
  );
});

/** What a service allows one credential holds for all workers together, as the service itself counts. */
describe('limits of a service', () => {
  const MOST = 10;
  /** Requests are spaced where they are sent, and counted where they arrive: on a busy machine, later and closer together. */
  const ON_THE_WAY_SECONDS = 2;
  /** Long enough to tell a rate from what was on its way. */
  const SPAN_SECONDS = 5;

  let rig: ReleaseRig;
  const workers: { child: ChildProcess; exit: Promise<unknown> }[] = [];
  beforeEach(async () => {
    rig = await ReleaseRig.start({
      worker: false,
      ownWorker: true,
      callbacks: false,
      minCheckInterval: '50ms',
      config: { limits: { localization: `${MOST} per second` } },
    });
  });
  afterEach(async () => {
    for (const { child } of workers) child.kill('SIGTERM');
    await Promise.all(workers.splice(0).map(({ exit }) => exit));
    await rig.close();
  });

  function startWorkerProcess(): void {
    const child = spawn(process.execPath, [builtModule('src/cli/main'), 'worker'], {
      env: {
        PATH: process.env.PATH ?? '',
        ...rig.env({
          LOCRELEASE_CONFIG: rig.configFile,
          TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
        }),
      },
      stdio: 'ignore',
    });
    workers.push({ child, exit: once(child, 'exit') });
  }

  itAtNight('two workers together send no more than the limit, and more than the part of one', async () => {
    startWorkerProcess();
    startWorkerProcess();
    await until(
      'both ask for work',
      async () => (await workersOfRole(rig.client, rig.taskQueue, 'calls')).size === 2,
    );
    const handles = await Promise.all(Array.from({ length: 12 }, () => rig.release(reviewOnly)));
    await Promise.all(handles.map((handle) => rig.waitingForTerms(handle)));

    const times = rig.sandbox.journal
      .find({ kind: 'request', service: 'localization' })
      .map(({ at }) => Date.parse(at));
    const counts = times.map(
      (fromMs) => times.filter((atMs) => atMs >= fromMs && atMs < fromMs + SPAN_SECONDS * 1_000).length,
    );
    const busiest = Math.max(...counts);
    expect(busiest).toBeLessThanOrEqual(MOST * (SPAN_SECONDS + ON_THE_WAY_SECONDS));
    // More than one of them may send alone.
    expect(busiest).toBeGreaterThan((MOST / 2) * SPAN_SECONDS);
    expect(await doersOf(handles)).toHaveLength(2);
    for (const handle of handles) await handle.terminate('enough');
  });

  /** The workers that made calls for these releases. */
  async function doersOf(handles: readonly ReleaseHandle[]): Promise<string[]> {
    const identities = new Set<string>();
    for (const handle of handles)
      for (const { activityTaskStartedEventAttributes: start } of eventsOf(
        await handle.fetchHistory(),
        'EVENT_TYPE_ACTIVITY_TASK_STARTED',
      ))
        identities.add(start?.identity ?? '');
    return [...identities];
  }
});
