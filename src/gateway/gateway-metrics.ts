import type { Client } from '@temporalio/client';
import type { Logger } from '@temporalio/common';
import { Gauge, Histogram, Registry } from 'prom-client';
import { counterFromZero } from '../health/counter';
import { callbackEvents } from '../localization/vocabulary';
import { packageVersion } from '../package';
import { ReleaseCensus, type Census } from './release-census';

const countedEvents = [...callbackEvents, 'other'] as const;
const outcomes = ['signalled', 'held', 'repeated', 'ended', 'unavailable'] as const;
/** These callbacks were not verified, so their event is not used as a label. */
const refusals = ['no-such-address', 'forged', 'unsigned', 'stale', 'unreadable'] as const;

type CountedCallback =
  | { event: (typeof countedEvents)[number]; outcome: (typeof outcomes)[number] }
  | { event: 'unknown'; outcome: (typeof refusals)[number] };

const callbackSeries: readonly CountedCallback[] = [
  ...countedEvents.flatMap((event) => outcomes.map((outcome) => ({ event, outcome }))),
  ...refusals.map((outcome) => ({ event: 'unknown' as const, outcome })),
];

export class GatewayMetrics {
  /** Not the library's global registry, because several gateways may share a process. */
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
  readonly #censusGauges = ofCensus.map(({ name, help, labels = [], values }) => ({
    gauge: new Gauge({ name, help, labelNames: [...labels], registers: [this.registry] }),
    hasLabels: labels.length > 0,
    values,
  }));
  readonly #temporalUp = new Gauge({
    name: 'locrelease_temporal_up',
    help: 'Whether Temporal answered the last request',
    registers: [this.registry],
  });
  readonly #census: ReleaseCensus;

  constructor(
    client: Client,
    taskQueue: string,
    private readonly logger: Logger,
  ) {
    this.#census = new ReleaseCensus(client, taskQueue);
    new Gauge({
      name: 'locrelease_build_info',
      help: 'The running version',
      labelNames: ['version', 'node'],
      registers: [this.registry],
    }).set({ version: packageVersion(), node: process.version }, 1);
  }

  async text(): Promise<string> {
    const census = await this.#read();
    this.#temporalUp.set(census === null ? 0 : 1);
    for (const { gauge, hasLabels, values } of this.#censusGauges) {
      // No value is better than a stale one. Without labels, reset() would set it to 0, so it is removed.
      if (hasLabels) gauge.reset();
      else gauge.remove();
      for (const [value, labels = {}] of census === null ? [] : values(census)) gauge.set(labels, value);
    }
    return this.registry.metrics();
  }

  async #read(): Promise<Census | null> {
    try {
      return await this.#census.read();
    } catch (error) {
      this.logger.warn('Cannot count releases: Temporal does not answer.', { error });
      return null;
    }
  }
}

interface CensusGauge {
  name: string;
  help: string;
  labels?: readonly string[];
  values: (
    census: Census,
  ) => readonly (readonly [value: number, labels?: Readonly<Record<string, string>>])[];
}

const ofCensus: readonly CensusGauge[] = [
  {
    name: 'locrelease_releases',
    help: 'Releases by state; ended ones as long as Temporal keeps them',
    labels: ['state'],
    values: ({ byState }) => [...byState].map(([state, count]) => [count, { state }]),
  },
  {
    name: 'locrelease_oldest_review_seconds',
    help: 'Waiting time of the longest waiting term review; 0 if none waits',
    values: ({ oldestReviewSince }) => [[secondsSince(oldestReviewSince)]],
  },
  {
    name: 'locrelease_releases_parked',
    help: 'Parked releases by project and by the code of their problem; of many, the 500 that have waited longest',
    labels: ['project', 'code'],
    values: ({ parked }) => parked.byCause.map(({ count, ...labels }) => [count, labels]),
  },
  {
    name: 'locrelease_oldest_parked_seconds',
    help: 'How long the release that has been parked longest has waited; 0 if none is parked',
    values: ({ parked }) => [[secondsSince(parked.oldestSince)]],
  },
  {
    name: 'locrelease_stuck_releases',
    help: 'Releases that no worker can continue, because they began with other workflow code',
    values: ({ stuck }) => (stuck === null ? [] : [[stuck.count]]),
  },
  {
    name: 'locrelease_release_stuck',
    help: '1 for each stuck release, at most twenty',
    labels: ['release'],
    values: ({ stuck }) => (stuck?.named ?? []).map((release) => [1, { release }]),
  },
  {
    name: 'locrelease_task_queue_backlog',
    help: 'Approximate number of tasks that wait for a worker of this role',
    labels: ['role'],
    values: ({ backlog }) => [...backlog].map(([role, { tasks }]) => [tasks, { role }]),
  },
  {
    name: 'locrelease_task_queue_backlog_age_seconds',
    help: 'How long the oldest task that waits for a worker of this role has waited',
    labels: ['role'],
    values: ({ backlog }) => [...backlog].map(([role, { ageSeconds }]) => [ageSeconds, { role }]),
  },
];

/** 0 if nothing waits or another machine's clock is ahead. */
function secondsSince(since: Date | null): number {
  return since === null ? 0 : Math.max(0, (Date.now() - since.getTime()) / 1000);
}
