/** The built product as it runs in production, a worker and a gateway in processes of their own, against a sandbox. */
import { Client } from '@temporalio/client';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { releaseWorkflowId } from '../src/domain/identity';
import { searchAttributeNames } from '../src/domain/search-attributes';
import { releaseSpec, type ReleaseFile } from '../src/domain/release-file';
import type { ReleaseStatus } from '../src/domain/status';
import { ReleaseClient } from '../src/client/release-client';
import { sandboxEnvironment } from '../src/sandbox/environment';
import type { SandboxProfileInput } from '../src/sandbox/profile';
import { startSandbox, type Sandbox } from '../src/sandbox/sandbox';
import { openStore } from '../src/store/open-store';
import { putSnapshot } from '../src/store/source-snapshot';
import { findTemporalBinary } from '../src/temporal/binary';
import { TemporalConnection } from '../src/temporal/connection';
import { startDevServer } from '../src/temporal/dev-server';
import { freePorts } from '../src/temporal/free-ports';
import type { localizationRelease } from '../src/workflows';

type SourceStrings = Parameters<typeof putSnapshot>[1];

export interface Product {
  sandbox: Sandbox;
  workerPid: number;
  /** For commands that speak to it. */
  env: NodeJS.ProcessEnv;
  /** Starts a release, and has it run until nobody but a person can have it go on. */
  start(name: string, strings: SourceStrings, file?: Partial<ReleaseFile>): Promise<ReleaseStatus>;
  /** Runs a release to its end. */
  release(name: string, strings: SourceStrings, file?: Partial<ReleaseFile>): Promise<void>;
  close(): Promise<void>;
}

const CLI = resolve(__dirname, '../dist/cli/main.js');

export async function startProduct(options: {
  callbacks: boolean;
  sandbox?: SandboxProfileInput;
}): Promise<Product> {
  const directory = await mkdtemp(join(tmpdir(), 'locrelease-bench-'));
  const [gatewayPort = 0] = await freePorts(1);
  const server = await startDevServer({
    binary: await findTemporalBinary({ report: console.error }),
    searchAttributes: Object.fromEntries(searchAttributeNames.map((name) => [name, 'Keyword'] as const)),
  });
  const sandbox = await startSandbox(options.sandbox ?? {});
  const connection = await TemporalConnection.connect({ address: server.address });
  const client = new Client({ connection });
  const releases = new ReleaseClient(client);
  const storeDirectory = join(directory, 'store');
  const store = openStore({ kind: 'directory', directory: storeDirectory });
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    ...sandboxEnvironment(sandbox),
    TEMPORAL_ADDRESS: server.address,
    LOCRELEASE_STORE: storeDirectory,
    GATEWAY_PORT: String(gatewayPort),
    ...(options.callbacks ? { CALLBACK_BASE_URL: `http://127.0.0.1:${gatewayPort}` } : {}),
  };
  const run = (command: string): ChildProcess => {
    const child = spawn(process.execPath, [CLI, command], { cwd: directory, env, stdio: 'ignore' });
    child.once('exit', (code) => {
      // Without it no release would ever end.
      if (!closing) throw new Error(`The ${command} has ended with exit code ${code ?? 'none'}.`);
    });
    return child;
  };
  let closing = false;
  const [worker, gateway] = [run('worker'), run('gateway')];
  const start: Product['start'] = async (name, strings, file = {}) => {
    const { sha256 } = await putSnapshot(store, strings);
    const spec = releaseSpec.parse({
      name,
      source: { file: 'strings.json' },
      targetLanguages: ['ja', 'ko'],
      terms: { confirmation: 'automatic' },
      export: { template: 'tpl-1a2b3c4d', directory: join(directory, 'out', name) },
      ...file,
    });
    await client.workflow.start<typeof localizationRelease>('localizationRelease', {
      workflowId: releaseWorkflowId(spec),
      taskQueue: 'locrelease',
      args: [{ spec, source: { kind: 'snapshot', sha256, strings: strings.length }, startedBy: 'bench' }],
    });
    let status = await releases.status(name);
    while (status.state === 'running') {
      await delay(1000);
      status = await releases.status(name);
    }
    return status;
  };
  return {
    sandbox,
    workerPid: worker.pid ?? 0,
    env,
    start,
    release: async (name, strings, file) => {
      const status = await start(name, strings, file);
      if (status.state !== 'done') {
        throw new Error(`Release ${name} is ${status.state}: ${status.problem?.message ?? ''}`);
      }
    },
    close: async () => {
      closing = true;
      for (const child of [worker, gateway]) {
        child.kill('SIGTERM');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
      await connection.close();
      await sandbox.close();
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
