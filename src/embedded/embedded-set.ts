/** The whole product in one process, with a Temporal server and a sandbox of its own: for the demo and for trying out. */
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, type Worker } from '@temporalio/worker';
import { readConfig, type Config } from '../config';
import { startGateway } from '../gateway/gateway';
import { searchAttributeNames } from '../release/search-attributes';
import { startSandbox, type Sandbox } from '../sandbox/sandbox';
import type { SandboxProfileInput } from '../sandbox/profile';
import { findTemporalBinary } from '../temporal/binary';
import { startDevServer } from '../temporal/dev-server';
import { createReleaseWorker } from '../worker';

export interface EmbeddedOptions {
  /** Where the store is, and the Temporal database where `keep` is set. */
  directory: string;
  /** Keeps the Temporal database in a file. */
  keep: boolean;
  ports?: { temporal?: number; gateway?: number; sandbox?: number };
  sandbox?: SandboxProfileInput;
  report: (line: string) => void;
}

export interface EmbeddedSet {
  temporalAddress: string;
  temporalUiUrl: string | null;
  gatewayUrl: string;
  sandbox: Sandbox;
  client: Client;
  config: Config;
  /** What a command in another terminal needs to reach all of this. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

export async function startEmbeddedSet(options: EmbeddedOptions): Promise<EmbeddedSet> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    return await start(options, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(
  { directory, keep, ports = {}, sandbox: profile = {}, report }: EmbeddedOptions,
  closers: (() => Promise<void>)[],
  close: () => Promise<void>,
): Promise<EmbeddedSet> {
  // What the worker does is shown by the release; its own log would only stand in the way.
  Runtime.install({ logger: new DefaultLogger('WARN') });
  const server = await startDevServer({
    binary: await findTemporalBinary({ report }),
    ui: true,
    searchAttributes: Object.fromEntries(searchAttributeNames.map((name) => [name, 'Keyword'] as const)),
    ...(keep ? { dbFilename: `${directory}/temporal.db` } : {}),
    ...(ports.temporal === undefined ? {} : { port: ports.temporal }),
  });
  closers.push(() => server.stop());
  const sandbox = await startSandbox({ port: ports.sandbox ?? 0, ...profile });
  closers.push(() => sandbox.close());
  const connection = await Connection.connect({ address: server.address });
  closers.push(() => connection.close());
  const client = new Client({ connection });

  const services = {
    ...sandboxEnvironment(sandbox),
    TEMPORAL_ADDRESS: server.address,
    LOCRELEASE_STORE: `${directory}/store`,
    LOCRELEASE_MIN_CHECK_INTERVAL: '500ms',
  };
  const gatewayConfig = readConfig({ ...services, GATEWAY_PORT: String(ports.gateway ?? 0) }, directory);
  const gateway = await startGateway({ client, config: gatewayConfig });
  closers.push(() => gateway.close());
  const config = readConfig({ ...services, CALLBACK_BASE_URL: gateway.url }, directory);
  const workerConnection = await NativeConnection.connect({ address: server.address });
  closers.push(() => workerConnection.close());
  const worker = await createReleaseWorker({ config, connection: workerConnection, client });
  closers.push(stopperOf(worker));

  return {
    temporalAddress: server.address,
    temporalUiUrl: server.uiUrl,
    gatewayUrl: gateway.url,
    sandbox,
    client,
    config,
    environment: services,
    close,
  };
}

/** The sandbox's credentials are made up and printed on purpose: they open nothing else. */
export function sandboxEnvironment({ url, profile }: Sandbox): Record<string, string> {
  const [project] = profile.projects;
  const [credential] = profile.workspace.credentials;
  return {
    LOCALIZATION_BASE_URL: url,
    LOCALIZATION_APP_KEY: project?.appKey ?? '',
    LOCALIZATION_APP_SECRET: project?.appSecret ?? '',
    SOCIAL_BASE_URL: url,
    SOCIAL_ACCESS_TOKEN: credential?.token ?? '',
  };
}

function stopperOf(worker: Worker): () => Promise<void> {
  const running = worker.run();
  return async () => {
    worker.shutdown();
    await running;
  };
}
