import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { RequestBudget, callerKinds, LIMITS, type Limits } from '../../../src/gateway/budget';
import { operators, tokens } from '../../support/console';
import { startTestGateway, type TestGateway } from '../../support/gateway';

const CODEC_TOKEN = 'c'.repeat(32);
const env = {
  LOCRELEASE_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  LOCRELEASE_CODEC_TOKEN: CODEC_TOKEN,
};

/** A gateway, with every route that it has. */
async function withRoutes(budget: RequestBudget): Promise<{ gateway: TestGateway; routes: RouteOptions[] }> {
  const routes: RouteOptions[] = [];
  const collect = (message: unknown): void => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => void routes.push(route));
  };
  subscribe('fastify.initialization', collect);
  const gateway = await startTestGateway({ operators, env, budget });
  unsubscribe('fastify.initialization', collect);
  return { gateway, routes };
}

const nothing = (): Limits => ({
  one: { ...LIMITS.operator.one, places: 0, streams: 0 },
  all: LIMITS.operator.all,
});
const limits = Object.fromEntries(callerKinds.map((kind) => [kind, nothing()])) as typeof LIMITS;

it('is taken off a budget, whoever asks for it', async () => {
  const { gateway, routes } = await withRoutes(new RequestBudget(limits));
  const walked = routes.flatMap(({ method, url }) => [method].flat().map((verb) => ({ verb, url })));
  const urls = new Set(walked.map(({ url }) => url));
  for (const url of [
    '/healthz',
    '/metrics',
    '/mcp',
    '/api/proofs',
    '/codec/decode',
    '/api/session',
    '/api/events',
    '/*',
  ])
    expect(urls).toContain(url);
  const answered: string[] = [];
  for (const { verb, url } of walked) {
    const path = url.replace(/:\w+/g, 'x');
    for (const token of [undefined, tokens.operator, CODEC_TOKEN]) {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const reply = await fetch(`${gateway.url}${path}`, { method: verb, headers });
      if (reply.status !== 429 || reply.headers.get('retry-after') === null)
        answered.push(`${verb} ${url} ${reply.status}`);
    }
  }
  expect(answered).toEqual([]);
  await gateway.close();
});

it('holds its place until its handler has ended', async () => {
  const { gateway, routes } = await withRoutes(new RequestBudget());
  expect(routes.filter(({ handler }) => handler.name !== 'underWay').map(({ url }) => url)).toEqual([]);
  await gateway.close();
});
