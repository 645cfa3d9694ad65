/**
 * The topology of docker-compose.yml on this machine, without Docker: PostgreSQL, a Temporal server, two workers,
 * the gateway and the sandbox, each a process of its own. One release goes through it whole; a second one loses
 * the worker that carries it, and ends all the same.
 */
import { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { z } from 'zod';
import { TemporalConnection } from '../src/temporal/connection';
import { until } from '../test/support/until';
import { startPostgresql } from './topology/postgresql';
import { startProduct, writeRelease, type Product } from './topology/product';
import { Site } from './topology/site';
import { startTemporal } from './topology/temporal-service';

const { TASK_QUEUE_TYPE_WORKFLOW } = temporal.api.enums.v1.TaskQueueType;
const TASK_QUEUE = 'locrelease';

const releaseStatus = z.object({
  state: z.string(),
  stage: z.string().nullable(),
  waitingFor: z.object({ kind: z.string() }).nullable(),
});
const exportedFiles = z.object({
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});
const announcedPosts = z.object({ posts: z.array(z.object({ text: z.string() })) });

const startedMs = Date.now();
const say = (line: string): void =>
  console.log(`${((Date.now() - startedMs) / 1000).toFixed(1).padStart(6)} s  ${line}`);

async function main(): Promise<void> {
  process.exitCode = 1;
  const site = await Site.open();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => site.giveUp(new Error(`Interrupted by ${signal}.`)));
  }
  try {
    await Promise.race([proveTopology(site), site.broken]);
    say('All checks passed.');
    process.exitCode = 0;
  } catch (error) {
    console.error(site.lastWords());
    console.error(error);
  } finally {
    await site.close();
    say('Everything is stopped.');
  }
}

async function proveTopology(site: Site): Promise<void> {
  const database = await startPostgresql(site, say);
  say(`PostgreSQL runs at ${database.host}:${database.port}.`);
  const address = await startTemporal(site, database, say);
  say(`A Temporal server with this database runs at ${address}.`);
  const product = await startProduct(site, address);
  const connection = await TemporalConnection.connect({ address });
  try {
    const client = new Client({ connection });
    await until('both workers poll', async () => (await countWorkers(client)) === 2);
    say(`Sandbox, gateway and two workers run (pids ${product.workers.map(({ pid }) => pid).join(', ')}).`);
    await releaseWhole(site, product, 'game-1');
    await releaseThroughDeath(site, client, product, 'game-2');
  } finally {
    await connection.close();
  }
  const { posts } = announcedPosts.parse(await (await fetch(`${product.sandboxUrl}/sandbox/posts`)).json());
  for (const name of ['game-1', 'game-2']) {
    const times = posts.filter(({ text }) => text.startsWith(`${name} `)).length;
    if (times !== 1) throw new Error(`${name} was announced ${times} times.`);
  }
  say('Each release was announced once.');
}

async function releaseWhole(site: Site, product: Product, name: string): Promise<void> {
  await product.locrelease('start', await writeRelease(site, name));
  say(`${name}: started.`);
  await until(
    `${name} waits for its terms to be reviewed`,
    async () => (await status(product, name)).waitingFor?.kind === 'terms',
    60_000,
  );
  await product.locrelease('terms', 'confirm', name, '--as', 'topology');
  say(`${name}: terms confirmed.`);
  await waitUntilDone(product, name);
  const { files } = exportedFiles.parse(
    await product.locrelease('files', name, '--to', site.path('collected')),
  );
  if (files.length === 0) throw new Error(`${name} exported no files.`);
  for (const { path, bytes } of files) say(`${name}: ${path} has ${bytes} bytes.`);
}

async function releaseThroughDeath(
  site: Site,
  client: Client,
  product: Product,
  name: string,
): Promise<void> {
  const terms = { confirmation: 'automatic' };
  await product.locrelease('start', await writeRelease(site, name, { terms }));
  say(`${name}: started.`);
  await until(`${name} translates`, async () => (await status(product, name)).stage === 'translate');
  const carrier = await carrierOf(client, name);
  const victim = product.workers.find(({ pid }) => new RegExp(`\\b${pid}\\b`).test(carrier));
  if (victim === undefined) throw new Error(`${name} runs on ${carrier}, which is not one of our workers.`);
  await site.kill(victim);
  say(`${name}: killed its worker (pid ${victim.pid}, SIGKILL) during "translate".`);
  await waitUntilDone(product, name);
  const heir = await carrierOf(client, name);
  if (heir === carrier) throw new Error(`${name} ended before its worker was killed.`);
  say(`${name}: finished by ${heir}.`);
}

/** The command fails, with the exit code of the state, where the release ends otherwise. */
async function waitUntilDone(product: Product, name: string): Promise<void> {
  const { state } = releaseStatus.parse(await product.locrelease('wait', name, '--timeout', '3m'));
  say(`${name}: ${state}.`);
}

async function status(product: Product, name: string): Promise<z.output<typeof releaseStatus>> {
  return releaseStatus.parse(await product.locrelease('status', name));
}

async function countWorkers({ workflowService }: Client): Promise<number> {
  const { pollers } = await workflowService.describeTaskQueue({
    namespace: 'default',
    taskQueue: { name: TASK_QUEUE },
    taskQueueType: TASK_QUEUE_TYPE_WORKFLOW,
  });
  return pollers.length;
}

/** The worker that took the release's last step, by its identity, which holds the number of its process. */
async function carrierOf(client: Client, name: string): Promise<string> {
  const { events } = await client.workflow.getHandle(`release/default/${name}`).fetchHistory();
  const steps = (events ?? []).flatMap(
    ({ workflowTaskStartedEventAttributes: step }) => step?.identity ?? [],
  );
  return steps.at(-1) ?? 'nobody';
}

void main();
