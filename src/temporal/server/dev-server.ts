// A Temporal dev server of our own on loopback, for the demo, `dev` and the tests. It never uses a server that the
// environment names, and it ends when this process ends, for whatever reason.
import { chmod, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemCode } from '../../domain/text/path-fault';
import { TemporalConnection } from '../closable-connection';
import { freePorts } from './free-ports';
import { spawnGuarded, type GuardedProcess } from './guarded-process';
import { withoutTemporalSettings } from './binary';
import { NoTemporalServer } from '../errors';

const HOST = '127.0.0.1';
const ATTEMPTS = 5;
const START_TIMEOUT_MS = 60_000;
const RESPONSE_TIMEOUT_MS = 3_000;
const POLL_MS = 50;

/** The first stops the server's check for newer versions on the internet. The second makes projects take turns. */
const SETTINGS = ['frontend.enableServerVersionCheck=false', 'matching.enableFairness=true'];

/** The second matters because a skipped timer fires with the next round of timers, by default a second apart. */
const TIME_SKIPPING_SETTINGS = [
  'frontend.WorkflowTimeSkippingEnabled=true',
  'history.timerProcessorMaxTimeShift="10ms"',
];

/**
 * With a write-ahead log the database survives a killed server without a wait for the disk at each transaction, so
 * releases run several times as fast. A power cut may lose only the last moments.
 */
const DATABASE_SETTINGS = ['--sqlite-pragma', 'journal_mode=wal', '--sqlite-pragma', 'synchronous=1'];

export interface DevServerOptions {
  readonly binary: string;
  /** Stores the state in this file. Without it, the state ends with the server. */
  readonly dbFilename?: string;
  readonly searchAttributes?: Readonly<Record<string, 'Keyword' | 'Datetime'>>;
  /** Lets executions that request it skip time. */
  readonly timeSkipping?: boolean;
  /** More of the server's dynamic settings, each as `KEY=JSON`. */
  readonly settings?: readonly string[];
  readonly ui?: boolean;
  readonly port?: number;
  /** The port of the server's own metrics; without it, there are none. */
  readonly metricsPort?: number;
  readonly uiPort?: number;
}

export interface DevServer {
  readonly address: string;
  readonly uiUrl: string | null;
  readonly pid: number;
  /** Resolves when the process has ended. May be called again. */
  stop(): Promise<void>;
}

export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  if (options.dbFilename !== undefined) await closeDatabase(options.dbFilename);
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  for (let attempt = 1; ; attempt += 1) {
    const [freePort = 0, freeUiPort = 0] = await freePorts(2);
    const port = options.port ?? freePort;
    const uiPort = options.ui ? (options.uiPort ?? freeUiPort) : null;
    const server = await spawnGuarded(options.binary, serverArguments(options, port, uiPort), {
      env: withoutTemporalSettings(process.env),
    });
    const failure = await untilItResponds(server, port, deadlineMs);
    if (failure === null) {
      const uiUrl = uiPort === null ? null : `http://${HOST}:${uiPort}`;
      return { address: `${HOST}:${port}`, uiUrl, pid: server.pid, stop: () => server.stop() };
    }
    await server.stop();
    if (isTaken(options.port, server)) {
      throw new NoTemporalServer(
        `${HOST}:${port} is in use. Nothing was started. Stop what uses it, or choose another port.`,
      );
    }
    if (attempt === ATTEMPTS || Date.now() > deadlineMs) {
      throw new NoTemporalServer(explain(failure, server));
    }
  }
}

/**
 * The database holds everything of the releases, so only its owner may read it. The guard's umask covers new files, but
 * not old ones.
 */
async function closeDatabase(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    await chmod(file, 0o600).catch((error: unknown) => {
      if (systemCode(error) !== 'ENOENT') throw error;
    });
  }
}

function serverArguments(options: DevServerOptions, port: number, uiPort: number | null): string[] {
  const { dbFilename, searchAttributes = {}, timeSkipping = false } = options;
  const settings = [
    ...SETTINGS,
    ...(timeSkipping ? TIME_SKIPPING_SETTINGS : []),
    ...(options.settings ?? []),
  ];
  return [
    ...['server', 'start-dev', '--disable-config-file', '--disable-config-env'],
    ...['--ip', HOST, '--port', String(port)],
    ...(options.metricsPort === undefined ? [] : ['--metrics-port', String(options.metricsPort)]),
    ...(uiPort === null ? ['--headless'] : ['--ui-ip', HOST, '--ui-port', String(uiPort)]),
    ...(dbFilename === undefined ? [] : ['--db-filename', dbFilename, ...DATABASE_SETTINGS]),
    ...Object.entries(searchAttributes).flatMap(([name, type]) => ['--search-attribute', `${name}=${type}`]),
    ...settings.flatMap((setting) => ['--dynamic-config-value', setting]),
  ];
}

/** Returns null when the server responds, or else what went wrong. */
async function untilItResponds(
  server: GuardedProcess,
  port: number,
  deadlineMs: number,
): Promise<string | null> {
  const ended = server.ended.then((ending) => `ended with ${ending} before it answered`);
  // The server prints its address when it listens. Without that check we might reach another server, one that was
  // quicker to take the port.
  const isListening = (): boolean =>
    [...server.output.stdout.matchAll(/:(\d+)/g)].some(([, reported]) => reported === String(port));
  while (Date.now() < deadlineMs) {
    const next = isListening() ? responds(port) : delay(POLL_MS, false);
    const outcome = await Promise.race([ended, next]);
    if (outcome !== false) return outcome === true ? null : outcome;
  }
  return 'did not answer in time';
}

async function responds(port: number): Promise<boolean> {
  const connection = TemporalConnection.lazy({
    address: `${HOST}:${port}`,
    connectTimeout: RESPONSE_TIMEOUT_MS,
    // A proxy for the internet must not be used for loopback.
    channelArgs: { 'grpc.enable_http_proxy': 0 },
  });
  try {
    await connection.ensureConnected();
    return true;
  } catch {
    return false;
  } finally {
    await connection.close();
  }
}

/**
 * Only this message proves a fixed port to be taken. Any other early end may be a lost race for a port: the server
 * takes several, and crashes in many ways.
 */
function isTaken(port: number | undefined, { output }: GuardedProcess): boolean {
  return port !== undefined && output.stderr.includes(`:${port}: bind: address already in use`);
}

function explain(failure: string, { output }: GuardedProcess): string {
  const log = [output.stdout, output.stderr].map((text) => text.trim()).filter((text) => text !== '');
  return [`The Temporal dev server ${failure}. The end of its log:`, ...log].join('\n');
}
