/** Everything that releases in chaos stand in: Temporal, both services, workers, gateways, and somebody who gets notices. */
import { Client, type Connection } from '@temporalio/client';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { searchAttributeTypes } from '../../src/domain/search-attributes';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import type { FaultRuleInput } from '../../src/sandbox/faults';
import { findTemporalBinary } from '../../src/temporal/server/binary';
import { TemporalConnection } from '../../src/temporal/closable-connection';
import { startDevServer, type DevServer, type DevServerOptions } from '../../src/temporal/server/dev-server';
import { freePorts } from '../../src/temporal/server/free-ports';
import { bundleWorkflows } from '../../test/support/bundle-workflows';
import { manyProjects } from '../../test/support/many-projects';
import { HOOK_SECRET, NoticeReceiver } from '../../test/support/notice-receiver';
import { Fleet } from './fleet';

/** Releases of a project publish one after the other: so many of each do so here. */
const RELEASES_PER_PROJECT = 25;
const LEAST_PROJECTS = 4;

export function projectsFor(releases: number): string[] {
  const more = Math.max(LEAST_PROJECTS, Math.ceil(releases / RELEASES_PER_PROJECT)) - 1;
  return ['default', ...Array.from({ length: more }, (_, index) => `chaos-${index + 1}`)];
}

/** A call that is repeated for longer is notified. */
export const STALLED_AFTER_MS = 15_000;

const GATEWAYS = 2;

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

export class Surroundings {
  /** How often Temporal was killed. */
  serverKills = 0;

  private constructor(
    readonly directory: string,
    readonly sandbox: Sandbox,
    readonly receiver: NoticeReceiver,
    readonly fleet: Fleet,
    readonly client: Client,
    private readonly connection: Connection,
    private readonly serverOptions: DevServerOptions,
    private server: DevServer,
  ) {}

  static async start(projects: readonly string[], report: (line: string) => void): Promise<Surroundings> {
    const directory = await mkdtemp(join(tmpdir(), 'locrelease-chaos-'));
    const [port = 0, ...gatewayPorts] = await freePorts(1 + GATEWAYS);
    const serverOptions: DevServerOptions = {
      binary: await findTemporalBinary({ report }),
      dbFilename: join(directory, 'temporal.db'),
      port,
      searchAttributes: searchAttributeTypes,
    };
    const server = await startDevServer(serverOptions);
    const sandbox = await startSandbox({
      speed: 2,
      faults,
      projects: manyProjects(projects).sandbox,
    });
    // Every notice is recorded, and one in ten is not acknowledged.
    const receiver = await NoticeReceiver.start((response) => {
      const luck = Math.random();
      if (luck < 0.05) response.socket?.resetAndDestroy();
      else response.writeHead(luck < 0.1 ? 500 : 204).end();
    });
    const fleet = new Fleet(
      directory,
      await environment(directory, projects, sandbox, receiver, server.address),
    );
    const bundle = join(directory, 'workflow-bundle.js');
    await bundleWorkflows({ change: 'short-heartbeats', path: bundle });
    for (const gatewayPort of gatewayPorts) {
      // Each worker has the service call back at another gateway.
      const CALLBACK_BASE_URL = `http://127.0.0.1:${gatewayPort}`;
      fleet.add([resolve(__dirname, 'worker.mjs'), bundle], { CALLBACK_BASE_URL });
      fleet.add([built('dist/cli/main.js'), 'gateway'], { GATEWAY_PORT: String(gatewayPort) });
    }
    const connection = await TemporalConnection.connect({ address: server.address });
    const client = new Client({ connection });
    return new Surroundings(directory, sandbox, receiver, fleet, client, connection, serverOptions, server);
  }

  get storeDirectory(): string {
    return join(this.directory, 'store');
  }

  async killServer(): Promise<void> {
    this.serverKills += 1;
    process.kill(this.server.pid, 'SIGKILL');
    await this.server.stop();
    this.server = await startDevServer(this.serverOptions);
  }

  async close(): Promise<void> {
    await this.fleet.close();
    await this.connection.close();
    await this.sandbox.close();
    await this.receiver.close();
    await this.server.stop();
    await rm(this.directory, { recursive: true, force: true });
  }
}

const built = (path: string): string => resolve(__dirname, '../..', path);

async function environment(
  directory: string,
  names: readonly string[],
  sandbox: Sandbox,
  receiver: NoticeReceiver,
  temporalAddress: string,
): Promise<NodeJS.ProcessEnv> {
  const projects = manyProjects(names);
  const route = {
    webhook: { urlVariable: 'HOOK_URL', secretVariable: 'HOOK_SECRET' },
    events: ['release.parked', 'release.partial', 'release.failed', 'release.done', 'release.stalled'],
  };
  const notices = { stalledAfter: `${STALLED_AFTER_MS / 1000} seconds`, routes: [route] };
  await writeFile(
    join(directory, 'locrelease.config.yaml'),
    JSON.stringify({ projects: projects.config, notices }),
  );
  return {
    PATH: process.env.PATH,
    HOME: directory,
    TEMPORAL_ADDRESS: temporalAddress,
    LOCALIZATION_BASE_URL: sandbox.url,
    ...projects.env,
    SOCIAL_BASE_URL: sandbox.url,
    SOCIAL_ACCESS_TOKEN: 'sandbox_it_token',
    HOOK_URL: receiver.url,
    HOOK_SECRET,
    LOCRELEASE_STORE: join(directory, 'store'),
  };
}
