import { startTestGateway, type TestGateway } from '../../support/gateway';
import { packageVersion } from '../../../src/package';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

describe('while Temporal is away, the gateway', () => {
  it('is alive', async () => {
    const reply = await fetch(`${gateway.url}/healthz`);
    expect([reply.status, await reply.json()]).toEqual([200, { status: 'ok' }]);
  });

  it('is not ready', async () => {
    const reply = await fetch(`${gateway.url}/readyz`);
    expect([reply.status, await reply.json()]).toEqual([
      503,
      { code: 'not_ready', message: 'Temporal does not answer.', exitCode: 9 },
    ]);
  });

  it('still shows its own metrics, and none that it cannot know', async () => {
    const reply = await fetch(`${gateway.url}/metrics`);
    expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await reply.text();
    expect(text).toContain('locrelease_temporal_up 0\n');
    expect(text).toContain(
      `locrelease_build_info{version="${packageVersion()}",node="${process.version}"} 1\n`,
    );
    expect(text).toContain('locrelease_callback_duration_seconds_count 0\n');
    expect(text).not.toMatch(/^locrelease_releases/m);
    expect(gateway.log).toMatchObject([{ level: 'WARN' }]);
  });
});

it('a gateway whose address is taken says so', async () => {
  const { port } = new URL(gateway.url);
  await expect(startTestGateway({ env: { GATEWAY_PORT: port } })).rejects.toThrow(
    /^GATEWAY_HOST, GATEWAY_PORT: cannot listen at 127\.0\.0\.1:\d+: .*EADDRINUSE/,
  );
});
