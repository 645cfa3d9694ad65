/** A gateway whose signals go no further than a list: for everything that needs no Temporal server. */
import { Client, WorkflowNotFoundError, type WorkflowSignalInput } from '@temporalio/client';
import { DefaultLogger, type LogEntry } from '@temporalio/worker';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { readConfig, type Config } from '../../src/config/config';
import { RequestBudget, callerKinds, LIMITS, type Limits } from '../../src/gateway/budget';
import { startGateway } from '../../src/gateway/gateway';
import { Secret } from '../../src/http/secret';
import { callbackUrl } from '../../src/localization/callback-address';
import { TemporalConnection } from '../../src/temporal/closable-connection';
import { deadAddress } from './bare-server';

export const APP_SECRET = 'sandbox-app-secret';

export interface TestGateway {
  url: string;
  signals: WorkflowSignalInput[];
  log: LogEntry[];
  /** Where the service calls back for a release of the project `default`. */
  addressOf(name: string): string;
  /** Sends bytes as they are, path tricks and all; answers all that came back until the connection ended. */
  raw(...chunks: (string | Buffer)[]): Promise<string>;
  counted(outcome: string): Promise<number>;
  close(): Promise<void>;
}

/** For whoever asks without end on purpose. */
export function endlessBudget(): RequestBudget {
  const { one, all } = LIMITS.operator;
  const endless: Limits = { one: { ...one, work: 1e12, signIns: 1e12 }, all };
  return new RequestBudget(Object.fromEntries(callerKinds.map((kind) => [kind, endless])) as typeof LIMITS);
}

export type SignalFate = 'taken' | 'no-such-workflow' | 'sent-on';

export async function startTestGateway(
  options: {
    env?: Record<string, string>;
    operators?: Config['operators'];
    fate?: () => SignalFate | Promise<SignalFate>;
    pageDirectory?: string;
    budget?: RequestBudget;
  } = {},
): Promise<TestGateway> {
  const signals: WorkflowSignalInput[] = [];
  const log: LogEntry[] = [];
  const connection = TemporalConnection.lazy({ address: new URL(await deadAddress()).host });
  const callbackClient = new Client({
    connection,
    interceptors: {
      workflow: [
        {
          signal: async (input, next) => {
            signals.push(input);
            const fate = (await options.fate?.()) ?? 'taken';
            if (fate === 'no-such-workflow') throw new WorkflowNotFoundError('gone', 'id', undefined);
            if (fate === 'sent-on') await next(input);
          },
        },
      ],
    },
  });
  const config = readConfig(
    {
      LOCALIZATION_BASE_URL: 'http://localization.example',
      LOCALIZATION_APP_KEY: 'sandbox-app-key',
      LOCALIZATION_APP_SECRET: APP_SECRET,
      GATEWAY_PORT: '0',
      ...options.env,
    },
    __dirname,
  );
  const logger = new DefaultLogger('INFO', (entry) => log.push(entry));
  const { operators = config.operators, pageDirectory, budget } = options;
  const gateway = await startGateway({
    client: new Client({ connection }),
    callbackClient,
    config: { ...config, operators },
    logger,
    ...(pageDirectory === undefined ? {} : { pageDirectory }),
    ...(budget === undefined ? {} : { budget }),
  });
  const { hostname, port } = new URL(gateway.url);
  return {
    url: gateway.url,
    signals,
    log,
    addressOf: (name) =>
      callbackUrl(gateway.url, new Secret(APP_SECRET), { kind: 'release', project: 'default', name }),
    raw: async (...chunks) => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined); // A server that cuts us off is what some tests are about.
      await once(socket, 'connect');
      for (const chunk of chunks) socket.write(chunk);
      return text(socket);
    },
    counted: (outcome) => countedBy(gateway.url, outcome),
    close: async () => {
      await gateway.close();
      await connection.close();
    },
  };
}

/** Callbacks by what became of them, as the gateway's metrics tell. */
export async function countedBy(gatewayUrl: string, outcome: string): Promise<number> {
  const metrics = await (await fetch(`${gatewayUrl}/metrics`)).text();
  const samples = metrics.matchAll(/^locrelease_callbacks_total\{.*outcome="([^"]+)"\} (\d+)$/gm);
  return [...samples].reduce((sum, [, what, count]) => sum + (what === outcome ? Number(count) : 0), 0);
}
