/** Callbacks, some signed by the service and some by somebody else: a forged one is never passed on, and none is an error of ours. */
import fc from 'fast-check';
import { Secret } from '../../../src/http/secret';
import { callbackHeaders } from '../../../src/sandbox/localization/signature';
import { APP_SECRET, endlessBudget, startTestGateway } from '../../../test/support/gateway';
import { changesOf, editsOf, inAddress, runsIn, text } from '../hostile';
import { TakenBadly, type Target } from '../fuzz-target';

const SIGNAL_CHARS = 20_000;

export async function callbacks(): Promise<Target> {
  const gateway = await startTestGateway({ budget: endlessBudget() });
  const address = gateway.addressOf('game');
  const right = (): object => ({
    event: 'translateBatch',
    task_id: 'task_1',
    delivery_id: `dlv_${Math.random()}`,
    timestamp: new Date().toISOString(),
    project_id: 'sandbox',
    trace_id: 'trace-1',
    status: 'RUNNING',
    detail: { rows_done: 3, rows_total: 9 },
  });
  const input = fc.record({
    body: fc.oneof(
      { weight: 3, arbitrary: changesOf(right()).map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: editsOf(JSON.stringify(right())) },
      { weight: 1, arbitrary: runsIn(right()).map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: text },
    ),
    isGenuine: fc.boolean(),
    address: fc.oneof({ weight: 4, arbitrary: fc.constant(address) }, editsOfPath(address, gateway.url)),
  });
  return {
    property: fc.asyncProperty(input, async ({ body, isGenuine, address: to }) => {
      gateway.signals.length = 0;
      const secret = new Secret(isGenuine ? APP_SECRET : 'somebody-elses-secret');
      const seconds = String(Math.floor(Date.now() / 1000));
      const timestamps = { headerSeconds: seconds, payload: seconds };
      const headers = callbackHeaders(body, secret, 'timestamp-header', timestamps);
      const reply = await fetch(to, { method: 'POST', headers, body });
      await reply.arrayBuffer();
      if (reply.status >= 500) throw new TakenBadly(`it is answered with ${reply.status}`);
      // By its answer: progress of one before may be passed on only now.
      if (reply.ok && !isGenuine) throw new TakenBadly('a forged one is taken');
      if (JSON.stringify(gateway.signals.map(({ args }) => args)).length > SIGNAL_CHARS)
        throw new TakenBadly('a long one is passed on whole');
    }),
    close: () => gateway.close(),
  };
}

/** At the same gateway, whatever the rest of the address becomes. */
function editsOfPath(address: string, origin: string): fc.Arbitrary<string> {
  return editsOf(address.slice(origin.length)).map(
    (path) => `${origin}/${encodeURI(inAddress(path)).replace(/^\/+/, '')}`,
  );
}
