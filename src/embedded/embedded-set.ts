/** Runs the whole product in one process, with its own Temporal server and sandbox, for the demo and `dev`. */
import { Client } from '@temporalio/client';
import { NativeConnection, Runtime } from '@temporalio/worker';
import { readConfig, type Config } from '../config/config';
import { tokenHash } from '../gateway/operator-tokens';
import { startGateway } from '../gateway/gateway';
import { Secret } from '../http/secret';
import { searchAttributeTypes } from '../domain/search-attributes';
import { sandboxEnvironment, startSandbox, type Sandbox } from '../sandbox/sandbox';
import type { SandboxProfileInput } from '../sandbox/profile';
import { findTemporalBinary } from '../temporal/server/binary';
import { TemporalConnection } from '../temporal/closable-connection';
import { dataConverter } from '../temporal/payloads/data-converter';
import { startDevServer } from '../temporal/server/dev-server';
import type { WorkerGroup } from '../temporal/worker-group';
import { createReleaseWorker } from '../worker';
import { createBriefLogger } from './brief-log';
import type { Ports } from './own-directory';
import { withInbox } from './sandbox-inbox';

interface EmbeddedOptions {
  /** Directory of the store and, with `keep`, of all other state. */
  directory: string;
  /** Stores the Temporal database and the state of the sandbox in files. */
  keep: boolean;
  /** Free ports by default. */
  ports?: Ports;
  sandbox?: SandboxProfileInput;
  /** Directory of the configuration file, unless LOCRELEASE_CONFIG names one. Absent: there is none. */
  configuredIn?: string;
  /** Administrators of the console, in addition to those of the configuration file. */
  operator: { name: string; token: string };
  report: (line: string) => void;
}

export interface EmbeddedSet {
  temporalAddress: string;
  temporalUiUrl: string | null;
  gatewayUrl: string;
  /** Opens the console and signs in. The part after the # never reaches a server or its log. */
  consoleLink: string;
  sandbox: Sandbox;
  client: Client;
  config: Config;
  /** Variables with which a command in another terminal reaches the set. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

export async function startEmbeddedSet(options: EmbeddedOptions): Promise<EmbeddedSet> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    const failures: unknown[] = [];
    // All parts are stopped even if stopping one fails.
    for (const closer of closers.splice(0).reverse()) {
      await closer().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  };
  try {
    return await start(options, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(
  { directory, keep, ports, sandbox: profile = {}, configuredIn, operator, report }: EmbeddedOptions,
  closers: (() => Promise<void>)[],
  close: () => Promise<void>,
): Promise<EmbeddedSet> {
  // The releases show what worker and gateway do, so only warnings are printed.
  const logger = createBriefLogger(report);
  // The set handles Ctrl-C itself, so that the worker does not stop before the other parts.
  Runtime.install({ logger, shutdownSignals: [] });
  const server = await startDevServer({
    binary: await findTemporalBinary({ report }),
    ui: true,
    searchAttributes: searchAttributeTypes,
    ...(keep ? { dbFilename: `${directory}/temporal.db` } : {}),
    ...(ports === undefined ? {} : { port: ports.temporal, uiPort: ports.ui }),
  });
  closers.push(() => server.stop());
  const sandbox = await startSandbox(
    { ...profile, port: ports?.sandbox ?? 0 },
    keep ? { commandLog: { file: `${directory}/sandbox.jsonl`, report } } : {},
  );
  closers.push(() => sandbox.close());
  const connection = await TemporalConnection.connect({ address: server.address });
  closers.push(() => connection.close());

  const services = {
    ...sandboxEnvironment(sandbox),
    TEMPORAL_ADDRESS: server.address,
    // Names a file that does not exist, because the user's own names another server.
    TEMPORAL_CONFIG_FILE: `${directory}/temporal.toml`,
    LOCRELEASE_STORE: `${directory}/store`,
    LOCRELEASE_MIN_CHECK_INTERVAL: '500ms',
  };
  const settings = (more: Record<string, string>): Config => {
    const file = { LOCRELEASE_CONFIG: configuredIn && process.env.LOCRELEASE_CONFIG };
    const env = { ...encryptionSettings(), ...services, ...more, ...file };
    // Other projects are left out, because their credentials are for real services.
    const config = { ...readConfig(env, configuredIn ?? directory), projectNames: ['default'] };
    return withInbox(config, `${sandbox.url}/sandbox/inbox`);
  };
  const gatewayConfig = withConsole(
    settings({ GATEWAY_PORT: String(ports?.gateway ?? 0) }),
    operator,
    server.uiUrl,
  );
  const client = new Client({ connection, dataConverter: dataConverter(gatewayConfig) });
  const gateway = await startGateway({ client, config: gatewayConfig, logger });
  closers.push(() => gateway.close());
  const reached = { CALLBACK_BASE_URL: gateway.url, LOCRELEASE_CONSOLE_URL: gateway.url };
  const config = settings(reached);
  const workerConnection = await NativeConnection.connect({ address: server.address });
  closers.push(() => workerConnection.close());
  const worker = await createReleaseWorker({ config, connection: workerConnection, client });
  closers.push(stopperOf(worker));

  return {
    temporalAddress: server.address,
    temporalUiUrl: server.uiUrl,
    gatewayUrl: gateway.url,
    consoleLink: `${gateway.url}/#token=${operator.token}`,
    sandbox,
    client,
    config,
    environment: { ...services, ...reached },
    close,
  };
}

/** The session secret derives from the token, so that sessions survive a restart. */
function withConsole(
  config: Config,
  { name, token }: EmbeddedOptions['operator'],
  temporalUi: string | null,
): Config {
  const operator = { role: 'operate', tokenHash: tokenHash(token) } as const;
  // The configuration file may define this name with another token.
  const free = config.operators.has(name) ? 'dev' : name;
  return {
    ...config,
    operators: new Map([[free, operator], ...config.operators]),
    console: { environment: 'sandbox', temporalUi, proxy: null },
    sessionSecret: new Secret(tokenHash(`sessions of ${token}`)),
  };
}

/** Kept out of `environment`, which is printed, because these are real secrets. */
function encryptionSettings(): Record<string, string | undefined> {
  const { LOCRELEASE_ENCRYPTION_KEYS, LOCRELEASE_CODEC_TOKEN, LOCRELEASE_CODEC_ORIGIN } = process.env;
  return { LOCRELEASE_ENCRYPTION_KEYS, LOCRELEASE_CODEC_TOKEN, LOCRELEASE_CODEC_ORIGIN };
}

function stopperOf(worker: WorkerGroup): () => Promise<void> {
  const running = worker.run();
  return async () => {
    worker.shutdown();
    await running;
  };
}
