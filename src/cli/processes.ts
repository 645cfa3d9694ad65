/** The commands of the long-running processes: worker, gateway and tool server. */
import { InvalidArgumentError } from 'commander';
import { once } from 'node:events';
import { readConfig, type Config } from '../config/config';
import { endInTime } from '../health/end-in-time';
import { readRoles, type WorkerRole } from '../domain/worker-roles';
import type { Who } from '../operations/operation';
import { connectClient, temporalAddress, type TemporalAddress } from '../temporal/connect-client';
import { closeTracing } from '../tracing/tracing';
import { command } from './command';
import { flag, parsed, text, YOUR_NAME } from './command-options';
import { operatorName, speaker } from './terminal/ask';
import { writeStderr } from './terminal/terminal';

export const worker = command({
  options: {
    role: parsed<readonly WorkerRole[]>(
      '<roles>',
      'What this worker is for, separated by commas. Default: LOCRELEASE_WORKER_ROLES, or all roles.',
      (words) => {
        const read = readRoles(words);
        if ('fault' in read) throw new InvalidArgumentError(`It ${read.fault}.`);
        return read.roles;
      },
    ),
  },
  help: `Roles:
  calls    releases themselves, and short calls of the services
  bulk     upload of sources, exports, lists of terms
  notices  webhooks, Slack and mail

Examples:
  TEMPORAL_ADDRESS=temporal:7233 locrelease worker
  locrelease worker --role bulk`,
  runAlone: async (terminal, { role }) => {
    const config = wholeConfig();
    // Imported lazily: the worker's native code would slow down every other command.
    const { runWorker } = await import('../worker.js');
    const { taskQueue, workerRoles } = config;
    const roles = role ?? workerRoles;
    if (terminal.format === 'json') terminal.data({ roles, taskQueue }, String);
    await runWorker({ ...config, workerRoles: roles });
  },
});

export const gateway = command({
  help: 'Example:\n  GATEWAY_PORT=8088 locrelease gateway',
  runAlone: async (terminal) => {
    const config = wholeConfig();
    const { startGateway } = await import('../gateway/gateway.js');
    const { createLogger } = await import('../temporal/log.js');
    const logger = createLogger(config);
    const target = temporalAddress();
    const client = await connectClient(config, target);
    const callbackClient = await connectClient(config, withOwnChannel(target));
    try {
      const started = await startGateway({ client, callbackClient, config, logger });
      endInTime('gateway', logger);
      logger.info(`The gateway listens at ${started.url}`);
      if (terminal.format === 'json') terminal.data({ url: started.url }, String);
      await untilStopped();
      await started.close();
    } finally {
      await callbackClient.connection.close();
      await client.connection.close();
      await closeTracing();
    }
  },
});

/** Reads every project, so that missing credentials are reported before anything starts. */
function wholeConfig(): Config {
  const config = readConfig();
  for (const project of config.projectNames) config.project(project);
  // Releases without an announcement need neither variable, but one alone is a mistake.
  const { SOCIAL_BASE_URL = '', SOCIAL_ACCESS_TOKEN = '' } = process.env;
  if (SOCIAL_BASE_URL !== '' || SOCIAL_ACCESS_TOKEN !== '') config.social();
  return config;
}

/** Connections to the same server share one channel by default, and calls on it wait for each other. */
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

export const mcp = command({
  options: {
    readOnly: flag('Offer only tools that change nothing.'),
    as: text('<name>', YOUR_NAME),
  },
  help: `Standard output carries the protocol and nothing else. A gateway has the same tools at /mcp, for operators' tokens.

Example, in the configuration of a program that uses tools:
  { "mcpServers": { "locrelease": { "command": "npx", "args": ["locrelease", "mcp", "--read-only"] } } }`,
  runHere: ({ backend }, { readOnly = false, as }) =>
    backend.withEverything(async (access) => {
      // Imported lazily: no other command needs the protocol.
      const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
      const { createToolServer } = await import('../mcp/tool-server.js');
      const name = operatorName(as);
      const who: Who = { name: () => name, prove: (request) => speaker(access.config, as, request) };
      const server = await createToolServer(
        { access, who, role: readOnly ? 'read' : 'operate' },
        { error: (message, meta) => writeStderr(`${message} ${JSON.stringify(meta, errorText)}`) },
      );
      try {
        await server.connect(new StdioServerTransport());
        await Promise.race([once(process.stdin, 'end'), untilStopped()]);
      } finally {
        await server.close();
      }
    }),
});

function errorText(_key: string, value: unknown): unknown {
  return value instanceof Error ? (value.stack ?? value.message) : value;
}
