/** Whoever follows a release goes on when Temporal is back. Whoever is told to stop meanwhile stops, with its usual exit code. */
import { z } from 'zod';
import { BareServer, reply } from '../support/bare-server';
import { Person } from '../support/console';
import { startFakeTemporal, type FakeTemporal } from '../support/fake-temporal';
import { until } from '../support/until';
import type { RunningCommand } from './command-line';
import { SplitProduct } from './split-product';
import { itAtNight } from '../support/nightly';

/** How Node and how we tell of an error that nobody expected. */
const CRASH = /Channel has been shut down|Unexpected error|^Node\.js v/m;

const attribute = z.object({
  key: z.string(),
  value: z.looseObject({
    stringValue: z.string().optional(),
    intValue: z.union([z.number(), z.string()]).optional(),
  }),
});
const span = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(attribute),
});
/** A request to a collector, as OTLP has it in JSON. */
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.looseObject({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.looseObject({ spans: z.array(span) })),
    }),
  ),
});

let product: SplitProduct;
let collector: BareServer;
let traced: NodeJS.ProcessEnv;
let worker: RunningCommand;
let gateway: RunningCommand;
let watch: RunningCommand;
let wait: RunningCommand;
let farWatch: RunningCommand;
let reject: RunningCommand;
let halfAway: FakeTemporal;
let page: Awaited<ReturnType<Person['listen']>>;

beforeAll(async () => {
  product = await SplitProduct.start();
  collector = await BareServer.start(reply(200, '{}', { 'content-type': 'application/json' }));
  traced = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
    OTEL_BSP_SCHEDULE_DELAY: '200',
  };
  // Long before the others, because it is long before a command gives up.
  halfAway = await startFakeTemporal((_time, method) => (method === 'GetSystemInfo' ? 'ok' : 'unavailable'));
  reject = product.run(['terms', 'reject', 'game', '--reason', 'x'], { TEMPORAL_ADDRESS: halfAway.address });
  worker = product.run(['worker'], traced);
  gateway = product.run(['gateway']);
  await product.openReview('game');
  watch = product.run(['watch', 'game', '--no-progress']);
  wait = product.run(['wait', 'game']);
  await gateway.says(/The gateway listens/);
  farWatch = product.run(['watch', 'game', '--no-progress'], {}, product.far);
  const person = await Person.signedIn(product.gatewayUrl, 'reader');
  page = await person.listen('/api/events?release=default/game');
  await until('the page shows the release', () => page.heard.some(({ event }) => event === 'release'));
  await Promise.all([watch, wait, farWatch].map((follower) => follower.says(/game/)));
});
afterAll(async () => {
  await product.close();
  await halfAway.stop();
  await collector.close();
});

it('watch, wait and an open page say that Temporal is away, here and far, and go on when it is back', async () => {
  await product.openReview('brief', traced);
  const followers = [product.here, product.far].flatMap((machine) => [
    product.run(['watch', 'brief', '--no-progress'], {}, machine),
    product.run(['wait', 'brief'], {}, machine),
  ]);
  await Promise.all(followers.map((follower) => follower.says(/brief/)));
  await product.takeTemporalAway();
  await Promise.all(followers.map((follower) => follower.says(/brief: Temporal does not answer/)));
  await until('the page is told', () => page.heard.some(({ event }) => event === 'temporal'));

  await product.bringTemporalBack();
  await until('the page is told that it is back', () =>
    page.heard.some(({ data }) => JSON.stringify(data) === '{"answers":true}'),
  );
  await Promise.all(followers.map((follower) => follower.says(/does not answer[^]*brief waiting/)));
  expect(await product.run(['terms', 'confirm', 'brief']).ended).toEqual([0, null]);
  for (const follower of followers) {
    const ended = await follower.ended;
    expect({ ended, said: follower.said }).toEqual({
      ended: [0, null],
      said: expect.not.stringMatching(CRASH) as string,
    });
  }
});

itAtNight('watch and wait say it again the next time', async () => {
  await product.takeTemporalAway();
  const followers = [watch, wait, farWatch];
  await Promise.all(followers.map((follower) => follower.says(/does not answer[^]*does not answer/)));
});

it.each<[string, () => RunningCommand, NodeJS.Signals, number]>([
  ['watch lets go of its release at Ctrl-C', () => watch, 'SIGINT', 0],
  ['wait lets go of its release at Ctrl-C', () => wait, 'SIGINT', 4],
  ['a gateway with a page open ends on SIGTERM', () => gateway, 'SIGTERM', 0],
  ['watch over a gateway that is gone lets go, too', () => farWatch, 'SIGINT', 0],
  ['a worker ends on SIGTERM', () => worker, 'SIGTERM', 0],
])('%s', async (_what, command, signal, code) => {
  expect(await command().stopped(signal)).toBe(code);
  expect(command().said).not.toMatch(CRASH);
});

// After the worker has ended, and with it all that it had to say.
it('the spans of a release hang together, from the command to the calls of the services, and say nothing of it', async () => {
  const sent = collector.seen.map(({ target, rawBody }) => {
    expect(target).toBe('/v1/traces');
    return exported.parse(JSON.parse(rawBody.toString()));
  });
  const resources = sent.flatMap(({ resourceSpans }) =>
    resourceSpans.map(({ resource }) => resource.attributes),
  );
  for (const attributes of resources) {
    expect(attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'locrelease' } });
    expect(attributes).toContainEqual({ key: 'deployment.environment', value: { stringValue: 'test' } });
  }
  const spans = sent.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const root = await until(
    'the start is there',
    () => spans.find(({ name }) => name === 'start localizationRelease') ?? null,
  );
  const ofRelease = spans.filter(({ traceId }) => traceId === root.traceId);
  const byId = new Map(ofRelease.map((one) => [one.spanId, one]));
  const calls = ofRelease.filter(({ name }) => /^(GET|POST) /.test(name));
  expect(calls.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['POST /tasks/create', 'GET /tasks/status', 'POST /tasks/publish']),
  );
  for (const call of calls) {
    const activity = byId.get(call.parentSpanId ?? '');
    expect(activity?.parentSpanId).toBe(root.spanId);
    const names = call.attributes.map(({ key }) => key);
    expect(names).toEqual(
      expect.arrayContaining([
        'http.request.method',
        'server.address',
        'url.template',
        'http.response.status_code',
      ]),
    );
  }
  // No secret, no signature, no string of the release.
  const everything = JSON.stringify(spans);
  const { LOCALIZATION_APP_SECRET: appSecret, SOCIAL_ACCESS_TOKEN: token } = product.here.env;
  for (const word of [appSecret, token, 'Elder Mira', 'signature']) expect(everything).not.toContain(word);
});

it('a command that repeats what it says until it gives up ends with 9', async () => {
  expect(await reject.ended).toEqual([9, null]);
  expect(reject.said).not.toMatch(CRASH);
  expect(reject.said).toMatch(/Temporal no longer answers\. It is not known whether your request arrived/);
});
