/** The SDK's logs and metrics in a worker, and the HTTP endpoints for its health and metrics. */
import { Runtime } from '@temporalio/worker';
import type { Registry } from 'prom-client';
import type { Config } from '../config/config';
import { ConfigError } from '../config/config-error';
import { sentence } from '../domain/text/sentence';
import { startHealthServer, type HealthServer } from '../health/health-server';
import { Readiness, type ReadinessChecks } from '../health/readiness';
import { freePorts } from './server/free-ports';
import { createLogger } from './log';
import type { WorkerGroup } from './worker-group';

/** Must run once in a process, before anything else of the SDK's worker: it sets where logs and metrics go. */
export function installRuntime(config: Pick<Config, 'logFormat'>, metricsPort: number | null): void {
  const bindAddress = `127.0.0.1:${metricsPort}`;
  // Prometheus's conventions: seconds, and `_total` behind counters.
  const form = { countersTotalSuffix: true, unitSuffix: true, useSecondsForDurations: true };
  Runtime.install({
    logger: createLogger(config),
    telemetryOptions: {
      // The SDK's native half logs to the same place as everything else.
      logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} },
      ...(metricsPort === null ? {} : { metrics: { prometheus: { bindAddress, ...form } } }),
    },
  });
}

/** The SDK's metrics, as text for Prometheus. The SDK's own thread serves them, even while ours are busy. */
async function sdkMetrics(port: number): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(2_000) });
  return reply.text();
}

export interface WorkerEndpoints extends HealthServer {
  /** The SDK serves its metrics on this loopback port, only for the health server. */
  sdkMetricsPort: number;
}

/** `worker`: null while it starts. */
export async function serveWorkerEndpoints(
  { host, port }: NonNullable<Config['metrics']>,
  worker: () => WorkerGroup | null,
  needs: ReadinessChecks,
  registry: Registry,
): Promise<WorkerEndpoints> {
  const [sdkMetricsPort = 0] = await freePorts(1);
  const readiness = new Readiness(needs);
  try {
    const server = await startHealthServer(
      { host, port },
      {
        fault: () => (worker()?.hasFailed === true ? 'The worker has failed.' : null),
        readinessFault: () =>
          worker()?.isRunning === true ? readiness.fault() : Promise.resolve('The worker takes no tasks.'),
        metrics: async () => `${await registry.metrics()}${await sdkMetrics(sdkMetricsPort)}`,
      },
    );
    return { ...server, sdkMetricsPort };
  } catch (error) {
    throw new ConfigError(
      `LOCRELEASE_METRICS_PORT: cannot listen at ${host}:${port}: ${sentence((error as Error).message)} Set another port, or stop what uses this one.`,
    );
  }
}
