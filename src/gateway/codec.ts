/**
 * Codec server for Temporal's web UI and CLI, in the JSON form that they use. The token gives access to all payloads,
 * so the routes exist only if a token is set.
 */
import type { Payload } from '@temporalio/common';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import * as z from 'zod';
import type { Config } from '../config/config';
import { constantTimeEqual } from '../http/secret';
import { EncryptionCodec } from '../temporal/payloads/encryption-codec';
import { UndecryptablePayload } from '../temporal/errors';
import { refuse } from './http-app';

/** The most that Temporal sends in one reply, in base64. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

const bytes = z.base64().transform((text) => Buffer.from(text, 'base64'));
const payloadsInJson = z.object({
  payloads: z.array(
    z.object({ metadata: z.record(z.string(), bytes).default({}), data: bytes.default(Buffer.alloc(0)) }),
  ),
});

type Settings = NonNullable<Config['codec']>;

export function mountCodec(
  app: FastifyInstance,
  settings: Settings,
  encryptionKeys: Config['encryptionKeys'],
): void {
  const { token, origin } = settings;
  const codec = new EncryptionCodec(encryptionKeys);
  const allowOrigin: onRequestHookHandler = (request, reply, done) => {
    reply.header('vary', 'origin');
    if (origin !== null && request.headers.origin === origin) {
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'authorization, content-type, x-namespace',
      });
    }
    done();
  };
  const authorize: onRequestHookHandler = (request, reply, done) => {
    if (constantTimeEqual(request.headers.authorization ?? '', `Bearer ${token.reveal()}`)) done();
    else refuse(reply, 401, 'unauthorized', 'Send the codec token as a bearer token.');
  };

  for (const verb of ['encode', 'decode'] as const) {
    app.options(`/codec/${verb}`, { onRequest: allowOrigin }, (_request, reply) => reply.status(204).send());
    app.post(
      `/codec/${verb}`,
      { bodyLimit: MAX_BODY_BYTES, onRequest: [allowOrigin, authorize] },
      async ({ body }, reply) => {
        const parsed = payloadsInJson.safeParse(jsonOf(body));
        if (!parsed.success)
          return refuse(reply, 400, 'bad_request', 'Expected {"payloads": [...]} in JSON.');
        try {
          return { payloads: (await codec[verb](parsed.data.payloads)).map(payloadInJson) };
        } catch (error) {
          if (!(error instanceof UndecryptablePayload)) throw error;
          return refuse(reply, 400, 'undecryptable', error.message);
        }
      },
    );
  }
}

function jsonOf(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}

function payloadInJson({ metadata, data }: Payload): { metadata: Record<string, string>; data: string } {
  const pairs = Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(value)] as const);
  return { metadata: Object.fromEntries(pairs), data: base64(data ?? new Uint8Array()) };
}

function base64(value: Uint8Array): string {
  return Buffer.from(value).toString('base64');
}
