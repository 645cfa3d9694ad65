/** The HTTP door: callbacks in, and whether this process and what it needs are well. */
import type { Client } from '@temporalio/client';
import fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config';
import { mountCallbacks } from './callbacks';
import { CallbackCounts } from './callback-counts';

export interface Gateway {
  url: string;
  close(): Promise<void>;
}

export async function startGateway(options: { client: Client; config: Config }): Promise<Gateway> {
  const { client, config } = options;
  const app = fastify({ requestTimeout: 10_000 });
  // Signatures cover the bytes as sent.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const counter = new CallbackCounts();
  mountCallbacks(app, { client, config, counter });
  mountHealth(app, client);
  await app.listen(config.gateway);
  const { address, port } = app.server.address() as AddressInfo;
  return {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${port}`,
    close: () => app.close(),
  };
}

function mountHealth(app: FastifyInstance, client: Client): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await client.connection.withDeadline(Date.now() + 2000, () => client.workflowService.getSystemInfo({}));
      return { status: 'ok' };
    } catch {
      return reply.status(503).send({ status: 'Temporal does not answer' });
    }
  });
}
