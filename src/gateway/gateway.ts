/** The HTTP door: callbacks in, payloads decrypted for those who may, and how this process and the releases are. */
import type { Client } from '@temporalio/client';
import type { Logger } from '@temporalio/common';
import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { ConfigError, type Config } from '../config';
import { mountCallbacks } from './callbacks';
import { mountCodec } from './codec';
import { GatewayMetrics, mountMetrics } from './gateway-metrics';
import { closeHttpApp, createHttpApp, refuse } from './http-app';

export interface Gateway {
  url: string;
  close(): Promise<void>;
}

export interface GatewayOptions {
  client: Client;
  config: Config;
  logger: Logger;
}

export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { client, config, logger } = options;
  const app = createHttpApp(logger);
  const metrics = new GatewayMetrics(client, logger);
  mountCallbacks(app, { ...options, metrics });
  mountHealth(app, client);
  mountMetrics(app, metrics);
  if (config.codec !== null) mountCodec(app, config.codec, config.encryptionKeys);
  return { url: await listen(app, config.gateway), close: () => closeHttpApp(app) };
}

async function listen(app: FastifyInstance, { host, port }: Config['gateway']): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw new ConfigError(
      `GATEWAY_HOST, GATEWAY_PORT: cannot listen at ${host}:${port}: ${(error as Error).message}`,
    );
  }
  const bound = app.server.address() as AddressInfo;
  return `http://${bound.address.includes(':') ? `[${bound.address}]` : bound.address}:${bound.port}`;
}

function mountHealth(app: FastifyInstance, client: Client): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await client.withDeadline(Date.now() + 2000, () => client.workflowService.getSystemInfo({}));
      return { status: 'ok' };
    } catch {
      return refuse(reply, 503, 'not-ready', 'Temporal does not answer');
    }
  });
}
