import { GatewayRequests } from '../../../src/operations/gateway-requests';
import { BareServer } from '../../support/bare-server';
import { until } from '../../support/until';

let server: BareServer;
/** Status and body of each answer, in their order. */
let answers: [number, string][];
beforeEach(async () => {
  server = await BareServer.start((response) => {
    const [status, body] = answers.shift() ?? [500, ''];
    const headers = { 302: { location: 'https://elsewhere.example/' }, 429: { 'retry-after': '0' } };
    response.writeHead(status, headers[status as keyof typeof headers]).end(body);
  });
});
afterEach(() => server.close());

const requests = (): GatewayRequests =>
  new GatewayRequests({ server: server.url, token: 'lrt_x', tokenFrom: 'The token' });
const asked = { method: 'POST', path: '/api/releases/sent', body: {} } as const;

it.each([502, 503, 504])('does not say that nothing was done where a proxy answers %d', async (status) => {
  answers = [[status, '<html>gave up</html>']];
  await expect(requests().json(asked)).rejects.toThrow('It is not known whether this was done.');
});

it('passes on what the gateway itself says', async () => {
  answers = [
    [
      503,
      JSON.stringify({
        code: 'temporal_unreachable',
        message: 'Temporal does not answer. Nothing is lost.',
        exitCode: 9,
      }),
    ],
  ];
  await expect(requests().json(asked)).rejects.toThrow('Temporal does not answer. Nothing is lost.');
});

it.each([
  ['store', 503, 'StoreError'],
  ['not_found', 404, 'NotThere'],
])('makes of %s what it would be on this machine', async (code, status, name) => {
  answers = [[status, JSON.stringify({ code, message: 'It is not there.', exitCode: 2 })]];
  const failure = await requests()
    .json(asked)
    .catch((thrown: unknown) => thrown);
  expect((failure as Error).constructor.name).toBe(name);
});

it('says what goes on where the gateway is gone after the first answer', async () => {
  answers = [[200, '{}']];
  const gateway = requests();
  await gateway.json(asked);
  await server.close();
  await expect(gateway.json(asked)).rejects.toThrow('What this command started continues.');
  await expect(requests().json(asked)).rejects.toThrow('Nothing was done.');
});

it('gives its token to no other address', async () => {
  answers = [[302, '']];
  await expect(requests().json(asked)).rejects.toThrow('sends requests on to another address');
  expect(server.seen).toHaveLength(1);
});

it('asks again when the gateway says that it may, and not where it does not say when', async () => {
  answers = [
    [429, ''],
    [429, ''],
    [200, '{"answer":1}'],
  ];
  expect(await requests().json(asked)).toEqual({ answer: 1 });
  expect(server.seen).toHaveLength(3);
});

describe('a silent gateway', () => {
  const patience = { everyMs: 50, withinMs: 50 };
  const place = (url: string) => ({ server: url, token: 'lrt_x', tokenFrom: 'The token' });

  it('is given up in time, whatever is asked of it', async () => {
    const silent = await BareServer.start(() => undefined);
    const gateway = new GatewayRequests(place(silent.url), patience);
    await expect(gateway.json(asked)).rejects.toThrow(
      `The gateway at ${silent.url} no longer answers: it has been silent for too long. It is not known whether this was done.`,
    );
    const download = { method: 'GET', path: '/api/contents/x' } as const;
    await expect(gateway.exchange(download, (reply) => reply.text())).rejects.toThrow('no longer answers');
    await silent.close();
  });

  it('is none that takes its time, and says meanwhile that it lives', async () => {
    let looks = 0;
    const slow = await BareServer.start((response, { target }) => {
      if (target !== '/healthz')
        return void until('it was looked at', () => looks > 2).then(() => response.end('{}'));
      looks += 1;
      response.writeHead(503).end();
    });
    expect(await new GatewayRequests(place(slow.url), { everyMs: 20, withinMs: 5_000 }).json(asked)).toEqual(
      {},
    );
    await slow.close();
  });
});
