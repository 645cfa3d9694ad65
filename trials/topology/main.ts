/**
 * The production set on this machine, without Docker: PostgreSQL, a Temporal server, an S3 server, two gateways behind
 * one door, three workers and the sandbox, each a process of its own. Releases go through it while workers and a gateway
 * are killed, and while a new version takes over all that is open. Some are started, watched, decided and fetched from a
 * machine that knows the door and a token alone. Every one must end, on the version that was current then, and be
 * announced once.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Client } from '@temporalio/client';
import { z } from 'zod';
import { TemporalConnection } from '../../src/temporal/closable-connection';
import { startS3Server } from '../../test/support/s3-server';
import { until } from '../../test/support/until';
import { bringS3Server } from '../../test/support/versitygw';
import { pollDuring, OPERATOR, Product, type CommandLine } from './product';
import { buildNextVersion, today, type Version, makeCurrent, openOn } from './versions';
import { startPostgresql } from './postgresql';
import { Site } from './site';
import { startTemporal, type TemporalService } from './temporal-service';
import type { GuardedProcess } from '../../src/temporal/server/guarded-process';

const WORKERS = 3;
const BUCKET = 'locrelease';
const withoutReview = { terms: { confirmation: 'automatic' } };

const releaseStatus = z.object({
  state: z.string(),
  stage: z.string().nullable(),
  waitingFor: z.object({ kind: z.string() }).nullable(),
});
const exportedFiles = z.object({
  files: z.array(z.object({ path: z.string(), sha256: z.string() })),
});
const announcedPosts = z.object({ posts: z.array(z.object({ text: z.string() })) });

const startedMs = Date.now();
const say = (line: string): void =>
  console.log(`${((Date.now() - startedMs) / 1000).toFixed(1).padStart(6)} s  ${line}`);

async function main(): Promise<void> {
  process.exitCode = 1;
  await bringS3Server();
  const site = await Site.open();
  const s3 = await startS3Server();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => site.giveUp(new Error(`Interrupted by ${signal}.`)));
  }
  try {
    await s3.makeBucket(BUCKET);
    say(`An S3 server runs at ${s3.env.AWS_ENDPOINT_URL_S3 ?? ''}.`);
    const store = { ...s3.env, LOCRELEASE_STORE: `s3://${BUCKET}/store` };
    await Promise.race([proveTopology(site, store), site.broken]);
    say('All checks passed.');
    process.exitCode = 0;
  } catch (error) {
    console.error(site.lastWords());
    console.error(error);
  } finally {
    await site.close();
    await s3.stop();
    say('Everything is stopped.');
  }
}

async function proveTopology(site: Site, store: Record<string, string>): Promise<void> {
  const database = await startPostgresql(site, say);
  say(`PostgreSQL runs at ${database.host}:${database.port}.`);
  const service = await startTemporal(site, database, say);
  say(`A Temporal server with this database runs at ${service.address}.`);
  const product = await Product.start(site, { temporalAddress: service.address, store });
  const connection = await TemporalConnection.connect({ address: service.address });
  try {
    await new Proof(site, service, product, new Client({ connection })).run();
  } finally {
    await connection.close();
    product.close();
  }
}

class Proof {
  /** Each with the version on which it must end. */
  readonly #releases = new Map<string, Version>();

  constructor(
    private readonly site: Site,
    private readonly service: TemporalService,
    private readonly product: Product,
    private readonly client: Client,
  ) {}

  async run(): Promise<void> {
    const workers = await this.product.startWorkers(today, WORKERS);
    await makeCurrent(this.service, today);
    say(`Two gateways at ${this.product.url} and ${WORKERS} workers of version ${today.buildId} run.`);
    await this.#releaseWhole();
    await this.#start('afar', today, { at: this.product.afar });
    const watched = this.#watch('afar', this.product.afar);
    // Reported where it is awaited.
    watched.catch(() => undefined);
    const left = await this.#releaseThroughDeaths(workers);
    await this.#upgrade(left, watched);
    await this.#checkAll();
  }

  /** With a review, from the file to the files. */
  async #releaseWhole(): Promise<void> {
    const name = 'whole';
    await this.#start(name, today);
    await this.#confirm(name);
    await this.#untilDone(name);
    await this.#fetch(name);
  }

  /** Returns the workers that are left. */
  async #releaseThroughDeaths(workers: readonly GuardedProcess[]): Promise<GuardedProcess[]> {
    const names = ['death-1', 'death-2', 'death-3'] as const;
    const { here, afar } = this.product;
    const places = { 'death-1': here, 'death-2': here, 'death-3': afar };
    await Promise.all(
      names.map((name) => this.#start(name, today, { changes: withoutReview, at: places[name] })),
    );
    const first = await until('one of them translates', () => this.#translating(names));
    const carrier = await this.#carrierOf(first);
    const victim = workers.find(({ pid }) => carrier.split(/\W+/).includes(String(pid)));
    if (victim === undefined)
      throw new Error(`${first} runs on ${carrier}, which is not one of our workers.`);
    await this.site.kill(victim);
    const bringGateway = await this.product.loseGateway();
    say(`${first}: killed its worker (pid ${victim.pid}, SIGKILL) during "translate", and a gateway.`);
    for (const name of names) await this.#untilDone(name, afar);
    if ((await this.#carrierOf(first)) === carrier)
      throw new Error(`${first} ended before its worker was killed.`);
    await bringGateway();
    return workers.filter((worker) => worker !== victim);
  }

  /** To a version that takes over what is open, while one release waits and another one works. */
  async #upgrade(oldWorkers: readonly GuardedProcess[], watched: Promise<void>): Promise<void> {
    const { afar } = this.product;
    await this.#start('before-review', today);
    await this.#start('before-work', today, { changes: withoutReview });
    const next: Version = { buildId: 'v2', command: await buildNextVersion(this.site) };
    const polled = await pollDuring(`${this.product.url}/readyz`, async () => {
      await this.product.startWorkers(next, WORKERS);
      await makeCurrent(this.service, next);
      say(`Version ${next.buildId} is current. The workers of both run side by side.`);
      for (const name of ['afar', 'before-review', 'before-work']) this.#releases.set(name, next);
      await Promise.all([this.product.replaceGateways(), this.#actMeanwhile(next)]);
      say('Both gateways were replaced, one after the other.');
    });
    say(`The gateways were polled ${polled} times meanwhile, and answered each time.`);
    await watched;
    await this.#fetch('afar', afar);
    for (const name of ['before-review', 'after-review']) await this.#confirm(name);
    for (const name of ['before-review', 'before-work', 'after-review', 'after-work'])
      await this.#untilDone(name);

    await until(
      `nothing is open on ${today.buildId}`,
      async () => (await openOn(this.service, today)).length === 0,
    );
    for (const worker of oldWorkers) await this.site.retire(worker);
    say(`Nothing is open on version ${today.buildId} any more. Its workers are stopped.`);
    await this.#start('later', next, { changes: withoutReview, at: afar });
    await this.#untilDone('later', afar);
  }

  async #actMeanwhile(next: Version): Promise<void> {
    const { afar } = this.product;
    await this.#start('after-review', next, { at: afar });
    await this.#start('after-work', next, { changes: withoutReview });
    await this.#confirm('afar', afar);
  }

  async #checkAll(): Promise<void> {
    const reply = await fetch(`${this.product.sandboxUrl}/sandbox/posts`);
    const { posts } = announcedPosts.parse(await reply.json());
    for (const [name, { buildId }] of this.#releases) {
      const times = posts.filter(({ text }) => text.startsWith(`${name} `)).length;
      if (times !== 1) throw new Error(`${name} was announced ${times} times.`);
      const version = await this.#versionOf(name);
      if (version !== buildId) throw new Error(`${name} ended on ${version} and not on ${buildId}.`);
    }
    say(
      `All ${this.#releases.size} releases are done, each on the version that was current then, and announced once.`,
    );
  }

  async #start(name: string, version: Version, { changes = {}, at = this.product.here } = {}): Promise<void> {
    this.#releases.set(name, version);
    await at.locrelease('start', await at.writeRelease(name, changes));
    say(`${name}: started ${at.name}.`);
  }

  async #confirm(name: string, at = this.product.here): Promise<void> {
    await until(
      `${name} waits for its terms to be reviewed`,
      async () => (await this.#status(name)).waitingFor?.kind === 'terms',
    );
    await at.locrelease('terms', 'confirm', name, '--as', OPERATOR);
    say(`${name}: terms confirmed ${at.name}.`);
  }

  /** The command fails, with the exit code of the state, where the release ends otherwise. */
  async #untilDone(name: string, at = this.product.here): Promise<void> {
    const { state } = releaseStatus.parse(await at.locrelease('wait', name, '--timeout', '4m'));
    say(`${name}: ${state}.`);
  }

  /** Through everything that happens meanwhile. */
  async #watch(name: string, at: CommandLine): Promise<void> {
    const { state } = releaseStatus.parse(await at.locrelease('watch', name, '--timeout', '9m'));
    say(`${name}: ${state}, watched ${at.name} from its start to its end.`);
  }

  async #fetch(name: string, at = this.product.here): Promise<void> {
    const { files } = exportedFiles.parse(await at.locrelease('files', name, '--to', 'fetched'));
    if (files.length === 0) throw new Error(`${name} exported no files.`);
    for (const { path, sha256 } of files) {
      const content = await readFile(resolve(at.directory, path));
      if (createHash('sha256').update(content).digest('hex') !== sha256)
        throw new Error(`${path} is not what ${name} has exported.`);
      say(`${name}: ${path} fetched ${at.name}, ${content.byteLength} bytes.`);
    }
  }

  /** null: none of them. */
  async #translating(names: readonly string[]): Promise<string | null> {
    const stages = await Promise.all(names.map(async (name) => (await this.#status(name)).stage));
    return names.find((_, index) => stages[index] === 'translate') ?? null;
  }

  async #status(name: string): Promise<z.output<typeof releaseStatus>> {
    return releaseStatus.parse(await this.product.here.locrelease('status', name));
  }

  /** The worker that took the release's last step, by its identity, which holds the number of its process. */
  async #carrierOf(name: string): Promise<string> {
    const { events } = await this.client.workflow.getHandle(`release/default/${name}`).fetchHistory();
    const steps = (events ?? []).flatMap(
      ({ workflowTaskStartedEventAttributes: step }) => step?.identity ?? [],
    );
    return steps.at(-1) ?? 'nobody';
  }

  async #versionOf(name: string): Promise<string> {
    const { raw } = await this.client.workflow.getHandle(`release/default/${name}`).describe();
    return raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId ?? 'no version';
  }
}

void main();
