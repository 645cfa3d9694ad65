/** The product as it runs in production: every process its own, from the built command line. */
import { writeFile } from 'node:fs/promises';
import { newToken, tokenHash } from '../../src/gateway/operator-tokens';
import { freePorts } from '../../src/temporal/free-ports';
import type { GuardedProcess } from '../../src/temporal/guarded-process';
import { until } from '../../test/support/until';
import { CommandLine } from './command-line';
import { openFrontDoor, type FrontDoor } from './front-door';
import type { Site } from './site';
import { TODAY, type Version } from './version';

export const DEPLOYMENT = 'locrelease';
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

  /** One after the other, each told to stop before a new one takes its place. */
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
    await until('the gateway is ready', () => answers(`http://127.0.0.1:${port}/readyz`));
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

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
