/**
 * Makes the saved histories anew, all or those that are named: `npm run histories [SHAPE…]`. They stand
 * for releases that are under way at somebody's, so this is for shapes that are new or changed on purpose,
 * never for a replay that fails by accident.
 */
import type { WorkflowHandle } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readConfig } from '../../src/config/config';
import {
  nightlyScheduleId,
  publishQueueWorkflowId,
  termbaseWorkflowId,
} from '../../src/domain/release/identity';
import { noticeRouteWorkflowId } from '../../src/domain/notices/notice';
import { NotificationRouter } from '../../src/notices/notification-router';
import { readRouteReports } from '../../src/notices/route-health';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import type { ReleaseStatus } from '../../src/domain/release/status';
import { workWorkflowId, type Work } from '../../src/domain/service-work';
import {
  addLanguagesUpdate,
  amendUpdate,
  callbackSignal,
  cancelUpdate,
  confirmTermsSignal,
  confirmTermsUpdate,
  editTermsUpdate,
  markTermsUpdate,
  matchTermbaseUpdate,
  pauseUpdate,
  rejectTermsSignal,
  resolveUpdate,
  resumeUpdate,
} from '../../src/protocol/messages';
import { historyToJson } from '../support/history-json';
import { putTerms } from '../../src/store/termbase-terms';
import type { nightlyLocalization, serviceWork, termbaseUpload } from '../../src/workflows';
import { findTemporalBinary } from '../../src/temporal/server/binary';
import { startDevServer, type DevServer } from '../../src/temporal/server/dev-server';
import { searchAttributeTypes } from '../../src/domain/search-attributes';
import { deadAddress } from '../support/bare-server';
import { startJoblessStatus } from '../support/jobless-status';
import { until } from '../support/until';
import bringServerAndBundle from './global-setup';
import stopServer from './global-teardown';
import { ReleaseRig, type ReleaseHandle, type RigOptions } from './release-rig';
import { historyFile, shapes, type ReleaseShape, type Shape, type WorkShape } from './saved-histories';
import { translatedTask } from './task-elsewhere';

interface Scenario {
  rig?: RigOptions;
  file?: Partial<ReleaseFile> | (() => Partial<ReleaseFile>);
  /** What is done to the release until it has ended. */
  drive: (rig: ReleaseRig, handle: ReleaseHandle) => Promise<void>;
}

const untilPublished: Partial<ReleaseFile> = {
  supplementLanguages: [],
  export: undefined,
  announce: undefined,
};
const automatic: Partial<ReleaseFile> = { ...untilPublished, terms: { confirmation: 'automatic' } };

/** Longer than a release takes until it is announced. */
const HELD_MS = 45_000;

const confirmed: Scenario = {
  rig: { callbacks: true },
  drive: async (rig, handle) => {
    await rig.waitingForTerms(handle);
    await handle.signal(confirmTermsSignal, { by: 'olga' });
  },
};

const releases: Record<ReleaseShape, Scenario> = {
  happy: confirmed,
  reviewed: {
    file: untilPublished,
    drive: async (rig, handle) => {
      const { taskId } = await rig.waitingForTerms(handle);
      const task = rig.sandbox.localization.project('sandbox').tasks.get(taskId ?? '');
      const [edited = '', removed = ''] = task?.terms.map(({ id }) => id) ?? [];
      const by = 'olga';
      await handle.executeUpdate(matchTermbaseUpdate, { args: [{ by }] });
      const edit = { category: 'Mentor', translations: { ja: 'ミラ' } };
      await handle.executeUpdate(editTermsUpdate, { args: [{ by, termIds: [edited], edit }] });
      await handle.executeUpdate(markTermsUpdate, {
        args: [{ by, termIds: [edited, removed], removed: true }],
      });
      await handle.executeUpdate(markTermsUpdate, { args: [{ by, termIds: [edited], removed: false }] });
      await handle.executeUpdate(confirmTermsUpdate, { args: [{ by: 'ivan', comment: 'as in part one' }] });
    },
  },
  rejected: {
    drive: async (rig, handle) => {
      await rig.waitingForTerms(handle);
      await handle.signal(rejectTermsSignal, { by: 'olga', reason: 'the names are wrong' });
    },
  },
  expired: {
    file: { terms: { deadline: '2s', reminders: ['1s'] } },
    drive: () => Promise.resolve(),
  },
  'parked-and-resolved': {
    file: automatic,
    rig: { sandbox: { faults: [{ on: 'work publish', do: 'fail', reason: 'no capacity' }] } },
    drive: (rig, handle) => resolveWhenParked(rig, handle, 'retry'),
  },
  'outcome-unknown': {
    file: automatic,
    rig: { sandbox: { faults: [{ on: 'POST /tasks/publish', do: 'lose-reply' }] }, worker: false },
    drive: async (rig, handle) => {
      const proxy = await startJoblessStatus(rig.sandbox.url);
      await rig.startWorker({ LOCALIZATION_BASE_URL: proxy.url });
      await resolveWhenParked(rig, handle, 'skip');
      await proxy.close();
    },
  },
  'supplemented-late': {
    file: { ...untilPublished, supplementLanguages: ['ko'] },
    drive: async (rig, handle) => {
      await rig.waitingForTerms(handle);
      await handle.executeUpdate(addLanguagesUpdate, { args: [{ by: 'olga', languages: ['fr'] }] });
      await handle.signal(confirmTermsSignal, { by: 'olga' });
    },
  },
  partial: {
    file: {
      ...automatic,
      announce: { accounts: ['acc_1', 'acc_2'], text: '{name} now speaks {languages}.' },
    },
    rig: { sandbox: { faults: [{ on: 'target acc_2', do: 'fail', nth: [1, 2] }] } },
    drive: async (rig, handle) => {
      await rig.reached(handle, ({ state }) => state === 'partial', 'one account is left');
      await handle.executeUpdate(resolveUpdate, { args: [{ by: 'olga', action: 'retry' }] });
      await rig.reached(handle, ({ state }) => state === 'partial', 'it is left again');
      await handle.executeUpdate(resolveUpdate, { args: [{ by: 'olga', action: 'skip' }] });
    },
  },
  'held-and-extended': {
    file: () => ({
      ...automatic,
      announce: {
        accounts: ['acc_1'],
        text: '{languages}',
        at: new Date(Date.now() + HELD_MS).toISOString(),
      },
    }),
    drive: async (rig, handle) => {
      const isHeld = ({ stages }: ReleaseStatus): boolean =>
        stages.some(({ name, state }) => name === 'announce' && state === 'waiting');
      await rig.reached(handle, isHeld, 'its announcement is held');
      await handle.executeUpdate(addLanguagesUpdate, { args: [{ by: 'olga', languages: ['ko'] }] });
    },
  },
  cancelled: {
    drive: async (rig, handle) => {
      await rig.waitingForTerms(handle);
      await handle.executeUpdate(cancelUpdate, { args: [{ by: 'olga', reason: 'not this week' }] });
    },
  },
  continued: {
    file: { ...untilPublished, publish: false },
    drive: async (rig, handle) => {
      await rig.waitingForTerms(handle);
      await until('it goes on in a fresh history', async () => {
        const stray = { deliveryId: randomUUID(), event: 'task.completed', taskId: 'of another release' };
        await latest(rig, handle).signal(callbackSignal, stray);
        return (await latest(rig, handle).describe()).runId !== handle.firstExecutionRunId;
      });
      await latest(rig, handle).signal(confirmTermsSignal, { by: 'olga' });
    },
  },
  'paused-and-amended': {
    file: () => ({
      ...automatic,
      announce: {
        accounts: ['acc_1'],
        text: '{languages}',
        at: new Date(Date.now() + HELD_MS).toISOString(),
      },
    }),
    drive: async (rig, handle) => {
      await rig.reached(handle, ({ hold }) => hold !== null, 'its announcement is held');
      const by = 'olga';
      await handle.executeUpdate(pauseUpdate, { args: [{ by, reason: 'the text is wrong' }] });
      const announce = { accounts: ['acc_1'], platforms: [], text: 'Another text.' };
      await handle.executeUpdate(amendUpdate, { args: [{ by, amendment: { announce } }] });
      await handle.executeUpdate(resumeUpdate, { args: [{ by }] });
    },
  },
};

/** Ends with this process. */
async function startServerOfShortHistories(): Promise<DevServer> {
  return startDevServer({
    binary: await findTemporalBinary({ report: console.log }),
    settings: ['limit.historyCount.suggestContinueAsNew=100'],
    searchAttributes: searchAttributeTypes,
  });
}

/** The newest run, where a handle is of the first. */
const latest = (rig: ReleaseRig, { workflowId }: WorkflowHandle) => rig.client.workflow.getHandle(workflowId);

async function makeRelease(shape: ReleaseShape): Promise<Made> {
  const { rig: options, file, drive } = releases[shape];
  const server = shape === 'continued' ? { address: (await startServerOfShortHistories()).address } : {};
  const rig = await ReleaseRig.start({ callbacks: false, minCheckInterval: '500ms', ...server, ...options });
  // Relative to a directory of the machine that nobody else has to know.
  const exportTo = { template: 'tpl-1a2b3c4d', directory: 'out' };
  const handle = await rig.release({
    name: shape,
    export: exportTo,
    ...(typeof file === 'function' ? file() : file),
  });
  await drive(rig, handle);
  return { rig, handle: latest(rig, handle) };
}

/** A night on which there was something to release. */
async function makeNight(): Promise<Made> {
  const rig = await ReleaseRig.start({ callbacks: false, minCheckInterval: '500ms' });
  await writeFile('strings.json', JSON.stringify({ greeting: 'Hello, Elder Mira!' }));
  const { spec } = await rig.input({ ...automatic, publish: false });
  const handle = await rig.startWorkflow<typeof nightlyLocalization>('nightlyLocalization', {
    workflowId: nightlyScheduleId({ project: rig.project, name: 'strings' }),
    taskQueue: rig.taskQueue,
    args: [{ template: { ...spec, source: { file: 'strings.json' } }, namePrefix: 'nightly' }],
  });
  return { rig, handle };
}

/** Terms for more than one call. */
async function makeUpload(): Promise<Made> {
  const rig = await ReleaseRig.start({ callbacks: true, minCheckInterval: '500ms' });
  const terms = Array.from({ length: 1200 }, (_, number) => ({
    content: `Sword ${number}`,
    source_language: 'en',
    category: 'Item',
    translations: { ja: `剣${number}` },
  }));
  const input = {
    project: rig.project,
    name: 'terms',
    mode: 'upload' as const,
    sha256: await putTerms(rig.store, terms),
  };
  const handle = await rig.startWorkflow<typeof termbaseUpload>('termbaseUpload', {
    workflowId: termbaseWorkflowId(input),
    taskQueue: rig.taskQueue,
    args: [input],
  });
  return { rig, handle };
}

/** The queue of a project in which three releases publish at once. */
async function makeQueue(): Promise<Made> {
  const rig = await ReleaseRig.start({ callbacks: false, minCheckInterval: '500ms' });
  const started = await Promise.all(['a', 'b', 'c'].map((name) => rig.release({ ...automatic, name })));
  await Promise.all(started.map((handle) => handle.result()));
  return { rig, handle: rig.client.workflow.getHandle(publishQueueWorkflowId(rig.project)) };
}

/** Whose receiver is away at first; when there is nothing more to tell, it ends. */
async function makeRoute(): Promise<Made> {
  const webhook = { urlVariable: 'HOOK_URL', secretVariable: 'HOOK_SECRET' };
  const rig = await ReleaseRig.start({
    callbacks: false,
    worker: false,
    env: { HOOK_SECRET: 'a secret that both know', HOOK_URL: await deadAddress() },
    config: { notices: { routes: [{ webhook }] } },
  });
  const config = readConfig(rig.env(), rig.directory);
  const { taskQueue, consoleUrl, notices } = config;
  const { routes } = notices;
  const router = new NotificationRouter({ temporal: rig.client, taskQueue, consoleUrl, routes });
  const [key = ''] = routes.map((route) => route.key);
  const handle = rig.client.workflow.getHandle(noticeRouteWorkflowId(taskQueue, key));
  for (const id of ['first', 'second']) {
    const occurrence = { event: 'release.failed', problem: null } as const;
    const at = new Date().toISOString();
    await router.post({ id, at, project: 'default', name: 'game', occurrence });
  }
  await rig.startWorker();
  await until('it fails', async () => (await readRouteReports(rig.client, config))[0]?.failing !== null);
  await rig.stopWorker();
  await rig.skipTime(handle);
  await rig.startWorker({ HOOK_URL: `${rig.sandbox.url}/sandbox/inbox` });
  return { rig, handle };
}

/** Work on a task or a post that no release made; the reply of its call is lost, and its job is found. */
async function makeWork(shape: WorkShape): Promise<Made> {
  const rig = await ReleaseRig.start({ callbacks: false, minCheckInterval: '500ms', ownWorker: true });
  const taskId = await translatedTask(rig);
  const ofTask = { project: rig.project, taskId };
  const works: Record<WorkShape, { work: Work; lost: string }> = {
    'service-publish': { work: { kind: 'publish', ...ofTask }, lost: 'POST /tasks/publish' },
    'service-supplement': {
      work: { kind: 'supplement', ...ofTask, languages: ['ko'], skipTm: false, skipTb: false },
      lost: 'POST /tasks/supplement-translate',
    },
    'service-post': {
      work: { kind: 'post', postId: 'post_1', accountId: null },
      lost: 'POST /posts/{postId}/publish',
    },
  };
  const { work, lost } = works[shape];
  rig.sandbox.faults.add({ on: lost, do: 'lose-reply' });
  const handle = await rig.startWorkflow<typeof serviceWork>('serviceWork', {
    workflowId: workWorkflowId(work),
    taskQueue: rig.taskQueue,
    args: [{ work, minCheckIntervalMs: 500, lost: null }],
  });
  return { rig, handle };
}

interface Made {
  rig: ReleaseRig;
  handle: WorkflowHandle;
}

function make(shape: Shape): Promise<Made> {
  if (shape === 'nightly') return makeNight();
  if (shape === 'termbase-upload') return makeUpload();
  if (shape === 'publish-queue') return makeQueue();
  if (shape === 'notice-route') return makeRoute();
  if (shape === 'service-publish' || shape === 'service-supplement' || shape === 'service-post')
    return makeWork(shape);
  return makeRelease(shape);
}

async function resolveWhenParked(
  rig: ReleaseRig,
  handle: ReleaseHandle,
  action: 'retry' | 'skip',
): Promise<void> {
  await rig.parked(handle);
  await handle.executeUpdate(resolveUpdate, { args: [{ by: 'olga', action }] });
}

async function save(shape: Shape): Promise<void> {
  const { rig, handle } = await make(shape);
  try {
    // A queue stays open for those who come back.
    if (shape !== 'publish-queue') await handle.result();
    const events = neutralEvents(historyToJson(await handle.fetchHistory()));
    await mkdir(dirname(historyFile(shape)), { recursive: true });
    await writeFile(historyFile(shape), `{"events":[\n${events.join(',\n')}\n]}\n`);
    console.log(`${shape}: ${events.length} events`);
  } finally {
    await rig.close();
  }
}

/** One line an event, without what is this machine's alone. */
function neutralEvents(json: string): string[] {
  const { events } = JSON.parse(json, (key, value: unknown) => {
    if (key === 'identity') return 'somebody';
    if (key === 'stackTrace') return '';
    const text = key === 'data' ? Buffer.from(String(value), 'base64').toString('utf8') : String(value);
    if (text.includes(tmpdir())) throw new Error(`a history names a path of this machine: ${text}`);
    return value;
  }) as { events: unknown[] };
  return events.map((event) => JSON.stringify(event));
}

async function main(): Promise<void> {
  const named = process.argv.slice(2);
  const wanted = shapes.filter((shape) => named.includes(shape));
  await bringServerAndBundle();
  process.chdir(await mkdtemp(join(tmpdir(), 'locrelease-histories-')));
  try {
    for (const shape of wanted.length === 0 ? shapes : wanted) await save(shape);
  } finally {
    await stopServer();
  }
}

void main();
