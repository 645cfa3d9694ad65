/**
 * Many releases at once while everything around them fails: both services misbehave on every endpoint, callbacks
 * are lost, doubled and forged, workers and gateway are killed at random, and Temporal itself is restarted.
 */
import { Client } from '@temporalio/client';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { releaseWorkflowId } from '../src/domain/identity';
import { searchAttributeNames } from '../src/domain/search-attributes';
import { releaseSpec } from '../src/domain/release-file';
import type { ReleaseStatus } from '../src/domain/status';
import { ReleaseClient } from '../src/client/release-client';
import { startSandbox, type Sandbox } from '../src/sandbox/sandbox';
import type { FaultRuleInput } from '../src/sandbox/faults';
import { ContentStore } from '../src/store/content-store';
import { putSnapshot } from '../src/store/source-snapshot';
import { findTemporalBinary } from '../src/temporal/binary';
import { TemporalConnection } from '../src/temporal/connection';
import { startDevServer, type DevServer, type DevServerOptions } from '../src/temporal/dev-server';
import { freePorts } from '../src/temporal/free-ports';
import { confirmTermsSignal } from '../src/protocol/messages';
import { impatient } from '../test/support/impatient-workflows';
import { Fleet } from './fleet';
import { verdict, type Check } from './verdict';

export interface ChaosOptions {
  releases: number;
  /** On average: some worker or the gateway is killed whenever the services have been asked so often. */
  requestsPerKill: number;
  serverRestarts: number;
  /** Gives up after that long. */
  boundMs: number;
  say: (line: string) => void;
  /** Ends it before its time, with everything that it started. */
  signal?: AbortSignal;
}

export interface ChaosResult {
  checks: Check[];
  kills: number;
  retriedByHand: number;
  requests: number;
  faulted: number;
  seconds: number;
}

const WORKERS = 2;
const TELL_EVERY_MS = 10_000;
const ANSWER_BOUND_MS = 60_000;
const PROJECTS = ['default', 'chaos-a', 'chaos-b', 'chaos-c'];

const faults: FaultRuleInput[] = [
  { on: '* /*', nth: 'all', chance: 0.02, do: 'refuse', code: 500, message: 'chaos' },
  { on: '* /*', nth: 'all', chance: 0.02, do: 'reset' },
  { on: '* /*', nth: 'all', chance: 0.02, do: 'lose-reply' },
  { on: '* /*', nth: 'all', chance: 0.02, do: 'garbage' },
  { on: '* /*', nth: 'all', chance: 0.02, do: 'delay', ms: 300 },
  { on: 'callback *', nth: 'all', chance: 0.1, do: 'drop' },
  { on: 'callback *', nth: 'all', chance: 0.1, do: 'double' },
  { on: 'callback *', nth: 'all', chance: 0.1, do: 'reorder' },
  { on: 'callback *', nth: 'all', chance: 0.1, do: 'late', ms: 2000 },
  { on: 'callback *', nth: 'all', chance: 0.05, do: 'forge' },
];

export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { say } = options;
  const startMs = Date.now();
  const directory = await mkdtemp(join(tmpdir(), 'locrelease-chaos-'));
  const [temporalPort = 0, gatewayPort = 0] = await freePorts(2);
  const serverOptions: DevServerOptions = {
    binary: await findTemporalBinary({ report: say }),
    dbFilename: join(directory, 'temporal.db'),
    port: temporalPort,
    searchAttributes: Object.fromEntries(searchAttributeNames.map((name) => [name, 'Keyword'] as const)),
  };
  let server: DevServer = await startDevServer(serverOptions);
  const sandbox = await startSandbox({
    speed: 2,
    faults,
    projects: PROJECTS.map((id) => ({
      id,
      appKey: `${id}-key`,
      appSecret: `${id}-secret`,
      templates: [{ id: 'tpl-1a2b3c4d', name: 'game-ini' }],
    })),
  });
  const fleet = new Fleet(directory, await environment(directory, sandbox, { temporalPort, gatewayPort }));
  const bundle = join(directory, 'workflow-bundle.js');
  await writeFile(bundle, impatient(await readFile(builtFile('dist/workflow-bundle.js'), 'utf8')));
  for (let worker = 0; worker < WORKERS; worker += 1) fleet.add(builtFile('chaos/worker.mjs'), bundle);
  fleet.add(builtFile('dist/cli/main.js'), 'gateway');
  const connection = await TemporalConnection.connect({ address: server.address });
  const client = new Client({ connection });
  const releases = new ReleaseClient(client);
  const ids: string[] = [];
  const ended = new Map<string, ReleaseStatus>();
  let restarts = 0;
  let retriedByHand = 0;
  const telling = setInterval(() => {
    const { requests, faulted } = countRequests(sandbox);
    say(
      `${secondsSince(startMs)} s: ${ids.length} of ${options.releases} releases started, ${ended.size} ended; ` +
        `${fleet.kills} kills, ${restarts} restarts of Temporal, ${faulted} of ${requests} requests faulted.`,
    );
  }, TELL_EVERY_MS);
  try {
    const store = new ContentStore(join(directory, 'store'));
    for (let index = 0; index < options.releases; index += 1) {
      options.signal?.throwIfAborted();
      ids.push(await startOne(client, store, index, directory));
    }
    fleet.killAtRandom(options.requestsPerKill, () => countRequests(sandbox).requests);
    while (ended.size < ids.length && Date.now() - startMs < options.boundMs) {
      options.signal?.throwIfAborted();
      const share = ended.size / ids.length;
      if (restarts < options.serverRestarts && share > (restarts + 1) / (options.serverRestarts + 2)) {
        restarts += 1;
        await server.stop();
        server = await startDevServer(serverOptions);
      }
      retriedByHand += await look(releases, ids, ended);
      await delay(1000);
    }
    fleet.stopKilling();
    for (const id of ids) {
      if (!ended.has(id)) ended.set(id, await statusOnceAnswered(releases, id));
    }
    const statuses = [...ended.values()];
    return {
      checks: await verdict(client, sandbox, statuses),
      kills: fleet.kills,
      retriedByHand,
      ...countRequests(sandbox),
      seconds: secondsSince(startMs),
    };
  } finally {
    clearInterval(telling);
    await fleet.close();
    await connection.close();
    await sandbox.close();
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function environment(
  directory: string,
  sandbox: Sandbox,
  ports: { temporalPort: number; gatewayPort: number },
): Promise<NodeJS.ProcessEnv> {
  const [first, ...others] = PROJECTS;
  const variable = (project: string, what: string): string =>
    `${project.toUpperCase().replaceAll('-', '_')}_${what}`;
  const projects = Object.fromEntries(
    others.map((project) => [
      project,
      { appKeyVariable: variable(project, 'KEY'), appSecretVariable: variable(project, 'SECRET') },
    ]),
  );
  await writeFile(join(directory, 'locrelease.config.yaml'), JSON.stringify({ projects }));
  return {
    PATH: process.env.PATH,
    HOME: directory,
    TEMPORAL_ADDRESS: `127.0.0.1:${ports.temporalPort}`,
    LOCALIZATION_BASE_URL: sandbox.url,
    LOCALIZATION_APP_KEY: `${first ?? ''}-key`,
    LOCALIZATION_APP_SECRET: `${first ?? ''}-secret`,
    ...Object.fromEntries(
      others.flatMap((project) => [
        [variable(project, 'KEY'), `${project}-key`],
        [variable(project, 'SECRET'), `${project}-secret`],
      ]),
    ),
    SOCIAL_BASE_URL: sandbox.url,
    SOCIAL_ACCESS_TOKEN: 'sandbox_it_token',
    CALLBACK_BASE_URL: `http://127.0.0.1:${ports.gatewayPort}`,
    GATEWAY_PORT: String(ports.gatewayPort),
    LOCRELEASE_STORE: join(directory, 'store'),
  };
}

async function startOne(
  client: Client,
  store: ContentStore,
  index: number,
  directory: string,
): Promise<string> {
  // A name of its own: a scan leaves out what the termbase has from the release before.
  const snapshot = await putSnapshot(store, [
    { string_id: 'greeting', content: `Hello, Keeper K${index}!` },
    { string_id: 'keep', content: `Nobody knows where Keeper K${index} sleeps.` },
  ]);
  const spec = releaseSpec.parse({
    name: `chaos-${index}`,
    project: PROJECTS[index % PROJECTS.length],
    source: { file: 'strings.json' },
    targetLanguages: ['ja'],
    supplementLanguages: ['ko'],
    export: { template: 'tpl-1a2b3c4d', directory: join(directory, 'out', String(index)) },
    announce: { accounts: ['acc_1', 'acc_2'], text: '{name} is out.' },
  });
  await client.workflow.signalWithStart('localizationRelease', {
    workflowId: releaseWorkflowId(spec),
    taskQueue: 'locrelease',
    args: [{ spec, source: { kind: 'snapshot', ...snapshot }, startedBy: 'chaos' }],
    signal: confirmTermsSignal,
    signalArgs: [{ by: 'chaos' }],
  });
  return `${spec.project}/${spec.name}`;
}

/** The workers may be on their way back. */
async function statusOnceAnswered(releases: ReleaseClient, id: string): Promise<ReleaseStatus> {
  const deadlineMs = Date.now() + ANSWER_BOUND_MS;
  for (;;) {
    try {
      return await releases.status(id);
    } catch (error) {
      if (Date.now() > deadlineMs) throw error;
      await delay(1000);
    }
  }
}

function countRequests(sandbox: Sandbox): Pick<ChaosResult, 'requests' | 'faulted'> {
  const requests = sandbox.journal.find({ kind: 'request' });
  return { requests: requests.length, faulted: requests.filter(({ fault }) => fault !== null).length };
}

const secondsSince = (startMs: number): number => Math.round((Date.now() - startMs) / 1000);
const builtFile = (path: string): string => resolve(__dirname, '..', path);

/** Notes what has ended, and does what a person would do about the rest: retry what is parked. */
async function look(
  releases: ReleaseClient,
  ids: readonly string[],
  ended: Map<string, ReleaseStatus>,
): Promise<number> {
  let retried = 0;
  for (const id of ids) {
    if (ended.has(id)) continue;
    try {
      const status = await releases.status(id);
      if (status.state === 'parked' || status.state === 'partial') {
        await releases.resolve(id, { by: 'chaos', action: 'retry' });
        retried += 1;
      } else if (status.state !== 'running' && status.state !== 'waiting') {
        ended.set(id, status);
      }
    } catch {
      // No worker or no server right now: that is the point. It is looked at again.
      return retried;
    }
  }
  return retried;
}
