/** The long-running processes. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { once } from 'node:events';
import { readConfig } from '../config/config';
import { endInTime } from '../health/end-in-time';
import { readRoles, type WorkerRole } from '../domain/worker-roles';
import { connectClient, temporalAddress, type TemporalAddress } from '../temporal/connect-client';
import { closeTracing } from '../tracing/tracing';

export function define(command: Command): void {
  if (command.name() === 'worker') defineWorker(command);
  else defineGateway(command);
}

function defineWorker(command: Command): void {
  command
    .addOption(roleOption())
    .addHelpText(
      'after',
      `
Roles:
  calls    releases themselves, and short calls of the services
  bulk     upload of sources, exports, lists of terms
  notices  webhooks, Slack and mail

Examples:
  TEMPORAL_ADDRESS=temporal:7233 locrelease worker
  locrelease worker --role bulk`,
    )
    .action(async ({ role }: { role?: readonly WorkerRole[] }) => {
      const read = readConfig();
      const config = { ...read, workerRoles: role ?? read.workerRoles };
      for (const project of config.projectNames) config.project(project);
      // Loaded here: the worker's native code would slow every other command down.
      const { runWorker } = await import('../worker.js');
      await runWorker(config);
    });
}

function roleOption(): Option {
  return new Option(
    '--role <roles>',
    'What this worker is for, separated by commas. Default: LOCRELEASE_WORKER_ROLES, or all roles.',
  ).argParser((text) => {
    const read = readRoles(text);
    if ('fault' in read) throw new InvalidArgumentError(`It ${read.fault}.`);
    return read.roles;
  });
}

function defineGateway(command: Command): void {
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
      endInTime('gateway', logger);
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
