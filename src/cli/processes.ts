/** The long-running processes. */
import type { Command } from 'commander';
import { once } from 'node:events';
import { readConfig } from '../config/config';
import { connectClient, temporalAddress, type TemporalAddress } from '../temporal/connect';
import { closeTracing } from '../tracing/tracing';

export function defineWorkerCommand(command: Command): void {
  command
    .addHelpText('after', '\nExample:\n  TEMPORAL_ADDRESS=temporal:7233 locrelease worker')
    .action(async () => {
      const config = readConfig();
      for (const project of config.projectNames) config.project(project);
      // Loaded here: the worker's native code would slow every other command down.
      const { runWorker } = await import('../worker.js');
      await runWorker(config);
    });
}

export function defineGatewayCommand(command: Command): void {
  command.addHelpText('after', '\nExample:\n  GATEWAY_PORT=8088 locrelease gateway').action(async () => {
    const config = readConfig();
    for (const project of config.projectNames) config.project(project);
    const { startGateway } = await import('../gateway/gateway.js');
    const { createLogger } = await import('../temporal/log.js');
    const logger = createLogger(config);
    const target = temporalAddress();
    const client = await connectClient(config, target);
    const callbackClient = await connectClient(config, withOwnChannel(target));
    try {
      const gateway = await startGateway({ client, callbackClient, config, logger });
      logger.info(`The gateway listens at ${gateway.url}`);
      await untilStopped();
      await gateway.close();
    } finally {
      await callbackClient.connection.close();
      await client.connection.close();
      await closeTracing();
    }
  });
}

/** Connections to the same server share one channel otherwise, and wait for each other on it. */
function withOwnChannel(target: TemporalAddress): TemporalAddress {
  const { channelArgs, ...options } = target.connectionOptions;
  return {
    ...target,
    connectionOptions: { ...options, channelArgs: { ...channelArgs, 'grpc.use_local_subchannel_pool': 1 } },
  };
}

export async function untilStopped(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}
