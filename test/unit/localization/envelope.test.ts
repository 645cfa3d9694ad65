import { readEnvelope } from '../../../src/localization/envelope';
import fc from '../../support/fast-check';

const read = (status: number, body: unknown) =>
  readEnvelope({ status, headers: {}, text: typeof body === 'string' ? body : JSON.stringify(body) });

describe('an envelope of success', () => {
  it.each([
    [{ success: true, code: 0, msg: 'ok', trace_id: 't', data: { a: 1 } }, 't', { a: 1 }],
    [{ success: true, code: '0', data: [] }, null, []],
    [{ success: true }, null, undefined],
    [{ code: 0, data: null }, null, null],
    [{ data: { success: false, code: 400 } }, null, { success: false, code: 400 }],
    [{ success: true, trace_id: 7, data: 1 }, '7', 1],
    [{ success: 'true' }, null, undefined],
    [{ success: true, code: 200, data: 1 }, null, 1],
    [{ success: true, code: 10001, data: 1 }, null, 1],
  ])('is %j', (body, traceId, data) => {
    expect(read(200, body)).toEqual({ outcome: 'ok', traceId, data });
  });
});

describe('a refusal', () => {
  it.each([
    [200, { success: false, code: 404, msg: 'no such task', trace_id: 't' }, 404, '404 no such task'],
    [200, { success: true, code: 404, msg: 'no such task' }, 404, '404 no such task'],
    [200, { success: false, code: '404', message: 'no such task' }, 404, '404 no such task'],
    [404, { error: 'no such task' }, 404, '404 no such task'],
    [404, { success: true, code: 0, msg: 'ok' }, 404, '404 ok'],
    [400, { success: false, code: 404, msg: 'no such task' }, 404, '404 no such task'],
    [404, { success: false, code: -1, msg: 'no such task' }, 404, '404 no such task'],
    [422, { code: 10001, error: { message: 'no languages' } }, 422, '422 no languages'],
    [200, { success: false, code: 10001, msg: 'no such task' }, 10001, '10001 no such task'],
    [200, { success: false, code: 413, msg: 'too large', data: null }, 413, '413 too large'],
    [200, { success: false, code: 10001, msg: 'no such task', data: null }, 10001, '10001 no such task'],
    [200, { success: false, code: 0 }, 500, '500 (no message)'],
    [200, { success: false, code: 'E_FAIL', msg: '' }, 500, '500 (no message)'],
    [500, { msg: { text: 'x' } }, 500, '500 (no message)'],
    [502, '<html>', 502, 'HTTP 502 with a body that is not a JSON object: <html>'],
    [500, '', 500, 'HTTP 500 with a body that is not a JSON object: (empty)'],
    [400, ['a text'], 400, 'HTTP 400 with a body that is a JSON list'],
    [400, '7', 400, 'HTTP 400 with a body that is not a JSON object: 7'],
  ])('is HTTP %d %j, with the code %d', (status, body, code, message) => {
    expect(read(status, body)).toMatchObject({ outcome: 'refused', code, message });
  });
});

describe('what is no envelope', () => {
  it.each(['', 'ok', '<html>', 'null', '7', '"x"', '[]', '{', '{}', '{"hello":1}'])(
    'is unreadable under HTTP 200: %s',
    (text) => {
      expect(read(200, text)).toMatchObject({ outcome: 'unreadable' });
    },
  );
});

it('makes a refusal of every reply with an error status, and never crashes on any text', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.json());
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 599 }), text, (status, body) => {
      const { outcome } = read(status, body);
      if (status >= 400) expect(outcome).toBe('refused');
      else expect(['ok', 'refused', 'unreadable']).toContain(outcome);
    }),
  );
});

it('never takes for success what says in any way that it failed', () => {
  const failures = fc.oneof(
    fc.record({ success: fc.constant(false), code: fc.constantFrom(0, 400, undefined) }),
    fc.record({ success: fc.boolean(), code: fc.constantFrom(400, 401, 403, 404, 409, 422, 500, 502) }),
  );
  fc.assert(
    fc.property(failures, fc.jsonValue(), (said, data) => {
      expect(read(200, { ...said, data })).toMatchObject({ outcome: 'refused' });
    }),
  );
});
