/** The Temporal service that the environment names; localhost:7233 where it names none. */
import { Client, type ConnectionOptions } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import type { Config } from '../config/config';
import { TemporalConnection } from './closable-connection';
import { openTracing } from '../tracing/tracing';
import { dataConverter } from './payloads/data-converter';
import { TemporalUnreachable } from './errors';

const DEFAULT_ADDRESS = 'localhost:7233';
/** Of a process that may be started together with the server. */
const PATIENCE_MS = 10_000;

export interface TemporalAddress {
  connectionOptions: ConnectionOptions;
  namespace: string;
}

export function temporalAddress(env: NodeJS.ProcessEnv = process.env): TemporalAddress {
  const { connectionOptions, namespace } = loadClientConnectConfig({ overrideEnvVars: definedOnly(env) });
  return {
    connectionOptions: { ...connectionOptions, address: connectionOptions.address ?? DEFAULT_ADDRESS },
    namespace: namespace ?? 'default',
  };
}

export async function connectClient(
  config: Pick<Config, 'encryptionKeys'>,
  target: TemporalAddress = temporalAddress(),
  { answerTimeoutMs }: { answerTimeoutMs?: number } = {},
): Promise<Client> {
  const { connectionOptions, namespace } = target;
  try {
    const connection = await TemporalConnection.connect({
      connectTimeout: answerTimeoutMs ?? PATIENCE_MS,
      refusalIsFinal: answerTimeoutMs !== undefined,
      ...connectionOptions,
    });
    const tracing = await openTracing();
    return new Client({
      connection,
      namespace,
      dataConverter: dataConverter(config),
      ...(tracing === null ? {} : { interceptors: { workflow: [tracing.clientInterceptor] } }),
    });
  } catch (error) {
    throw unreachable(connectionOptions, error);
  }
}

export function unreachable({ address }: ConnectionOptions, cause: unknown): TemporalUnreachable {
  return new TemporalUnreachable(
    `Cannot connect to Temporal at ${address ?? DEFAULT_ADDRESS}. Start it with "locrelease dev", or set TEMPORAL_ADDRESS.`,
    { cause },
  );
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
