import { z } from 'zod';
import { BareServer, reply } from '../support/bare-server';
import { until } from '../support/until';
import { brief } from './command-line';
import { SplitProduct } from './split-product';

jest.setTimeout(600_000);

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

it('the spans of a release hang together, from the command to the calls of the services, and say nothing of it', async () => {
  const collector = await BareServer.start(reply(200, '{}', { 'content-type': 'application/json' }));
  const product = await SplitProduct.start();
  const traced = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
    OTEL_BSP_SCHEDULE_DELAY: '200',
  };
  try {
    const worker = product.run(['worker'], traced);
    const changes = { ...brief, terms: { confirmation: 'automatic' } };
    const file = await product.here.releaseFile('traced', changes);
    const started = await product.here.run(['start', file, '--wait', '--timeout', '5m'], traced);
    expect(started).toMatchObject({ code: 0 });
    expect(await worker.stopped('SIGTERM')).toBe(0);

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
  } finally {
    await product.close();
    await collector.close();
  }
});
