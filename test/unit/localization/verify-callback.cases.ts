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

/** What of it is of use. */
const said = {
  event: 'task.completed',
  task_id: 'task_1',
  trace_id: 'trace-1',
  delivery_id: 'delivery-1',
  detail: { message: 'Łódź 👋' },
  error: null,
};

function deliver(
  body: string,
  reading: Readings['callback-signature'] = 'timestamp-header',
  by = secret,
): CallbackDelivery {
  const payload = /"timestamp":"([^"]*)"/.exec(body)?.[1] ?? '';
  const timestamps = { headerSeconds: SECONDS, payload };
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
      payload: said,
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

  it('may be in capitals', () => {
    const inCapitals = { ...headers, 'x-svc-sign': String(headers['x-svc-sign']).toUpperCase() };
    expect(verify({ rawBody, headers: inCapitals })).toMatchObject({ accepted: true });
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

  it.each(['', 'yesterday', '2026-13-01T00:00:00Z', undefined, null, [], {}])(
    'is that of the header where the payload has none and the header is signed: %j',
    (timestamp) => {
      const delivery = deliver(JSON.stringify({ ...event, timestamp }));
      expect(verify(delivery).accepted).toBe(true);
      expect(verify(delivery, NOW_MS + FRESH_MS + 1)).toEqual(refused('stale'));
      const sealed = seal(Buffer.from(JSON.stringify({ ...event, timestamp })));
      expect(verify(sealed)).toEqual(refused('stale'));
      const timed = { ...sealed, headers: { ...sealed.headers, 'x-svc-timestamp': SECONDS } };
      expect(verify(timed)).toEqual(refused('stale'));
    },
  );

  it('is not taken from the header, which need not be signed', () => {
    const old = deliver(JSON.stringify({ ...event, timestamp: '2026-10-01T10:00:00Z' }), 'none');
    const renewed = { ...old, headers: { ...old.headers, 'x-svc-timestamp': SECONDS } };
    expect(verify(renewed)).toEqual(refused('stale'));
  });
});

describe('the payload', () => {
  const payloadOf = (body: string) => {
    const verdict = verify(deliver(body));
    if (!verdict.accepted) throw new Error(verdict.reason);
    return verdict.payload;
  };
  const { timestamp } = event;
  const made = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
  const nothing = { event: 'unknown', task_id: '', trace_id: '', delivery_id: made, detail: {}, error: null };

  it.each<[string, object, object]>([
    ['an event that is new', { event: 'task.archived', added: [1] }, { event: 'task.archived' }],
    ['an event in another case', { event: 'TERM-SCAN.Completed' }, { event: 'term_scan.completed' }],
    ['no event', { event: undefined }, { event: 'unknown' }],
    ['an event that is no text', { event: {} }, { event: 'unknown' }],
    ['no detail', { detail: null }, { detail: {} }],
    ['a detail that is a list', { detail: [] }, { detail: {} }],
    ['a detail that is a text', { detail: 'x' }, { detail: {} }],
    ['a detail that is written as a text', { detail: '{"rows_done":1}' }, { detail: { rows_done: 1 } }],
    ['a reason', { error: 'no quota' }, { error: 'no quota' }],
    ['a reason in an object', { error: { code: 5, Message: 'no quota' } }, { error: 'no quota' }],
    ['a reason in an object of no known form', { error: { why: 'no quota' } }, { error: 'no quota' }],
    ['a reason that is empty', { error: {} }, { error: null }],
    ['no task, as for a term upload', { task_id: '' }, { task_id: '' }],
    [
      'numbers for texts',
      { task_id: 7, delivery_id: 8, error: 9 },
      { task_id: '7', delivery_id: '8', error: '9' },
    ],
    ['no id of the delivery', { delivery_id: undefined }, { delivery_id: made }],
    ['an id without end', { delivery_id: 'x'.repeat(513) }, { delivery_id: made }],
    ['an event without end', { event: 'x'.repeat(1000) }, { event: `${'x'.repeat(199)}…` }],
    ['a task without end', { task_id: 'x'.repeat(513) }, { task_id: '' }],
  ])('may hold %s', (_what, fields, expected) => {
    expect(payloadOf(JSON.stringify({ ...event, ...fields }))).toEqual({ ...said, ...expected });
  });

  it.each<[string, string, object]>([
    [
      'names in another case',
      JSON.stringify({ TaskId: '1', 'Delivery-ID': '2', Event: 'x' }),
      { task_id: '1', delivery_id: '2', event: 'x' },
    ],
    ['an id above 2^53', '{"task_id":9007199254740993}', { task_id: '9007199254740993' }],
    ['a mark before it', `\uFEFF${JSON.stringify({ task_id: '1' })}`, { task_id: '1' }],
    ['a wrapper', JSON.stringify({ data: { task_id: '1' } }), { task_id: '1' }],
    ['a list around it', JSON.stringify([{ task_id: '1' }]), { task_id: '1' }],
    [
      'the form of a form',
      'task_id=1&error=no+quota&detail=%7B%22a%22%3A1%7D',
      { task_id: '1', error: 'no quota', detail: { a: 1 } },
    ],
    ['a form with JSON in it', `payload=${encodeURIComponent('{"task_id":"1"}')}`, { task_id: '1' }],
    ['null alone', 'null', {}],
    ['no JSON', '{"event":', {}],
    ['nothing', '', {}],
    ['no end', '['.repeat(100_000), {}],
    [
      'a reason that is deeper than anything is read',
      `{"task_id":"1","error":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
      {},
    ],
  ])('may have %s', (_what, body, expected) => {
    expect(payloadOf(body)).toEqual({ ...nothing, ...expected });
  });

  it('has an id that is the same for the same delivery alone', () => {
    const ids = [{ n: 1 }, { n: 1 }, { n: 2 }].map(
      (part) => payloadOf(JSON.stringify({ timestamp, ...part })).delivery_id,
    );
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).not.toBe(ids[2]);
  });
});

describe('a time and a body that were signed', () => {
  const form = `event=task.completed&task_id=1&timestamp=${encodeURIComponent(event.timestamp)}`;
  const { rawBody, headers } = deliver(form);

  it('are accepted as they are', () => {
    expect(verify({ rawBody, headers })).toMatchObject({ accepted: true, payload: { task_id: '1' } });
  });

  it('are not accepted cut at another place', () => {
    const whole = SECONDS + form;
    for (let cut = 0; cut < whole.length; cut += 1) {
      if (cut === SECONDS.length) continue;
      const moved = { ...headers, 'x-svc-timestamp': whole.slice(0, cut) };
      expect(verify({ rawBody: Buffer.from(whole.slice(cut)), headers: moved }).accepted).toBe(false);
    }
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
      else expect(verdict.reason).toBe('stale');
    }),
  );
});
