/** The HTTP endpoints for a worker's health and metrics. */
import type { Registry } from 'prom-client';
import type { Config } from '../config/config';
import { ConfigError } from '../config/config-error';
import { sentence } from '../domain/text/sentence';
import { startHealthServer, type HealthServer } from '../health/health-server';
import { Readiness, type ReadinessChecks } from '../health/readiness';
import { freePorts } from './server/free-ports';
import { sdkMetrics } from './runtime';
import type { WorkerGroup } from './worker-group';

interface EndpointOptions {
  /** null: the worker is starting. */
  worker: () => WorkerGroup | null;
  needs: ReadinessChecks;
  registry: Registry;
}

export interface WorkerEndpoints extends HealthServer {
  /** The SDK serves its metrics on this loopback port, only for the health server. */
  sdkMetricsPort: number;
}

export async function serveWorkerEndpoints(
  { host, port }: NonNullable<Config['metrics']>,
  { worker, needs, registry }: EndpointOptions,
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
