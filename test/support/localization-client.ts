import { Secret } from '../../src/http/secret';
import { ServiceError } from '../../src/http/service-error';
import {
  LocalizationClient,
  type LocalizationClientOptions,
} from '../../src/localization/localization-client';
import { BareServer, type Answer } from './bare-server';

export const APP_KEY = 'app-key-1';
export const APP_SECRET = 'app-secret-0b0e1f';

export function clientOf(
  baseUrl: string,
  options: Partial<LocalizationClientOptions> = {},
): LocalizationClient {
  return new LocalizationClient({ baseUrl, appKey: APP_KEY, appSecret: new Secret(APP_SECRET), ...options });
}

/** Runs something with a client and the server that it talks to, and ends both. */
export async function withServer<Result>(
  answer: Answer,
  run: (client: LocalizationClient, server: BareServer) => Promise<Result>,
  options: Partial<LocalizationClientOptions> = {},
): Promise<Result> {
  const server = await BareServer.start(answer);
  const client = clientOf(server.url, options);
  try {
    return await run(client, server);
  } finally {
    // The server first: a client waits for what it has under way.
    await server.close();
    await client.close();
  }
}

export async function failureOf(call: Promise<unknown>): Promise<ServiceError> {
  const outcome = await call.then(
    () => 'success',
    (error: unknown) => error,
  );
  if (outcome instanceof ServiceError) return outcome;
  throw new Error('expected a ServiceError', { cause: outcome });
}
