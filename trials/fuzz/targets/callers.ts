/**
 * One caller who sends batches and plans and hangs up at any moment: what that takes of the caller's budget is given back
 * when the work has ended, never is more than the caller's share, and another caller is answered all the while.
 */
import fc from 'fast-check';
import { RequestBudget, LIMITS } from '../../../src/gateway/budget';
import { Person, tokens } from '../../../test/support/console';
import { until } from '../../../test/support/until';
import { consoleUnderAttack } from '../console-under-attack';
import { json } from '../hostile';
import { TakenBadly, type Target } from '../fuzz-target';

const REST_MS = 60_000;

export async function callers(): Promise<Target> {
  const budget = new RequestBudget();
  const { url, close } = await consoleUnderAttack(budget);
  const other = await Person.signedIn(url, 'operator');
  const message = fc.oneof(
    fc.constantFrom('list_releases', 'release_status', 'workspace').map((name) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: {} },
    })),
    json,
  );
  const request = fc.record({
    path: fc.constantFrom('/mcp', '/mcp', '/api/work', '/api/plans', '/api/releases'),
    body: fc.oneof(fc.array(message, { maxLength: 40 }), message),
    padding: fc.constantFrom(0, 0, 100_000, 2_000_000),
    hangUpAfterMs: fc.constantFrom(null, 0, 1, 5, 50),
  });
  return {
    property: fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 40 }), async (requests) => {
      const sent = requests.map(({ path, body, padding, hangUpAfterMs }) =>
        fetch(`${url}${path}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${tokens.reader}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify(body) + ' '.repeat(padding),
          ...(hangUpAfterMs !== null && { signal: AbortSignal.timeout(hangUpAfterMs) }),
        }).then(
          async (reply) => {
            await reply.text().catch(() => '');
            return reply.status;
          },
          () => null,
        ),
      );
      const asked = other.get('/api/releases');
      const { places } = budget.held('operator');
      if (places > LIMITS.operator.one.places + 1) throw new TakenBadly(`${places} places are held`);
      const { status } = await asked;
      if (status !== 200) throw new TakenBadly(`another caller is answered with ${status}`);
      const failed = (await Promise.all(sent)).find((code) => code !== null && code >= 500 && code !== 503);
      if (failed !== undefined) throw new TakenBadly(`a request is answered with ${failed}`);
      await until('everything is given back', () => isFree(budget), REST_MS);
    }),
    close,
  };
}

function isFree(budget: RequestBudget): boolean {
  const { places, bytes } = budget.held('operator');
  return places === 0 && bytes === 0;
}
