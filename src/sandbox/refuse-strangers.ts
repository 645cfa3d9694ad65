/**
 * The sandbox asks nobody for a password at its own doors, so a page in a browser must not reach it: no request that another
 * site sends, and none to a name that is not ours, however that name is resolved. Programs send neither mark.
 */
import type { FastifyInstance } from 'fastify';
import { isFromElsewhere, isOwnHost } from '../http/is-from-elsewhere';

/** `ownNames`: beside every address and localhost, under which nobody else can have a page. */
export function refuseStrangers(app: FastifyInstance, ownNames: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    const isFromHere = isReading || !isFromElsewhere(request.headers, request.host);
    if (isFromHere && isOwnHost(request.host, ownNames)) return;
    await reply.status(403).send({
      success: false,
      code: 403,
      msg: 'The sandbox answers no page of another site. Nothing was done.',
    });
  });
}
