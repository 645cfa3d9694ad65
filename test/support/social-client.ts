import { Secret } from '../../src/http/secret';
import type { ServiceError } from '../../src/http/service-error';
import { SocialClient, type SocialClientOptions } from '../../src/social/social-client';
import { BareServer, reply, type Answer } from './bare-server';
import { failureOf } from './localization-client';

export const ACCESS_TOKEN = 'prefix_it_4f1c0a9d';

export function socialClientOf(baseUrl: string, options: Partial<SocialClientOptions> = {}): SocialClient {
  return new SocialClient({ baseUrl, accessToken: new Secret(ACCESS_TOKEN), ...options });
}

/** Runs something with a client and the bare server that it talks to, and ends both. */
export async function withSocialServer<Result>(
  answer: Answer,
  run: (client: SocialClient, server: BareServer) => Promise<Result>,
  options: Partial<SocialClientOptions> = {},
): Promise<Result> {
  const server = await BareServer.start(answer);
  const client = socialClientOf(server.url, options);
  try {
    return await run(client, server);
  } finally {
    await server.close();
    await client.close();
  }
}

/** The failure that an answer becomes for one call. */
export function socialFailure(
  answer: Answer,
  call: (client: SocialClient) => Promise<unknown>,
  options: Partial<SocialClientOptions> = {},
): Promise<ServiceError> {
  return withSocialServer(answer, (client) => failureOf(call(client)), options);
}

/** The social service's two envelopes. */
export function succeedWith(data: unknown, meta: object = {}): Answer {
  return reply(200, { data, meta: { requestId: 'req_1', ...meta } });
}

export function refuseWith(
  status: number,
  code: string,
  params: object = {},
  headers: Record<string, string> = {},
): Answer {
  const body = { error: { code, message: `about ${code}`, params }, meta: { requestId: 'req_1' } };
  return reply(status, body, headers);
}
