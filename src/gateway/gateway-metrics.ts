import type { Logger } from '@temporalio/common';
import type { FastifyInstance } from 'fastify';
import { packageVersion } from '../package-version';
import { Counter, exposition, Gauge, Histogram } from './metrics';
import { ReleaseCensus } from './release-census';
import type { TemporalCalls } from './temporal-calls';

/** What the gateway tells Prometheus: its own work, and what all releases are doing. */
export class GatewayMetrics {
  readonly callbacks = new Counter(
    'locrelease_callbacks_total',
    'Callbacks received, by what became of them',
  );
  readonly callbackSeconds = new Histogram(
    'locrelease_callback_duration_seconds',
    'Time from a callback to its answer',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  );
  readonly #releases = new Gauge(
    'locrelease_releases',
    'Releases by state, ended ones while Temporal keeps them',
  );
  readonly #oldestReview = new Gauge(
    'locrelease_oldest_review_seconds',
    'How long the term review that waits longest has waited; 0 where none waits',
  );
  readonly #temporalUp = new Gauge(
    'locrelease_temporal_up',
    'Whether Temporal answered when it was last asked',
  );
  readonly #build = new Gauge('locrelease_build_info', 'The version that runs');
  readonly #census: ReleaseCensus;

  constructor(
    calls: TemporalCalls,
    private readonly logger: Logger,
  ) {
    this.#census = new ReleaseCensus(calls);
    this.#build.set(1, { version: packageVersion(), node: process.version });
  }

  async text(): Promise<string> {
    await this.#count();
    return exposition([
      this.callbacks,
      this.callbackSeconds,
      this.#releases,
      this.#oldestReview,
      this.#temporalUp,
      this.#build,
    ]);
  }

  async #count(): Promise<void> {
    try {
      const { byState, oldestReviewSince } = await this.#census.read();
      for (const [state, count] of byState) this.#releases.set(count, { state });
      const ageMs = oldestReviewSince === null ? 0 : Date.now() - oldestReviewSince.getTime();
      this.#oldestReview.set(Math.max(0, ageMs / 1000));
      this.#temporalUp.set(1);
    } catch (error) {
      this.#releases.clear();
      this.#oldestReview.clear();
      this.#temporalUp.set(0);
      this.logger.warn('releases cannot be counted: Temporal does not answer', { error });
    }
  }
}

export function mountMetrics(app: FastifyInstance, metrics: GatewayMetrics): void {
  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text()),
  );
}
