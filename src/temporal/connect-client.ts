import { Client, type ConnectionOptions } from '@temporalio/client';
import { loadClientConnectConfig, type ClientConnectConfig } from '@temporalio/envconfig';
import type { Config } from '../config/config';
import { ConfigError } from '../config/config-error';
import { sentence } from '../domain/text/sentence';
import { TemporalConnection } from './closable-connection';
import { openTracing } from '../tracing/tracing';
import { dataConverter } from './payloads/data-converter';
import { TemporalUnreachable } from './errors';

const DEFAULT_ADDRESS = 'localhost:7233';
/** Long enough for a server that is started together with this process. */
const PATIENCE_MS = 10_000;

export interface TemporalAddress {
  connectionOptions: ConnectionOptions;
  namespace: string;
}

export function temporalAddress(env: NodeJS.ProcessEnv = process.env): TemporalAddress {
  const { TEMPORAL_TLS = '', ...others } = env;
  // The library takes every other spelling for false.
  const tls = TEMPORAL_TLS.toLowerCase();
  if (!/^(true|false|1|0)?$/.test(tls)) throw new ConfigError('TEMPORAL_TLS must be true or false.');
  const { connectionOptions, namespace = 'default' } = settingsOf({
    ...others,
    ...(tls !== '' && { TEMPORAL_TLS: tls }),
  });
  if (namespace === '')
    throw new ConfigError(
      'TEMPORAL_NAMESPACE, or that in the configuration file of Temporal, must not be empty.',
    );
  const { address = DEFAULT_ADDRESS } = connectionOptions;
  if (!URL.canParse(`http://${address}`))
    throw new ConfigError(
      'The address of Temporal (TEMPORAL_ADDRESS, or that in its configuration file) must be a host and its port, such as localhost:7233.',
    );
  return { connectionOptions: { ...connectionOptions, address }, namespace };
}

/** Every fault is a setting: a missing profile, or a file that is unreadable or not TOML. */
function settingsOf(env: NodeJS.ProcessEnv): ClientConnectConfig {
  try {
    return loadClientConnectConfig({ overrideEnvVars: definedOnly(env) });
  } catch (error) {
    const set = Object.keys(env).filter((name) => name.startsWith('TEMPORAL_'));
    // Only the first line is shown, because some messages quote a part of the file.
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new ConfigError(
      `The settings for Temporal cannot be used: ${sentence(why)} ${
        set.length > 0 ? `They come from ${set.join(', ')}.` : 'They come from its configuration file.'
      }`,
      { cause: error },
    );
  }
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
    `Cannot connect to Temporal at ${address ?? DEFAULT_ADDRESS}. Start it with "locrelease dev", or set TEMPORAL_ADDRESS. One that runs in another directory is reached with what "locrelease dev --exports" prints there.`,
    { cause },
  );
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
