import { GatewayRequests } from '../../../src/operations/gateway-requests';
import { BareServer } from '../../support/bare-server';

let server: BareServer;
/** Status and body of each answer, in their order. */
let answers: [number, string][];
beforeEach(async () => {
  server = await BareServer.start((response) => {
    const [status, body] = answers.shift() ?? [500, ''];
    response.writeHead(status, status === 302 ? { location: 'https://elsewhere.example/' } : {}).end(body);
  });
});
afterEach(() => server.close());

const requests = (): GatewayRequests =>
  new GatewayRequests({ server: server.url, token: 'lrt_x', tokenFrom: 'The token' });
const asked = { method: 'POST', path: '/api/commands/start', json: {} } as const;

it.each([502, 503, 504])('does not say that nothing was done where a proxy answers %d', async (status) => {
  answers = [[status, '<html>gave up</html>']];
  await expect(requests().json(asked)).rejects.toThrow('It is not known whether this was done.');
});

it('passes on what the gateway itself says', async () => {
  answers = [[503, JSON.stringify({ error: 'temporal-away', message: 'Temporal does not answer.' })]];
  await expect(requests().json(asked)).rejects.toThrow('Temporal does not answer. Nothing is lost.');
});

it.each([
  ['store', 503, 'StoreError'],
  ['not-there', 404, 'NotThere'],
])('makes of %s what it would be on this machine', async (error, status, name) => {
  answers = [[status, JSON.stringify({ error, message: 'It is not there.' })]];
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
