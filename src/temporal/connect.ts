/** The Temporal service that the environment names; localhost:7233 where it names none. */
import { Client, Connection, type ConnectionOptions } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';

const DEFAULT_ADDRESS = 'localhost:7233';

/** No Temporal service answers where one should be. Exit code 9. */
export class TemporalUnreachable extends Error {
  override readonly name = 'TemporalUnreachable';
}

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

export async function connectClient(target: TemporalAddress = temporalAddress()): Promise<Client> {
  const { connectionOptions, namespace } = target;
  try {
    const connection = await Connection.connect({ connectTimeout: '10s', ...connectionOptions });
    return new Client({ connection, namespace });
  } catch (error) {
    throw new TemporalUnreachable(
      `no Temporal service answers at ${connectionOptions.address ?? DEFAULT_ADDRESS}: start one (locrelease dev), or set TEMPORAL_ADDRESS`,
      { cause: error },
    );
  }
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
