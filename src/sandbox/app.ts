/** The HTTP server of a sandbox, and of a replay of recorded replies. */
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { isCrossSite, isOwnHost } from '../http/cross-site';

/** Signatures cover the exact bytes, so every body stays a buffer until its service has checked it. */
export function createApp(host: string, options: { bodyLimit?: number } = {}): FastifyInstance {
  const app = fastify(options);
  rejectCrossSite(app, [host]);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return app;
}

/** Returns the address at which the server is reached. */
export async function listening(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<string> {
  await app.listen({ host, port });
  const bound = app.server.address() as AddressInfo;
  return `http://${bound.address.includes(':') ? `[${bound.address}]` : bound.address}:${bound.port}`;
}

/**
 * The sandbox needs no password at its own endpoints, so a page in a browser must not reach them: neither a request of
 * another site nor one to a host name that is not ours passes, whatever address the name resolves to. Other programs
 * pass. `ownNames`: allowed besides every IP address and localhost, under which nobody else can have a page.
 */
function rejectCrossSite(app: FastifyInstance, ownNames: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    const isFromHere = isReading || !isCrossSite(request.headers, request.host);
    if (isFromHere && isOwnHost(request.host, ownNames)) return;
    await reply.status(403).send({
      success: false,
      code: 403,
      msg: 'The sandbox answers no page of another site. Nothing was done.',
    });
  });
}
