import { Runtime } from '@temporalio/worker';
import { isIPv6 } from 'node:net';
import type { Config } from '../config/config';
import { ConfigError } from '../config/config-error';
import { createLogger } from './log';
import { sentence } from '../domain/sentence';

/** Once in a process, before anything else of the SDK's worker: where its log and its metrics go. */
export function installRuntime(config: Pick<Config, 'logFormat' | 'metrics'>): void {
  const { metrics } = config;
  try {
    Runtime.install({
      logger: createLogger(config),
      telemetryOptions: {
        // What the SDK's native half says goes the same way as all the rest.
        logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} },
        ...(metrics === null ? {} : { metrics: { prometheus: exporter(metrics) } }),
      },
    });
  } catch (error) {
    if (metrics === null) throw error;
    throw new ConfigError(
      `LOCRELEASE_METRICS_PORT: cannot listen at ${metrics.host}:${metrics.port}: ${sentence((error as Error).message)} Set another port, or stop what uses this one.`,
    );
  }
}

/** Named and measured as Prometheus wants it: seconds, and `_total` behind counters. */
function exporter({ host, port }: NonNullable<Config['metrics']>) {
  return {
    bindAddress: `${isIPv6(host) ? `[${host}]` : host}:${port}`,
    countersTotalSuffix: true,
    unitSuffix: true,
    useSecondsForDurations: true,
  };
}
