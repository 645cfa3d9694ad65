/** Workers for some roles: what waits for whom, and what goes first. */
import { readConfig } from '../../src/config/config';
import { NIGHTLY } from '../../src/domain/review/four-eyes';
import { releaseId } from '../../src/domain/release/identity';
import { searchAttributeTypes } from '../../src/domain/search-attributes';
import { queueOfRole, type WorkerRole } from '../../src/domain/worker-roles';
import { readReleaseView } from '../../src/client/releases/release-view';
import { startRelease } from '../../src/client/releases/start-release';
import { confirmTermsSignal, statusQuery } from '../../src/protocol/messages';
import { findTemporalBinary } from '../../src/temporal/server/binary';
import { startDevServer, type DevServer } from '../../src/temporal/server/dev-server';
import { protoTimeMs } from '../../src/temporal/payloads/proto-time';
import { backlogOfRole } from '../../src/temporal/task-queue';
import type { WorkerGroup } from '../../src/temporal/worker-group';
import { createReleaseWorker } from '../../src/worker';
import type { localizationRelease } from '../../src/workflows';
import { cli } from '../support/cli';
import { eventsOf } from '../support/history';
import { until } from '../support/until';
import { ReleaseRig, type ReleaseHandle } from './release-rig';
import { connectionsTo } from './test-file';
import { itAtNight } from '../support/nightly';

/** In a queue of one partition the order is exact. */
const ONE_PARTITION = ['matching.numTaskqueueReadPartitions=1', 'matching.numTaskqueueWritePartitions=1'];

let server: DevServer;
let rig: ReleaseRig;
const running: { worker: WorkerGroup; end: Promise<void> }[] = [];
beforeAll(async () => {
  server = await startDevServer({
    binary: await findTemporalBinary({ report: () => undefined }),
    searchAttributes: searchAttributeTypes,
    settings: ONE_PARTITION,
  });
});
beforeEach(async () => {
  const { address } = server;
  rig = await ReleaseRig.start({
    worker: false,
    ownWorker: true,
    callbacks: false,
    minCheckInterval: '50ms',
    address,
  });
});
afterEach(async () => {
  await stopWorkers();
  await rig.close();
});
afterAll(() => server.stop());

/** A worker for these roles beside the others, which does one call after the other. */
async function work(...roles: WorkerRole[]): Promise<void> {
  const { worker: connection } = await connectionsTo(server.address);
  const worker = await createReleaseWorker({
    config: readConfig(rig.env({ LOCRELEASE_WORKER_ROLES: roles.join(',') }), rig.directory),
    connection,
    client: rig.client,
    workflowBundle: { codePath: process.env.LOCRELEASE_TEST_BUNDLE ?? '' },
    maxConcurrentActivityTaskExecutions: 1,
  });
  running.push({ worker, end: worker.run() });
}

async function stopWorkers(): Promise<void> {
  for (const { worker, end } of running.splice(0)) {
    worker.shutdown();
    await end;
  }
}

const idOf = ({ workflowId }: { workflowId: string }): string => workflowId.replace(/^release\//, '');

const viewOf = async (handle: ReleaseHandle) => {
  const [project = '', name = ''] = idOf(handle).split('/');
  const view = await readReleaseView(rig.client, { project, name });
  if (view === null) throw new Error('there is no such release');
  return view;
};

const doctor = () => cli(['doctor'], { ...rig.env(), TEMPORAL_ADDRESS: server.address });

const waitingIn = (role: WorkerRole, count: number): Promise<unknown> =>
  until(
    `${count} wait for the role ${role}`,
    async () => (await backlogOfRole(rig.client, rig.taskQueue, role))?.tasks === count,
  );

/** By the name of the call: each queue that it was made in, in that order. */
async function queuesOf(handle: ReleaseHandle): Promise<Map<string, string[]>> {
  const queues = new Map<string, string[]>();
  for (const { activityTaskScheduledEventAttributes: call } of eventsOf(
    await handle.fetchHistory(),
    'EVENT_TYPE_ACTIVITY_TASK_SCHEDULED',
  )) {
    const [name, queue] = [call?.activityType?.name ?? '', call?.taskQueue?.name ?? ''];
    queues.set(name, [...new Set([...(queues.get(name) ?? []), queue])]);
  }
  return queues;
}

describe('workers by role', () => {
  it('tell which role is missing and what waits for it, and a confirmation waits for no export', async () => {
    await work('calls');
    const handle = await rig.release({ announce: undefined, supplementLanguages: [] });
    const { worker, workerProblem, stage } = await until('it waits for the upload', async () => {
      const view = await viewOf(handle);
      return view.workerProblem !== null && view;
    });
    expect({ worker, stage }).toEqual({ worker: 'present', stage: 'create' });
    expect(workerProblem).toBe(
      `No worker for the role bulk asks for work on task queue ${rig.taskQueue}-bulk. Source uploads, exports and term lists wait. Start one with "locrelease worker --role bulk".`,
    );
    await waitingIn('bulk', 1);
    const found = await doctor();
    expect(found.code).toBe(9);
    expect(found.stdout).toMatch(
      /^FAIL {2}workers: No worker for the role bulk and notices\. .* Waiting now: 1 call\.\n {6}→ Start one with "locrelease worker --role bulk,notices"/m,
    );

    await work('bulk');
    await rig.waitingForTerms(handle);
    expect(await viewOf(handle)).toMatchObject({ worker: 'present', workerProblem: null });
    await stopWorkers();
    await work('calls');
    await handle.signal(confirmTermsSignal, { by: 'olga' });
    await rig.reached(handle, (status) => status.stage === 'export', 'it has come to the export');
    await work('bulk');
    expect((await handle.result()).state).toBe('done');

    const queues = await queuesOf(handle);
    for (const call of ['createTask', 'snapshotTerms', 'exportFiles'])
      expect([call, queues.get(call)]).toEqual([call, [queueOfRole(rig.taskQueue, 'bulk')]]);
    for (const call of ['preflight', 'readTask', 'confirmTaskTerms', 'publishTask', 'keepManifest'])
      expect([call, queues.get(call)]).toEqual([call, [rig.taskQueue]]);
  });
});

describe('where more waits than a worker can do', () => {
  /** What the worker's first question got, before Temporal had all of them at hand. */
  const FIRST_TAKEN = 1;
  const numbered = (name: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${name}-${index}`);

  /** In the order in which they were started. */
  async function begin(names: readonly string[], project: string, startedBy: string): Promise<string[]> {
    const ids: string[] = [];
    for (const name of names) {
      const input = { ...(await rig.input({ name, project, announce: undefined })), startedBy };
      const { taskQueue, store, client } = rig;
      await startRelease(client, { input, taskQueue, store });
      ids.push(releaseId(input.spec));
    }
    return ids;
  }

  /** In which order the tasks were created, once everything waits for that. */
  async function orderOfTasks(all: readonly string[]): Promise<string[]> {
    await work('calls');
    await waitingIn('bulk', all.length);
    await work('bulk');
    const began = await Promise.all(all.map(async (id) => ({ id, atMs: await createdAtMs(id) })));
    return began.sort((one, other) => one.atMs - other.atMs).map(({ id }) => id);
  }

  /** When a worker took the call that creates its task. */
  async function createdAtMs(id: string): Promise<number> {
    const handle = rig.client.workflow.getHandle<typeof localizationRelease>(`release/${id}`);
    const history = await until(`the task of ${id} is created`, async () => {
      const { taskId } = await handle.query(statusQuery);
      return taskId !== null && handle.fetchHistory();
    });
    await handle.terminate('enough');
    const create = eventsOf(history, 'EVENT_TYPE_ACTIVITY_TASK_SCHEDULED').find(
      ({ activityTaskScheduledEventAttributes: call }) => call?.activityType?.name === 'createTask',
    );
    const taken = eventsOf(history, 'EVENT_TYPE_ACTIVITY_TASK_STARTED').find(
      ({ activityTaskStartedEventAttributes: start }) =>
        String(start?.scheduledEventId) === String(create?.eventId),
    );
    return protoTimeMs(taken?.eventTime);
  }

  it('what a person started goes before the releases of the night', async () => {
    const nightly = await begin(numbered('night', 8), rig.project, NIGHTLY);
    const [urgent = ''] = await begin(['urgent'], rig.project, 'olga');
    const order = await orderOfTasks([...nightly, urgent]);
    expect(order.indexOf(urgent)).toBeLessThanOrEqual(FIRST_TAKEN);
  });

  itAtNight('the projects take turns', async () => {
    const many = await begin(numbered('many', 8), rig.project, 'olga');
    const [one = ''] = await begin(['one'], 'default', 'ivan');
    const order = await orderOfTasks([...many, one]);
    // One of theirs, and then one of his.
    expect(order.indexOf(one)).toBeLessThanOrEqual(1 + FIRST_TAKEN);
  });
});
