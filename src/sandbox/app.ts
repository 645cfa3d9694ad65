/** The HTTP server of a sandbox, and of recorded replies. */
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { isCrossSite, isOwnHost } from '../http/cross-site';

/** Signatures cover the bytes as sent, so every body stays a buffer until its service has checked it. */
export function createApp(host: string, options: { bodyLimit?: number } = {}): FastifyInstance {
  const app = fastify(options);
  rejectCrossSite(app, [host]);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return app;
}

/** The address at which it is reached from then on. */
export async function listening(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<string> {
  await app.listen({ host, port });
  const bound = app.server.address() as AddressInfo;
  return `http://${bound.address.includes(':') ? `[${bound.address}]` : bound.address}:${bound.port}`;
}

/**
 * The sandbox asks nobody for a password at its own doors, so a page in a browser must not reach it: no request that another
 * site sends, and none to a name that is not ours, however that name is resolved. Programs send neither mark.
 * `ownNames`: beside every address and localhost, under which nobody else can have a page.
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
