/**
 * Many releases at once while everything around them fails: both services misbehave on every endpoint, callbacks
 * are lost, doubled and forged, workers and gateway are killed at random, and Temporal itself is restarted.
 */
import { Client } from '@temporalio/client';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { Fleet } from './fleet';
import { verdict, type Check } from './verdict';

export interface ChaosOptions {
  releases: number;
  killEveryMs: number;
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
  fleet.add('worker 1', 'worker');
  fleet.add('worker 2', 'worker');
  fleet.add('gateway', 'gateway');
  const connection = await TemporalConnection.connect({ address: server.address });
  const client = new Client({ connection });
  const releases = new ReleaseClient(client);
  let retriedByHand = 0;
  try {
    const ids = await startAll(
      client,
      new ContentStore(join(directory, 'store')),
      options.releases,
      directory,
    );
    say(`Started ${ids.length} releases.`);
    const ended = new Map<string, ReleaseStatus>();
    let restarts = 0;
    fleet.killAtRandom(options.killEveryMs, (name) =>
      say(`Killed ${name}. ${ended.size} of ${ids.length} releases have ended.`),
    );
    while (ended.size < ids.length && Date.now() - startMs < options.boundMs) {
      options.signal?.throwIfAborted();
      const share = ended.size / ids.length;
      if (restarts < options.serverRestarts && share > (restarts + 1) / (options.serverRestarts + 2)) {
        restarts += 1;
        await server.stop();
        server = await startDevServer(serverOptions);
        say('Restarted the Temporal server.');
      }
      retriedByHand += await look(releases, ids, ended);
      await delay(1000);
    }
    const statuses = await Promise.all(ids.map(async (id) => ended.get(id) ?? (await releases.status(id))));
    const journal = sandbox.journal.find({ kind: 'request' });
    return {
      checks: await verdict(client, sandbox, statuses),
      kills: fleet.kills,
      retriedByHand,
      requests: journal.length,
      faulted: journal.filter(({ fault }) => fault !== null).length,
      seconds: Math.round((Date.now() - startMs) / 1000),
    };
  } finally {
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

async function startAll(
  client: Client,
  store: ContentStore,
  count: number,
  directory: string,
): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
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
    ids.push(`${spec.project}/${spec.name}`);
  }
  return ids;
}

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
