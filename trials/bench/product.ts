/** The built product as it runs in production, workers and a gateway in processes of their own, against a sandbox. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { searchAttributeTypes } from '../../src/domain/search-attributes';
import { releaseSpec, type ReleaseFile } from '../../src/domain/release/release-file';
import { releaseStart, releaseWorkflowType } from '../../src/domain/release/release-start';
import type { ReleaseStatus } from '../../src/domain/release/status';
import { ReleaseClient } from '../../src/client/releases/release-client';
import { sandboxEnvironment, startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import type { SandboxProfileInput } from '../../src/sandbox/profile';
import { openStore } from '../../src/store/open-store';
import { putSnapshot } from '../../src/store/source-snapshot';
import { findTemporalBinary } from '../../src/temporal/server/binary';
import { TemporalConnection } from '../../src/temporal/closable-connection';
import { startDevServer, type DevServer } from '../../src/temporal/server/dev-server';
import { freePorts } from '../../src/temporal/server/free-ports';
import type { localizationRelease } from '../../src/workflows';
import { operatorsForFile } from '../../test/support/console';
import { manyProjects } from '../../test/support/many-projects';
import { Client, type WorkflowHandle } from '@temporalio/client';

type SourceStrings = Parameters<typeof putSnapshot>[1];

export interface ProductOptions {
  callbacks: boolean;
  sandbox?: SandboxProfileInput;
  /** Releases of a project publish one after the other: those of several need not wait. The first is `default`. */
  projects?: readonly string[];
  /** More of the workers' and the gateway's environment. */
  env?: Record<string, string>;
  metricsPort?: number;
}

export interface Product {
  sandbox: Sandbox;
  server: DevServer;
  client: Client;
  gatewayUrl: string;
  gatewayPid: number;
  /** The first of them. */
  workerPid: number;
  /** For commands that speak to it. */
  env: NodeJS.ProcessEnv;
  addWorker(): void;
  begin(
    name: string,
    strings: SourceStrings,
    file?: Partial<ReleaseFile>,
  ): Promise<WorkflowHandle<typeof localizationRelease>>;
  /** Starts a release, and has it run until nobody but a person can have it go on. */
  start(name: string, strings: SourceStrings, file?: Partial<ReleaseFile>): Promise<ReleaseStatus>;
  /** Runs a release to its end. */
  release(name: string, strings: SourceStrings, file?: Partial<ReleaseFile>): Promise<void>;
  close(): Promise<void>;
}

const CLI = resolve(__dirname, '../../dist/cli/main.js');

export async function startProduct(options: ProductOptions): Promise<Product> {
  const { projects = ['default'], metricsPort } = options;
  const directory = await mkdtemp(join(tmpdir(), 'locrelease-bench-'));
  const [gatewayPort = 0] = await freePorts(1);
  const gatewayUrl = `http://127.0.0.1:${gatewayPort}`;
  const server = await startDevServer({
    binary: await findTemporalBinary({ report: console.error }),
    searchAttributes: searchAttributeTypes,
    ...(metricsPort === undefined ? {} : { metricsPort }),
  });
  const credentials = manyProjects(projects);
  const sandbox = await startSandbox({ projects: credentials.sandbox, ...options.sandbox });
  const connection = await TemporalConnection.connect({ address: server.address });
  const client = new Client({ connection });
  const releases = new ReleaseClient(client);
  const storeDirectory = join(directory, 'store');
  const store = openStore({ kind: 'directory', directory: storeDirectory });
  const config = { projects: credentials.config, operators: operatorsForFile };
  await writeFile(join(directory, 'locrelease.config.yaml'), JSON.stringify(config));
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    ...sandboxEnvironment(sandbox),
    ...credentials.env,
    TEMPORAL_ADDRESS: server.address,
    LOCRELEASE_STORE: storeDirectory,
    GATEWAY_PORT: String(gatewayPort),
    ...(options.callbacks ? { CALLBACK_BASE_URL: gatewayUrl } : {}),
    ...options.env,
  };
  let closing = false;
  const children: ChildProcess[] = [];
  const run = (command: string): number => {
    const child = spawn(process.execPath, [CLI, command], { cwd: directory, env, stdio: 'ignore' });
    child.once('exit', (code) => {
      // Without it no release would ever end.
      if (!closing) throw new Error(`The ${command} has ended with exit code ${code ?? 'none'}.`);
    });
    children.push(child);
    return child.pid ?? 0;
  };
  const begin: Product['begin'] = async (name, strings, file = {}) => {
    const { sha256 } = await putSnapshot(store, strings);
    const spec = releaseSpec.parse({
      name,
      source: { file: 'strings.json' },
      targetLanguages: ['ja', 'ko'],
      terms: { confirmation: 'automatic' },
      export: { template: 'tpl-1a2b3c4d', directory: join(directory, 'out', name) },
      ...file,
    });
    const input = {
      spec,
      source: { kind: 'snapshot', sha256, strings: strings.length },
      startedBy: 'bench',
    } as const;
    return client.workflow.start<typeof localizationRelease>(releaseWorkflowType, {
      ...releaseStart(input),
      taskQueue: 'locrelease',
    });
  };
  const start: Product['start'] = async (name, strings, file) => {
    await begin(name, strings, file);
    let status = await releases.status(name);
    while (status.state === 'running') {
      await delay(1000);
      status = await releases.status(name);
    }
    return status;
  };
  return {
    sandbox,
    server,
    client,
    gatewayUrl,
    gatewayPid: run('gateway'),
    workerPid: run('worker'),
    env,
    addWorker: () => void run('worker'),
    begin,
    start,
    release: async (name, strings, file) => {
      const status = await start(name, strings, file);
      if (status.state !== 'done') {
        throw new Error(`Release ${name} is ${status.state}: ${status.problem?.message ?? ''}`);
      }
    },
    close: async () => {
      closing = true;
      for (const child of children) child.kill('SIGTERM');
      for (const child of children) {
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
      await connection.close();
      await sandbox.close();
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
