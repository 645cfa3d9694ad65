/** The product as it runs in production: every process its own, from the built command line. */
import { writeFile, mkdir, readFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { newToken, tokenHash } from '../../src/gateway/operator-tokens';
import { freePorts } from '../../src/temporal/server/free-ports';
import type { GuardedProcess } from '../../src/temporal/server/guarded-process';
import { until } from '../../test/support/until';
import type { Site } from './site';
import { DEPLOYMENT, PROJECT, TODAY, type Version } from './versions';

/** Who decides, wherever. */
export const OPERATOR = 'topology';

interface Gateway {
  port: number;
  process: GuardedProcess;
}

export class Product {
  readonly #gateways: Gateway[] = [];
  #started = 0;

  private constructor(
    private readonly site: Site,
    private readonly environment: Record<string, string>,
    readonly sandboxUrl: string,
    private readonly door: FrontDoor,
    /** Commands on a machine that has Temporal, the store and the credentials of the services. */
    readonly here: CommandLine,
    /** Commands on a machine that knows the door of the gateways and a token, and nothing else. */
    readonly afar: CommandLine,
  ) {}

  static async start(
    site: Site,
    { temporalAddress, store }: { temporalAddress: string; store: Record<string, string> },
  ): Promise<Product> {
    const services = await startSandbox(site);
    const ports = await freePorts(2);
    const door = await openFrontDoor(ports);
    const environment = {
      ...services,
      ...store,
      TEMPORAL_ADDRESS: temporalAddress,
      CALLBACK_BASE_URL: door.url,
      LOCRELEASE_MIN_CHECK_INTERVAL: '500ms',
    };
    const token = newToken();
    await writeFile(
      site.path('locrelease.config.yaml'),
      JSON.stringify({ operators: { [OPERATOR]: { role: 'operate', token: `sha256:${tokenHash(token)}` } } }),
    );
    const remote = { LOCRELEASE_SERVER: door.url, LOCRELEASE_TOKEN: token };
    const product = new Product(
      site,
      environment,
      services.LOCALIZATION_BASE_URL ?? '',
      door,
      await CommandLine.open(site, 'here', environment),
      await CommandLine.open(site, 'afar', remote),
    );
    for (const port of ports) await product.#startGateway(port);
    return product;
  }

  /** Where people and the localization service reach whichever gateway there is. */
  get url(): string {
    return this.door.url;
  }

  close(): void {
    this.door.close();
  }

  async startWorkers({ buildId, command }: Version, count: number): Promise<GuardedProcess[]> {
    const version = { LOCRELEASE_DEPLOYMENT_NAME: DEPLOYMENT, LOCRELEASE_BUILD_ID: buildId };
    const workers: GuardedProcess[] = [];
    for (let index = 0; index < count; index += 1) {
      this.#started += 1;
      const name = `worker ${this.#started} of ${buildId}`;
      const environment = { ...this.environment, ...version };
      workers.push(await this.site.start(name, [process.execPath, command, 'worker'], environment));
    }
    return workers;
  }

  /** One after the other, each stopped before a new one takes its place. */
  async replaceGateways(): Promise<void> {
    for (const { port, process: leaver } of this.#gateways.splice(0)) {
      await this.site.retire(leaver);
      await this.#startGateway(port);
    }
  }

  /** A new one comes later, as a cluster would bring one. */
  async loseGateway(): Promise<() => Promise<void>> {
    const lost = this.#gateways.shift();
    if (lost === undefined) throw new Error('There is no gateway to lose.');
    await this.site.kill(lost.process);
    return () => this.#startGateway(lost.port);
  }

  async #startGateway(port: number): Promise<void> {
    const environment = { ...this.environment, GATEWAY_PORT: String(port) };
    const gateway = await this.site.start(
      `gateway at ${port}`,
      [process.execPath, TODAY, 'gateway'],
      environment,
    );
    await until('the gateway is ready', () => isReady(`http://127.0.0.1:${port}/readyz`));
    this.#gateways.push({ port, process: gateway });
  }
}

/** The sandbox prints what its clients need to know. */
async function startSandbox(site: Site): Promise<Record<string, string>> {
  const { output } = await site.start('sandbox', [process.execPath, TODAY, 'sandbox', '--port', '0']);
  await until('the sandbox runs', () => output.stdout.includes('SOCIAL_ACCESS_TOKEN='));
  const exports = output.stdout.matchAll(/export (\w+)=(\S+)/g);
  return Object.fromEntries([...exports].map(([, name = '', value = '']) => [name, value]));
}

async function isReady(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** What stands in front of the gateways, as a Service of Kubernetes does: one address, and whoever of them listens. */
interface FrontDoor {
  url: string;
  close(): void;
}

async function openFrontDoor(ports: readonly number[]): Promise<FrontDoor> {
  let turn = 0;
  const guests = new Set<Socket>();
  const server = createServer((guest) => {
    guests.add(guest);
    guest.on('error', () => guest.destroy()).on('close', () => guests.delete(guest));
    turn += 1;
    lead(guest, [...ports.slice(turn % ports.length), ...ports.slice(0, turn % ports.length)]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      for (const guest of guests) guest.destroy();
    },
  };
}

function lead(guest: Socket, [port, ...others]: readonly number[]): void {
  if (port === undefined) {
    guest.destroy();
    return;
  }
  const host = connect(port, '127.0.0.1');
  host.once('connect', () => {
    host.removeAllListeners('error');
    host.on('error', () => guest.destroy());
    guest.once('close', () => host.destroy());
    guest.pipe(host).pipe(guest);
  });
  host.once('error', () => lead(guest, others));
}

const PAUSE_MS = 50;

/** Polls an address while something happens; returns how often, and fails where a request was ever refused. */
export async function pollDuring(url: string, happening: () => Promise<void>): Promise<number> {
  let polled = 0;
  const refusals: string[] = [];
  const over = new AbortController();
  const polling = (async () => {
    while (!over.signal.aborted) {
      // A connection of its own each time, as a new visitor has.
      const outcome = await fetch(url, { headers: { connection: 'close' } }).then(
        ({ ok, status }) => (ok ? null : `HTTP ${status}`),
        (error: unknown) => String(error),
      );
      polled += 1;
      if (outcome !== null) refusals.push(outcome);
      await delay(PAUSE_MS);
    }
  })();
  try {
    await happening();
  } finally {
    over.abort();
    await polling;
  }
  if (refusals.length > 0)
    throw new Error(`${url} was refused ${refusals.length} of ${polled} times: ${refusals[0] ?? ''}`);
  return polled;
}

/** Somebody who types commands: in a directory of their own, and with nothing known but what is given. */
const exampleRelease = z.looseObject({ export: z.looseObject({}) });

/** Longer than all that happens between the first release and the last. */
const LONGEST_COMMAND_MS = 10 * 60_000;

export class CommandLine {
  readonly directory: string;

  private constructor(
    private readonly site: Site,
    readonly name: string,
    private readonly environment: Record<string, string>,
  ) {
    this.directory = site.path(name);
  }

  static async open(site: Site, name: string, environment: Record<string, string>): Promise<CommandLine> {
    const opened = new CommandLine(site, name, environment);
    await mkdir(opened.directory);
    return opened;
  }

  /** Runs a command as a person would type it; returns the document that it prints. */
  async locrelease(...words: string[]): Promise<unknown> {
    const line = [process.execPath, TODAY, ...words, '--output', 'json'] as const;
    const printed = await this.site.run(
      line,
      { ...this.environment, HOME: this.directory },
      { cwd: this.directory, timeoutMs: LONGEST_COMMAND_MS },
    );
    return JSON.parse(printed) as unknown;
  }

  /** The example of a release, under that name and with a hero of that name: a term that nobody has reviewed yet. */
  async writeRelease(name: string, changes: object = {}): Promise<string> {
    const example = (file: string): Promise<string> => readFile(join(PROJECT, 'examples', file), 'utf8');
    const hero = name.replace(/[^a-z]/g, '').replace(/^./, (letter) => letter.toUpperCase());
    await mkdir(join(this.directory, 'strings'), { recursive: true });
    await writeFile(
      join(this.directory, 'strings', `${name}.json`),
      (await example('strings/en.json')).replaceAll('Elder Mira', `Elder ${hero}`),
    );
    const release = exampleRelease.parse(parse(await example('release.yaml')));
    const own = {
      name,
      source: { file: `strings/${name}.json` },
      // The only kind of place that a gateway takes from somebody.
      export: { ...release.export, directory: 'out' },
    };
    await writeFile(join(this.directory, `${name}.yaml`), stringify({ ...release, ...changes, ...own }));
    return `${name}.yaml`;
  }
}
