/** With a right signature no callback is refused for its content, whatever becomes of its fields. */
import { Secret } from '../../../src/http/secret';
import { verifyCallback, type CallbackPayload } from '../../../src/localization/verify-callback';
import { callbackHeaders } from '../../../src/sandbox/localization/signature';
import { readingsById } from '../../../src/sandbox/readings/catalogue';
import { APP_SECRET, startTestGateway, type TestGateway } from '../../support/gateway';
import { mutated, mutationsOf, type Mutation } from '../../support/mutations';

const secret = new Secret('app-secret-0b0e1f');
const NOW = '2026-11-01T10:00:00.000Z';
/** What is longer is not looked at. */
const MAX_BODY_BYTES = 256 * 1024;
const SECONDS = String(Date.parse(NOW) / 1000);

const common = {
  task_id: 'task_1',
  project_id: 'project_1',
  trace_id: 'trace-1',
  delivery_id: 'delivery-1',
  timestamp: NOW,
  status: 'SUCCEEDED',
  error: null,
};
const callbacks = [
  { event: 'translateBatch', ...common, detail: { rows_done: 3, rows_total: 9 } },
  { event: 'term_scan.completed', ...common, detail: { requires_confirmation: true } },
  { event: 'task.failed', ...common, detail: {}, status: 'FAILED', error: 'no capacity left' },
  { event: 'task.publish.failed', ...common, detail: { error: 'E17' }, status: 'FAILED', error: 'no room' },
  {
    event: 'term_upload.completed',
    ...common,
    task_id: '',
    detail: { upload_id: 'up_1', terms_count: 9, upserted_count: 3, modified_count: 2 },
  },
];

describe.each(readingsById['callback-signature'])('a callback signed in the reading %s', (reading) => {
  it.each(callbacks)('is taken in whatever form: $event', (callback) => {
    const text = JSON.stringify(callback);
    const faults: string[] = [];
    const read = (body: string, payload: string): CallbackPayload | string => {
      const headers = callbackHeaders(body, secret, reading, { headerSeconds: SECONDS, payload });
      const verdict = verifyCallback({ rawBody: Buffer.from(body), headers }, secret, Date.parse(NOW));
      return verdict.accepted ? verdict.payload : verdict.reason;
    };
    const right = read(text, NOW);
    for (const mutation of mutationsOf(text, { envelope: null })) {
      const timestamp = timestampIn(mutation);
      // Without a time under its signature nothing tells how old it is.
      if (timestamp === null && reading !== 'timestamp-header') continue;
      const taken = read(mutation.text, timestamp ?? '');
      if (typeof taken === 'string') faults.push(`${mutation.name}: ${taken}`);
      else if (mutation.kind === 'spelling' && mutation.says === null && hintOf(taken) !== hintOf(right)) {
        faults.push(`${mutation.name}: ${hintOf(taken)}`);
      }
    }
    expect(faults).toEqual([]);
  });
});

describe('the gateway', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());

  it.each(callbacks)('takes it in whatever form: $event', async (callback) => {
    const refused: string[] = [];
    for (const { name } of mutationsOf(JSON.stringify(callback), { envelope: null })) {
      const fresh = { ...callback, delivery_id: name, timestamp: new Date().toISOString() };
      const body = mutated(JSON.stringify(fresh), name) ?? '';
      const headers = callbackHeaders(body, new Secret(APP_SECRET), 'timestamp-header', {
        headerSeconds: String(Math.floor(Date.now() / 1000)),
        payload: '',
      });
      const reply = await fetch(gateway.addressOf('game'), { method: 'POST', headers, body });
      const answer = await reply.text();
      if (reply.status !== 200 && body.length < MAX_BODY_BYTES) refused.push(`${name}: ${answer}`);
    }
    expect(refused).toEqual([]);
  });
});

/** What a release is told by. */
function hintOf(payload: CallbackPayload | string): string {
  if (typeof payload === 'string') return payload;
  const { event, task_id, trace_id, delivery_id } = payload;
  return JSON.stringify({ event, task_id, trace_id, delivery_id });
}

/** As it stands in the payload; null where it says no time. */
function timestampIn({ path, kind, text }: Mutation): string | null {
  if (path === 'timestamp' && kind !== 'spelling') return null;
  const payload = JSON.parse(text.replace(/^\uFEFF/, '')) as Record<string, unknown>;
  const [, value] = Object.entries(payload).find(([name]) => name.toLowerCase() === 'timestamp') ?? [];
  return String(value);
}
