import { hostname } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config/config';
import { confirmTermsSignal } from '../../src/protocol/messages';
import { openStorage } from '../../src/store/open-store';
import { storeId } from '../../src/store/store-id';
import { freePorts } from '../../src/temporal/free-ports';
import { deadAddress } from '../support/bare-server';
import { eventsOf } from '../support/history';
import { runProduct, type ProductProcess } from '../support/product-process';
import { until } from '../support/until';
import { ReleaseRig } from './release-rig';

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
  expect(Math.abs(pausedMs - 1000)).toBeLessThan(900);
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
