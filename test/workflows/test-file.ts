/**
 * What the rigs of one test file have in common: the connections to Temporal, a worker for those that need no other, and
 * the replay of every history that they made. It ends when the tests are over and the last rig is closed.
 */
import { Client, type Connection } from '@temporalio/client';
import { IllegalStateError } from '@temporalio/common';
import { NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { parseEncryptionKeys, type EncryptionKey } from '../../src/config/keys';
import { setTimeout as delay } from 'node:timers/promises';
import { TemporalConnection } from '../../src/temporal/closable-connection';
import { dataConverter, workerDataConverter } from '../../src/temporal/payloads/data-converter';
import type { History } from '../support/history';
import { quietLogger } from '../temporal/quiet-logger';
import { SharedWorker } from './shared-worker';

/** For what hangs. Each part of the end has a shorter one, so that it is named. */
const END_BOUND_MS = 420_000;
const PART_BOUND_MS = 120_000;

export interface Connections {
  client: Connection;
  worker: NativeConnection;
}

/** What can replay a history: the code that ran it last, and how it reads payloads. */
export interface Replayer {
  codePath: string;
  /** As in LOCRELEASE_ENCRYPTION_KEYS; empty where nothing is encrypted. */
  encryptionKeys: string;
}

export interface MadeHistory {
  workflowId: string;
  history: History;
}

const connections = new Map<string, Promise<Connections>>();
let sharedWorker: Promise<SharedWorker> | null = null;
const madeHistories = new Map<string, { replayer: Replayer; histories: MadeHistory[] }>();
let openRigs = 0;
// Where this is no test, as when histories are saved, each rig may be the last.
let testsAreOver = typeof afterAll !== 'function';

if (!testsAreOver) {
  afterAll(async () => {
    testsAreOver = true;
    if (openRigs === 0) await end();
  }, END_BOUND_MS);
}

export function rigOpens(): void {
  installQuietRuntime();
  openRigs += 1;
}

/** A history of each shape that was made is replayed, so that each test also guards determinism. */
export async function rigCloses(replayer: Replayer, made: readonly MadeHistory[]): Promise<void> {
  const key = JSON.stringify(replayer);
  const { histories } = madeHistories.get(key) ?? { histories: [] };
  madeHistories.set(key, { replayer, histories: [...histories, ...made] });
  openRigs -= 1;
  if (testsAreOver && openRigs === 0) await end();
}

export function connectionsTo(address: string): Promise<Connections> {
  const known = connections.get(address) ?? connect(address);
  connections.set(address, known);
  return known;
}

export function workerOfFile(address: string, codePath: string): Promise<SharedWorker> {
  sharedWorker ??= connectionsTo(address).then(({ client, worker }) =>
    SharedWorker.start({ client: new Client({ connection: client }), connection: worker, codePath }),
  );
  return sharedWorker;
}

async function connect(address: string): Promise<Connections> {
  const [client, worker] = await Promise.all([
    TemporalConnection.connect({ address }),
    NativeConnection.connect({ address }),
  ]);
  return { client, worker };
}

async function end(): Promise<void> {
  const worker = await sharedWorker;
  sharedWorker = null;
  await inTime('the shared worker does not stop', Promise.resolve(worker?.stop()));
  try {
    await replayAll();
  } finally {
    madeHistories.clear();
    // Last: the SDK's runtime ends with the last thing that uses it, and a replay begun in that moment fails.
    const opened = await Promise.all(connections.values());
    connections.clear();
    for (const { client, worker: native } of opened) {
      await client.close();
      await native.close();
    }
  }
}

/** Of histories with the same kinds of events in the same order of their first occurrence, one says as much as all. */
function oneOfEachShape(histories: readonly MadeHistory[]): MadeHistory[] {
  const shapeOf = ({ history: { events } }: MadeHistory): string => {
    const kinds = (events ?? []).map((event) => {
      const {
        activityTaskScheduledEventAttributes: activity,
        workflowExecutionSignaledEventAttributes: signal,
        workflowExecutionUpdateAcceptedEventAttributes: update,
        workflowExecutionStartedEventAttributes: start,
      } = event;
      const name =
        activity?.activityType?.name ??
        signal?.signalName ??
        update?.acceptedRequest?.input?.name ??
        start?.workflowType?.name;
      return `${event.eventType} ${name ?? ''}`;
    });
    return [...new Set(kinds)].join();
  };
  return [...new Map(histories.map((made) => [shapeOf(made), made])).values()];
}

/** One worker for all that the same one can replay. */
async function replayAll(): Promise<void> {
  const faults: string[] = [];
  for (const { replayer, histories } of madeHistories.values()) {
    const { codePath, encryptionKeys } = replayer;
    const replayed = oneOfEachShape(histories);
    const options = {
      workflowBundle: { codePath },
      dataConverter: workerDataConverter({ encryptionKeys: keysIn(encryptionKeys) }),
      // In a thread of its own, as in a worker: in ours, each promise that anybody makes would be traced meanwhile.
      debugMode: false,
      isolateExecutionTimeout: PART_BOUND_MS,
    };
    const replays = Worker.runReplayHistories(options, replayed)[Symbol.asyncIterator]();
    for (const { workflowId, history } of replayed) {
      const events = history.events ?? [];
      const what = `${workflowId} is not replayed: ${events.length} events, the last of type ${events.at(-1)?.eventType}`;
      const next = await inTime(what, replays.next());
      if (next.done !== true && next.value.error !== undefined)
        faults.push(`${workflowId}: ${next.value.error.message}`);
    }
    await inTime('the worker that replays does not stop', Promise.resolve(replays.return?.()));
  }
  if (faults.length > 0) throw new Error(`what was made here cannot be replayed: ${faults.join('; ')}`);
}

async function inTime<Result>(what: string, work: Promise<Result>): Promise<Result> {
  const settled = new AbortController();
  const late = delay(PART_BOUND_MS, undefined, { signal: settled.signal }).then(() => {
    throw new Error(`not within ${PART_BOUND_MS / 1000} s: ${what}`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    settled.abort();
    late.catch(() => undefined);
  }
}

export function converterFor(encryptionKeys: string): ReturnType<typeof dataConverter> {
  return dataConverter({ encryptionKeys: keysIn(encryptionKeys) });
}

function keysIn(text: string): EncryptionKey[] {
  return text === '' ? [] : (parseEncryptionKeys(text).keys ?? []);
}

let installed = false;
export function installQuietRuntime(): void {
  if (installed) return;
  installed = true;
  // Half of the SDK is native code, with a log of its own.
  const logging = { filter: { core: 'ERROR', other: 'ERROR' } } as const;
  try {
    Runtime.install({ logger: quietLogger, telemetryOptions: { logging } });
  } catch (error) {
    // A file before it in this process has failed, and left one behind.
    if (!(error instanceof IllegalStateError)) throw error;
  }
}
