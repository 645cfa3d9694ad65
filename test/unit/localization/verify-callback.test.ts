import { Secret } from '../../../src/http/secret';
import { verifyCallback, type CallbackDelivery } from '../../../src/localization/verify-callback';
import { callbackHeaders, signatureOf } from '../../../src/sandbox/localization/signature';
import { readingsById, type Readings } from '../../../src/sandbox/readings/catalogue';
import fc from '../../support/fast-check';
import { md5Hex } from '../../support/md5';

const secret = new Secret('app-secret-0b0e1f');
const NOW_MS = Date.parse('2026-11-01T10:00:00.000Z');
const SECONDS = '1793527200';

const event = {
  event: 'task.completed',
  task_id: 'task_1',
  project_id: 'project_1',
  trace_id: 'trace-1',
  delivery_id: 'delivery-1',
  timestamp: '2026-11-01T10:00:00.000Z',
  status: 'SUCCEEDED',
  detail: { message: 'Łódź 👋' },
  error: null,
};

function deliver(
  body: string,
  reading: Readings['callback-signature'] = 'timestamp-header',
  by = secret,
): CallbackDelivery {
  const parsed = JSON.parse(body) as { timestamp?: string };
  const timestamps = { headerSeconds: SECONDS, payload: parsed.timestamp ?? '' };
  return { rawBody: Buffer.from(body), headers: callbackHeaders(body, by, reading, timestamps) };
}

/** Signed over exactly these bytes, without a time. */
function seal(rawBody: Uint8Array): CallbackDelivery {
  return { rawBody, headers: { 'x-svc-sign': signatureOf('', rawBody, secret.reveal()) } };
}

const verify = (delivery: CallbackDelivery, nowMs = NOW_MS) => verifyCallback(delivery, secret, nowMs);
const refused = (reason: string) => ({ accepted: false, reason });

describe.each(readingsById['callback-signature'])('a callback signed in the reading %s', (reading) => {
  const body = JSON.stringify(event);

  it('is accepted with all it says', () => {
    expect(verify(deliver(body, reading))).toEqual({
      accepted: true,
      payload: event,
      signature: reading,
    });
  });

  it('is forged where the configuration forces another formula', () => {
    for (const forced of readingsById['callback-signature']) {
      const { accepted } = verifyCallback(deliver(body, reading), secret, NOW_MS, forced);
      expect({ forced, accepted }).toEqual({ forced, accepted: forced === reading });
    }
  });

  it('is forged under another secret', () => {
    expect(verify(deliver(body, reading, new Secret('another')))).toEqual(refused('forged'));
  });

  it('is never accepted with one byte changed', () => {
    const { rawBody, headers } = deliver(body, reading);
    fc.assert(
      fc.property(fc.nat(rawBody.length - 1), fc.integer({ min: 1, max: 255 }), (place, flip) => {
        const altered = Buffer.from(rawBody);
        altered[place] = (altered[place] ?? 0) ^ flip;
        expect(verify({ rawBody: altered, headers }).accepted).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('is never accepted with bytes added or cut off', () => {
    const { rawBody, headers } = deliver(body, reading);
    expect(verify({ rawBody: Buffer.concat([rawBody, Buffer.from(' ')]), headers }).accepted).toBe(false);
    expect(verify({ rawBody: Buffer.concat([Buffer.from(' '), rawBody]), headers }).accepted).toBe(false);
    expect(verify({ rawBody: rawBody.subarray(1), headers }).accepted).toBe(false);
  });
});

describe('the signature', () => {
  const body = JSON.stringify(event);
  const { rawBody, headers } = deliver(body);

  it('is made as the documentation says for requests, over the time of the header', () => {
    expect(headers['x-svc-sign']).toBe(md5Hex(Buffer.from(SECONDS + body + secret.reveal())));
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['given twice', [headers['x-svc-sign'], headers['x-svc-sign']] as string[]],
  ])('counts as none where it is %s', (_how, value) => {
    expect(verify({ rawBody, headers: { ...headers, 'x-svc-sign': value } })).toEqual(refused('unsigned'));
  });

  it.each([
    ['shorter', String(headers['x-svc-sign']).slice(1)],
    ['longer', `${String(headers['x-svc-sign'])}0`],
    ['of another alphabet', '👋'.repeat(8)],
    ['given twice in one line', `${String(headers['x-svc-sign'])}, ${String(headers['x-svc-sign'])}`],
  ])('is forged where it is %s', (_how, value) => {
    expect(verify({ rawBody, headers: { ...headers, 'x-svc-sign': value } })).toEqual(refused('forged'));
  });

  it('does not hold under another time in the header', () => {
    expect(verify({ rawBody, headers: { ...headers, 'x-svc-timestamp': '1793527201' } })).toEqual(
      refused('forged'),
    );
  });

  it('of an older body does not hold when the body’s beginning is moved into the header', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: body.length - 1 }), (cut) => {
        const moved = { ...headers, 'x-svc-timestamp': SECONDS + body.slice(0, cut) };
        expect(verify({ rawBody: Buffer.from(body.slice(cut)), headers: moved }).accepted).toBe(false);
      }),
    );
  });
});

describe('the time of a callback', () => {
  const MINUTE_MS = 60_000;
  // The window of requests and the 16, 32 and 64 seconds that pass before the last attempt.
  const FRESH_MS = 5 * MINUTE_MS + 112_000;

  it.each(readingsById['callback-signature'])('must be near ours, signed as %s', (reading) => {
    const delivery = deliver(JSON.stringify(event), reading);
    expect(verify(delivery, NOW_MS + FRESH_MS).accepted).toBe(true);
    expect(verify(delivery, NOW_MS + FRESH_MS + 1)).toEqual(refused('stale'));
    expect(verify(delivery, NOW_MS - FRESH_MS).accepted).toBe(true);
    expect(verify(delivery, NOW_MS - FRESH_MS - 1)).toEqual(refused('stale'));
  });

  it.each(['', 'yesterday', '2026-13-01T00:00:00Z'])(
    'is stale where it cannot be read: "%s"',
    (timestamp) => {
      expect(verify(deliver(JSON.stringify({ ...event, timestamp })))).toEqual(refused('stale'));
    },
  );

  it('is not taken from the header, which need not be signed', () => {
    const old = deliver(JSON.stringify({ ...event, timestamp: '2026-10-01T10:00:00Z' }), 'none');
    const renewed = { ...old, headers: { ...old.headers, 'x-svc-timestamp': SECONDS } };
    expect(verify(renewed)).toEqual(refused('stale'));
  });
});

describe('the payload', () => {
  it.each([
    ['an event that is new', { event: 'task.archived', added_later: { a: [1] } }],
    ['no detail', { detail: null }],
    ['a reason', { status: 'FAILED', error: 'no quota', detail: { failure_code: 500 } }],
    ['no task, as for a term upload', { event: 'term_upload.completed', task_id: '' }],
  ])('may hold %s', (_what, fields) => {
    const payload = { ...event, ...fields };
    const verdict = verify(deliver(JSON.stringify(payload)));
    expect(verdict).toMatchObject({ accepted: true });
    expect(verdict).toHaveProperty('payload', { ...payload, detail: payload.detail ?? {} });
  });

  it.each([
    ['left out', undefined],
    ['null', null],
  ])('may have what we do not need %s', (_how, nothing) => {
    const { event: name, delivery_id, timestamp } = event;
    const rest = { task_id: nothing, project_id: nothing, trace_id: nothing, status: nothing };
    const payload = { event: name, delivery_id, timestamp, ...rest, detail: nothing, error: nothing };
    expect(verify(deliver(JSON.stringify(payload)))).toEqual({
      accepted: true,
      payload: { ...payload, task_id: '', project_id: '', trace_id: '', status: '', detail: {}, error: null },
      signature: 'timestamp-header',
    });
  });

  it.each([
    ['without an event', { ...event, event: undefined }],
    ['with an empty event', { ...event, event: '' }],
    ['without an id of the delivery', { ...event, delivery_id: undefined }],
    ['without a time', { ...event, timestamp: undefined }],
    ['with a detail that is a text', { ...event, detail: 'x' }],
    ['that is a list', [event]],
    ['that is null', null],
  ])('is malformed %s, however well it is signed', (_how, payload) => {
    expect(verify(seal(Buffer.from(JSON.stringify(payload))))).toEqual(refused('malformed'));
  });

  it.each([
    ['no JSON', Buffer.from('{"event":')],
    ['nothing', Buffer.alloc(0)],
    ['no UTF-8', Buffer.from(JSON.stringify({ ...event, project_id: '\xff' }), 'latin1')],
    ['nested without end', Buffer.from('['.repeat(100_000))],
  ])('is malformed where it is %s, however well it is signed', (_what, rawBody) => {
    expect(verify(seal(rawBody))).toEqual(refused('malformed'));
  });
});

it('never crashes on, and never accepts, bytes that nobody signed', () => {
  const header = fc.oneof(
    fc.string(),
    fc.array(fc.string()),
    fc.constant(undefined),
    fc.constant('0'.repeat(32)),
  );
  const bodies = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.json().map((text) => Buffer.from(text)),
    fc.object().map((fields) => Buffer.from(JSON.stringify({ ...event, ...fields }))),
  );
  fc.assert(
    fc.property(bodies, header, header, (rawBody, signature, timestamp) => {
      const headers = { 'x-svc-sign': signature, 'x-svc-timestamp': timestamp };
      expect(verify({ rawBody, headers }).accepted).toBe(false);
    }),
  );
});

it('never crashes on bytes that are signed', () => {
  const bodies = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.object().map((fields) => Buffer.from(JSON.stringify({ ...event, ...fields }))),
  );
  fc.assert(
    fc.property(bodies, (rawBody) => {
      const verdict = verify(seal(rawBody));
      if (verdict.accepted) expect(verdict.payload.event).not.toBe('');
      else expect(verdict.reason).not.toBe('forged');
    }),
  );
});
