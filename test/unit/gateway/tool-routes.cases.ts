import { RequestBudget, LIMITS } from '../../../src/gateway/budget';
import { operators, tokens } from '../../support/console';
import { startTestGateway, type TestGateway } from '../../support/gateway';
import { until } from '../../support/until';

let gateway: TestGateway;
let budget: RequestBudget;
beforeEach(async () => {
  budget = new RequestBudget();
  gateway = await startTestGateway({ operators, budget });
});
afterEach(() => gateway.close());

/** Temporal is away, so that each call takes its time. */
function sendBatch(messages: number, signal?: AbortSignal): Promise<Response> {
  const call = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'list_releases', arguments: {} } };
  return fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokens.reader}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(Array.from({ length: messages }, (_, id) => ({ ...call, id }))),
    ...(signal && { signal }),
  });
}

it('counts every message of a batch until its call has ended, whoever hangs up meanwhile', async () => {
  const { places } = LIMITS.operator.one;
  const caller = new AbortController();
  const first = sendBatch(places - 1, caller.signal).catch(() => null);
  await until('all of them are under way', () => budget.held('operator').places === places - 1);
  caller.abort();
  await first;
  const more = await sendBatch(2);
  expect([more.status, more.headers.get('retry-after'), await more.json()]).toEqual([
    429,
    '1',
    expect.objectContaining({ code: 'too_many' }),
  ]);
  expect(budget.held('operator').places).toBe(places - 1);
});

it('refuses a batch that could never be under way', async () => {
  const reply = await sendBatch(LIMITS.operator.one.places + 1);
  expect([reply.status, await reply.json()]).toEqual([
    413,
    {
      code: 'too_large',
      exitCode: 2,
      message: 'A batch has at most 32 messages. Nothing was done. Send it in parts.',
    },
  ]);
});

it.each([
  ['of a million brackets', '['.repeat(900_000) + ']'.repeat(900_000)],
  ['of thousands of messages', JSON.stringify(Array(20_000).fill({ jsonrpc: '2.0' }))],
])('parses no body %s', async (_what, body) => {
  const reply = await fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.reader}`, 'content-type': 'application/json' },
    body,
  });
  expect([reply.status, await reply.json()]).toEqual([
    413,
    expect.objectContaining({ code: 'too_large', message: expect.stringContaining('nested') as string }),
  ]);
});
