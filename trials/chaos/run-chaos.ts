/**
 * Many releases at once while everything around them fails: both services misbehave on every endpoint, callbacks
 * are lost, doubled and forged, notices are not acknowledged, and workers, gateways and Temporal are killed at random.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { ReleaseClient } from '../../src/client/releases/release-client';
import { releaseWorkflowId } from '../../src/domain/release/identity';
import { releaseSpec } from '../../src/domain/release/release-file';
import type { ReleaseStatus } from '../../src/domain/release/status';
import { confirmTermsSignal } from '../../src/protocol/messages';
import type { ContentStore } from '../../src/store/content-store';
import { openStore } from '../../src/store/open-store';
import { putSnapshot } from '../../src/store/source-snapshot';
import { Watcher } from './watcher';
import { projectsFor, Surroundings } from './surroundings';
import { verdict, type Check } from './verdict';
import type { Journal } from '../../src/sandbox/journal';

export interface ChaosOptions {
  releases: number;
  /** On average: some worker or gateway is killed whenever the services have had so many requests. */
  requestsPerKill: number;
  serverKills: number;
  /** Gives up after that long. */
  boundMs: number;
  report: (line: string) => void;
  /** Ends it before its time, with everything that it started. */
  signal?: AbortSignal;
}

export interface ChaosResult {
  checks: Check[];
  kills: number;
  serverKills: number;
  retriedByHand: number;
  requests: number;
  faulted: number;
  notices: number;
  seconds: number;
  /** From its start to its end, of the release that took longest. */
  worstSeconds: number;
}

const TELL_EVERY_MS = 10_000;
const POLL_EVERY_MS = 1_000;
const ANSWER_BOUND_MS = 60_000;
/** A receiver that fails is tried again after seconds, and then more rarely. */
const NOTICES_BOUND_MS = 5 * 60_000;

export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { report, signal } = options;
  const startMs = Date.now();
  const projects = projectsFor(options.releases);
  const around = await Surroundings.start(projects, report);
  const { client, fleet, sandbox, receiver } = around;
  const releases = new ReleaseClient(client);
  const watcher = new Watcher(releases);
  const { ended } = watcher;
  const count = new RequestCount(sandbox.journal);
  const ids: string[] = [];
  const telling = setInterval(() => {
    count.bringUpToDate();
    report(
      `${secondsSince(startMs)} s: ${ids.length} of ${options.releases} releases started, ${ended.size} ended; ` +
        `${fleet.kills} kills, ${around.serverKills} of Temporal, ${count.faulted} of ${count.requests} requests faulted.`,
    );
  }, TELL_EVERY_MS);
  try {
    fleet.killAtRandom(options.requestsPerKill, () => count.bringUpToDate());
    const store = openStore({ kind: 'directory', directory: around.storeDirectory });
    for (let index = 0; index < options.releases; index += 1) {
      signal?.throwIfAborted();
      ids.push(await startOne(client, store, index, projects, around.directory));
    }
    while (ended.size < ids.length && Date.now() - startMs < options.boundMs) {
      signal?.throwIfAborted();
      fleet.throwIfCrashed();
      const share = ended.size / ids.length;
      const due = around.serverKills < options.serverKills;
      if (due && share > (around.serverKills + 1) / (options.serverKills + 2)) await around.killServer();
      await watcher.poll();
      await delay(POLL_EVERY_MS);
    }
    fleet.stopKilling();
    for (const id of ids) if (!ended.has(id)) ended.set(id, await statusOnceAnswered(releases, id));
    const done = ids.filter((id) => ended.get(id)?.state === 'done');
    const notified = (): number => new Set(receiver.notices.filter(isEnd).map(({ release }) => release)).size;
    const enoughMs = Date.now() + NOTICES_BOUND_MS;
    while (notified() < done.length && Date.now() < enoughMs) await delay(POLL_EVERY_MS);
    count.bringUpToDate();
    return {
      checks: await verdict(around, watcher),
      kills: fleet.kills,
      serverKills: around.serverKills,
      retriedByHand: watcher.retries,
      requests: count.requests,
      faulted: count.faulted,
      notices: receiver.notices.length,
      seconds: secondsSince(startMs),
      worstSeconds: Math.max(...[...ended.values()].map(secondsOf)),
    };
  } finally {
    clearInterval(telling);
    await around.close();
  }
}

const isEnd = ({ event }: { event: string }): boolean => event === 'release.done';

async function startOne(
  client: Client,
  store: ContentStore,
  index: number,
  projects: readonly string[],
  directory: string,
): Promise<string> {
  // A name of its own: a scan leaves out what the termbase has from the release before.
  const snapshot = await putSnapshot(store, [
    { string_id: 'greeting', content: `Hello, Keeper K${index}!` },
    { string_id: 'keep', content: `Nobody knows where Keeper K${index} sleeps.` },
  ]);
  const spec = releaseSpec.parse({
    name: `chaos-${index}`,
    project: projects[index % projects.length],
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

/** How long a release took. */
function secondsOf({ stages }: ReleaseStatus): number {
  const times = stages.flatMap(({ startedAt, endedAt }) => [startedAt, endedAt].filter((at) => at !== null));
  const ms = times.map((at) => Date.parse(at));
  return times.length === 0 ? 0 : Math.round((Math.max(...ms) - Math.min(...ms)) / 1000);
}

const secondsSince = (startMs: number): number => Math.round((Date.now() - startMs) / 1000);

/** How many requests a journal has; it grows long, and is read on from where it was read last. */
class RequestCount {
  requests = 0;
  faulted = 0;
  #seq = 0;

  constructor(private readonly journal: Journal) {}

  /** Returns how many there are. */
  bringUpToDate(): number {
    const fresh = this.journal.find({}, this.#seq);
    this.#seq = fresh.at(-1)?.seq ?? this.#seq;
    const requests = fresh.filter(({ kind }) => kind === 'request');
    this.requests += requests.length;
    this.faulted += requests.filter(({ fault }) => fault !== null).length;
    return this.requests;
  }
}
