import { Runtime } from '@temporalio/worker';
import type { Config } from '../config/config';
import { createLogger } from './log';

/** Must run once in a process, before anything else of the SDK's worker: it sets where logs and metrics go. */
export function installRuntime(config: Pick<Config, 'logFormat'>, metricsPort: number | null): void {
  Runtime.install({
    logger: createLogger(config),
    telemetryOptions: {
      // The SDK's native half logs to the same place as everything else.
      logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} },
      ...(metricsPort === null ? {} : { metrics: { prometheus: exporter(metricsPort) } }),
    },
  });
}

/** Uses Prometheus's conventions: seconds, and `_total` behind counters. */
function exporter(port: number) {
  return {
    bindAddress: sdkMetricsAddress(port),
    countersTotalSuffix: true,
    unitSuffix: true,
    useSecondsForDurations: true,
  };
}

const sdkMetricsAddress = (port: number): string => `127.0.0.1:${port}`;

/** The SDK's metrics, as text for Prometheus. The SDK's own thread serves them, even while ours are busy. */
export async function sdkMetrics(port: number): Promise<string> {
  const reply = await fetch(`http://${sdkMetricsAddress(port)}/metrics`, {
    signal: AbortSignal.timeout(2_000),
  });
  return reply.text();
}
