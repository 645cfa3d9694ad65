import type { Client } from '@temporalio/client';
import type { Logger } from '@temporalio/common';
import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram, Registry } from 'prom-client';
import { counterFromZero } from '../health/counter';
import { callbackEvents } from '../localization/vocabulary';
import { packageVersion } from '../package-version';
import { ReleaseCensus } from './release-census';

const countedEvents = [...callbackEvents, 'other'] as const;
const outcomes = ['signalled', 'held', 'repeated', 'ended', 'unavailable'] as const;
/** What it is about is not believed of these. */
const refusals = ['no-such-address', 'forged', 'unsigned', 'stale', 'unreadable'] as const;

type CountedCallback =
  | { event: (typeof countedEvents)[number]; outcome: (typeof outcomes)[number] }
  | { event: 'unknown'; outcome: (typeof refusals)[number] };

const callbackSeries: readonly CountedCallback[] = [
  ...countedEvents.flatMap((event) => outcomes.map((outcome) => ({ event, outcome }))),
  ...refusals.map((outcome) => ({ event: 'unknown' as const, outcome })),
];

/** What the gateway tells Prometheus: its own work, and what all releases are doing. */
export class GatewayMetrics {
  /** Its own, not the library's one for the process: gateways may share a process. */
  readonly registry = new Registry();
  readonly countCallback = counterFromZero({
    name: 'locrelease_callbacks_total',
    help: 'Callbacks received, by outcome',
    series: callbackSeries,
    registry: this.registry,
  });
  readonly callbackSeconds = new Histogram({
    name: 'locrelease_callback_duration_seconds',
    help: 'Time from a callback to its reply',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });
  readonly #releases = new Gauge({
    name: 'locrelease_releases',
    help: 'Releases by state; ended ones as long as Temporal keeps them',
    labelNames: ['state'],
    registers: [this.registry],
  });
  readonly #oldestReview = new Gauge({
    name: 'locrelease_oldest_review_seconds',
    help: 'Waiting time of the longest waiting term review; 0 if none waits',
    registers: [this.registry],
  });
  readonly #parked = new Gauge({
    name: 'locrelease_releases_parked',
    help: 'Parked releases by project and by the code of their problem; of many, the 500 that have waited longest',
    labelNames: ['project', 'code'],
    registers: [this.registry],
  });
  readonly #oldestParked = new Gauge({
    name: 'locrelease_oldest_parked_seconds',
    help: 'How long the release that has been parked longest has waited; 0 if none is parked',
    registers: [this.registry],
  });
  readonly #stuck = new Gauge({
    name: 'locrelease_stuck_releases',
    help: 'Releases that no worker can continue, because they began with other workflow code',
    registers: [this.registry],
  });
  readonly #isStuck = new Gauge({
    name: 'locrelease_release_stuck',
    help: '1 for each stuck release, at most twenty',
    labelNames: ['release'],
    registers: [this.registry],
  });
  readonly #backlog = new Gauge({
    name: 'locrelease_task_queue_backlog',
    help: 'Approximate number of tasks that wait for a worker of this role',
    labelNames: ['role'],
    registers: [this.registry],
  });
  readonly #backlogAge = new Gauge({
    name: 'locrelease_task_queue_backlog_age_seconds',
    help: 'How long the oldest task that waits for a worker of this role has waited',
    labelNames: ['role'],
    registers: [this.registry],
  });
  readonly #temporalUp = new Gauge({
    name: 'locrelease_temporal_up',
    help: 'Whether Temporal answered the last request',
    registers: [this.registry],
  });
  readonly #build = new Gauge({
    name: 'locrelease_build_info',
    help: 'The running version',
    labelNames: ['version', 'node'],
    registers: [this.registry],
  });
  readonly #census: ReleaseCensus;

  constructor(
    client: Client,
    taskQueue: string,
    private readonly logger: Logger,
  ) {
    this.#census = new ReleaseCensus(client, taskQueue);
    this.#build.set({ version: packageVersion(), node: process.version }, 1);
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  async text(): Promise<string> {
    await this.#count();
    return this.registry.metrics();
  }

  async #count(): Promise<void> {
    try {
      const { byState, oldestReviewSince, parked, stuck, backlog } = await this.#census.read();
      for (const [state, count] of byState) this.#releases.set({ state }, count);
      this.#oldestReview.set(secondsSince(oldestReviewSince));
      this.#parked.reset();
      for (const { count, ...labels } of parked.byCause) this.#parked.set(labels, count);
      this.#oldestParked.set(secondsSince(parked.oldestSince));
      this.#isStuck.reset();
      for (const release of stuck?.named ?? []) this.#isStuck.set({ release }, 1);
      if (stuck === null) this.#stuck.remove();
      else this.#stuck.set(stuck.count);
      for (const [role, { tasks, ageSeconds }] of backlog) {
        this.#backlog.set({ role }, tasks);
        this.#backlogAge.set({ role }, ageSeconds);
      }
      this.#temporalUp.set(1);
    } catch (error) {
      // Shows nothing rather than what may no longer be true. A reset would show 0 where there are no labels.
      this.#releases.reset();
      this.#oldestReview.remove();
      this.#parked.reset();
      this.#oldestParked.remove();
      this.#isStuck.reset();
      this.#stuck.remove();
      this.#backlog.reset();
      this.#backlogAge.reset();
      this.#temporalUp.set(0);
      this.logger.warn('Cannot count releases: Temporal does not answer.', { error });
    }
  }
}

/** 0 where nothing waits, and where another clock is ahead. */
function secondsSince(since: Date | null): number {
  return since === null ? 0 : Math.max(0, (Date.now() - since.getTime()) / 1000);
}

export function mountMetrics(app: FastifyInstance, metrics: GatewayMetrics): void {
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
}
