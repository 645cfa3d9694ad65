/** The HTTP gateway: callbacks, the operators' console and API, the codec server, health and metrics. */
import cookie from '@fastify/cookie';
import type { Client } from '@temporalio/client';
import type { Logger, UpdateDefinition } from '@temporalio/common';
import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config/config';
import { ConfigError } from '../config/config-error';
import { mountConsole, type ApiSurroundings } from './console-api/console-api';
import { Guard } from './console-api/guard';
import { trustedAddresses } from '../http/ip-networks';
import { NoWorker } from '../client/errors';
import { openArchive } from '../client/records/archived-releases';
import { ReleaseClient } from '../client/releases/release-client';
import { ServiceClients } from '../client/service-clients';
import { WorkClient } from '../client/work-client';
import { Readiness, type ReadinessChecks } from '../health/readiness';
import type { OperationAccess } from '../client/access';
import { ContentStore } from '../store/content-store';
import { openStorage, storeResponds } from '../store/open-store';
import { responseWithin } from '../temporal/response-within';
import { RequestBudget, measureBudget } from './budget';
import { mountCallbacks } from './callback-routes';
import { callersOf, mountBudget } from './request-budget';
import { mountCodec } from './codec';
import { GatewayMetrics } from './gateway-metrics';
import { closeHttpApp, createHttpApp, refuse } from './http-app';
import type { WhoIs } from './operation-routes';
import { provenBy } from './operator-proofs';
import { mountTools } from './tool-routes';
import { sentence } from '../domain/text/sentence';
import { keepRecords } from './record-keeper';

const READY_TIMEOUT_MS = 2_000;
export interface Gateway {
  url: string;
  close(): Promise<void>;
}

export interface GatewayOptions {
  client: Client;
  /** A separate connection for callbacks, so that heavy reads do not delay them. */
  callbackClient?: Client;
  config: Config;
  logger: Logger;
  pageDirectory?: string;
  budget?: RequestBudget;
}

export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const {
    client,
    callbackClient = client,
    config,
    logger,
    pageDirectory,
    budget = new RequestBudget(),
  } = options;
  const proxies = [...config.trustedProxies, ...(config.console.proxy?.addresses ?? [])];
  const app = createHttpApp(logger, trustedAddresses(proxies));
  const guard = new Guard(config);
  // Cookies are parsed first, because the budget depends on the session's operator.
  await app.register(cookie);
  mountBudget(app, budget, callersOf(config, guard));
  const metrics = new GatewayMetrics(client, config.taskQueue, logger);
  measureBudget(budget, metrics.registry);
  mountCallbacks(app, { client: callbackClient, config, logger, metrics });
  const storage = openStorage(config.store);
  mountHealth(app, {
    Temporal: () => responseWithin(READY_TIMEOUT_MS, () => client.workflowService.getSystemInfo({})),
    'The store': () => storeResponds(storage),
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.text()),
  );
  if (config.codec !== null) mountCodec(app, config.codec, config.encryptionKeys);
  const store = new ContentStore(storage);
  const services = new ServiceClients(config);
  app.addHook('onClose', () => services.close());
  const archive = openArchive(config);
  const access: OperationAccess = {
    config,
    client,
    store,
    archive,
    readsFiles: false,
    releases: new CarefulReleases(client, archive),
    works: new WorkClient(client, config),
    localization: services.localization,
    social: services.social,
  };
  const proofs = provenBy(config);
  const whoIs: WhoIs = (by) => ({
    ...proofs(by),
    trouble: (error) => void logger.error('A part of a request failed.', { error }),
  });
  const surroundings: ApiSurroundings = { config, logger, guard, access, whoIs };
  mountTools(app, surroundings);
  mountConsole(app, surroundings, pageDirectory);
  await app.ready();
  const url = await listen(app, config.gateway);
  const { signingKey, taskQueue } = config;
  const records = keepRecords({ client, manifests: archive, store, signingKey, taskQueue }, logger);
  return {
    url,
    async close() {
      await closeHttpApp(app);
      await records.stop();
    },
  };
}

/** Updates need a worker, so its absence is reported before the update is sent. */
class CarefulReleases extends ReleaseClient {
  override async executeUpdate<Result, Sent>(
    id: string,
    update: UpdateDefinition<Result, [Sent]>,
    message: Sent,
    key?: string,
  ): Promise<Result> {
    const workerProblem = await this.readWorkerProblem(id);
    if (workerProblem !== null)
      throw new NoWorker(`${workerProblem} Nothing is lost: the release waits for a worker.`);
    return super.executeUpdate(id, update, message, key);
  }
}

async function listen(app: FastifyInstance, { host, port }: Config['gateway']): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw new ConfigError(
      `GATEWAY_HOST, GATEWAY_PORT: cannot listen at ${host}:${port}: ${sentence((error as Error).message)} Set another address or port, or stop what uses this one.`,
    );
  }
  const bound = app.server.address() as AddressInfo;
  return `http://${bound.address.includes(':') ? `[${bound.address}]` : bound.address}:${bound.port}`;
}

/** Served by the thread that does all the work, so that a blocked thread fails both checks. */
function mountHealth(app: FastifyInstance, needs: ReadinessChecks): void {
  const readiness = new Readiness(needs);
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const fault = await readiness.fault();
    return fault === null ? { status: 'ok' } : refuse(reply, 503, 'not_ready', fault);
  });
}
