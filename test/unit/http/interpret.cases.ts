import { need, needOne, nothing, table, type Table } from '../../../src/http/replies/facts';
import { interpret } from '../../../src/http/replies/interpret';
import { id } from '../../../src/http/replies/readers';
import { errorCode } from '../../../src/localization/replies';
import { errorCode as socialErrorCode } from '../../../src/social/replies';
import fc from '../../support/fast-check';

const task = table({ task_id: need(id) }, { called: 'task', isBare: true });

function read<Data>(status: number, body: unknown, wanted: Table<Data>, codes = errorCode) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return interpret({ status, headers: {}, text }, wanted, codes);
}

describe('success', () => {
  it.each([
    [{ success: true, code: 0, msg: 'ok', trace_id: 't', data: { task_id: 't1' } }, 't'],
    [{ success: true, code: '0', data: [{ task_id: 't1' }] }, null],
    [{ data: { success: false, code: 400, task_id: 't1' } }, null],
    [{ success: 'true', trace_id: 7, data: { task_id: 't1' } }, '7'],
    [{ success: true, code: 10001, data: { task_id: 't1' } }, null],
    [{ code: 1000, data: { task_id: 't1' } }, null],
    [{ code: 'OK', data: { task: { task_id: 't1' } } }, null],
    [{ result: { TaskId: 't1' } }, null],
    [{ task_id: 't1', error: 'of the task' }, null],
    [{ data: 't1' }, null],
    [{ data: { task_id: 't1' }, error: null, errors: [] }, null],
  ])('is %j', (body, trace) => {
    expect(read(200, body, task)).toMatchObject({ outcome: 'ok', trace, data: { task_id: 't1' } });
  });

  it.each(['', '{}', '{"success":true}', '{"code":0,"data":null}', '{"status":"deleted"}'])(
    'is %j where nothing is needed',
    (body) => {
      expect(read(200, body, nothing)).toMatchObject({ outcome: 'ok' });
    },
  );
});

describe('a refusal', () => {
  it.each([
    [200, { success: false, code: 404, msg: 'no such task', trace_id: 't' }, 404, '404 no such task'],
    [200, { success: true, code: 404, msg: 'no such task' }, 404, '404 no such task'],
    [200, { success: false, code: '404', message: 'no such task' }, 404, '404 no such task'],
    [200, { code: 'TASK_NOT_FOUND', msg: 'gone', data: null }, 404, '404 TASK_NOT_FOUND gone'],
    [200, { code: 1001, msg: 'locked', data: null }, 1001, '1001 locked'],
    [200, { code: 42901, msg: 'slow down' }, 429, '429 42901 slow down'],
    [200, { code: 'busy', msg: 'later', data: null }, 'busy', 'busy later'],
    [404, { error: 'no such task' }, 404, '404 no such task'],
    [404, { success: true, code: 0, msg: 'ok' }, 404, '404 ok'],
    [400, { success: false, code: 404, msg: 'no such task' }, 404, '404 no such task'],
    [404, { success: false, code: -1, msg: 'no such task' }, 404, '404 -1 no such task'],
    [422, { error: { message: 'no languages' } }, 422, '422 no languages'],
    [200, { error: { code: 422, message: 'no languages' } }, 422, '422 no languages'],
    [200, { errors: [{ message: 'no languages' }] }, null, 'HTTP 200 no languages'],
    [200, { success: false, code: 413, msg: 'too large', data: null }, 413, '413 too large'],
    [200, { success: false, code: 0 }, null, 'HTTP 200 (no message)'],
    [200, { success: false, code: 'E_FAIL', msg: '' }, 'E_FAIL', 'E_FAIL (no message)'],
    [502, '<html>', 502, 'HTTP 502 with a body that is not a JSON object: <html>'],
    [500, '', 500, 'HTTP 500 with a body that is not a JSON object: (empty)'],
    [400, ['a text'], 400, 'HTTP 400 with a body that is a JSON list'],
  ])('is HTTP %d %j, with the code %j', (status, body, code, message) => {
    for (const wanted of [task, nothing])
      expect(read(status, body, wanted)).toMatchObject({ outcome: 'refused', code, message });
  });

  it.each([
    [409, { error: { code: 'REPLAY', message: 'runs' } }, 'replay'],
    [200, { error: { code: 'needs-reauth' } }, 'needs_reauth'],
    [429, '<html>', 'rate_limited'],
    [429, { error: { code: 'too_fast' } }, 'rate_limited'],
    [418, { error: { code: 'teapot' } }, 'teapot'],
    [503, '<html>', null],
  ])('of the social service is HTTP %d %j, with the code %j', (status, body, code) => {
    expect(read(status, body, task, socialErrorCode)).toMatchObject({ outcome: 'refused', code });
  });
});

it('an object that stands around many others is read once', () => {
  const timesRead = (places: number): number => {
    let times = 0;
    const inner = table({ id: need(() => void (times += 1)) });
    const data = Object.fromEntries(Array.from({ length: places }, (_, at) => [`k${at}`, {}]));
    table({ one: needOne(inner, '.') }).read({ ...data, id: {} });
    return times;
  };
  const few = timesRead(50);
  expect(few).toBeGreaterThan(0);
  expect(timesRead(100)).toBeLessThan(3 * few);
});

describe('what says nothing that is needed', () => {
  it.each(['', 'ok', '<html>', 'null', '7', '"x"', '[]', '{', '{}', '{"hello":1}'])(
    'is unreadable under HTTP 200, and tells nothing of what was done: %s',
    (text) => {
      expect(read(200, text, task)).toMatchObject({ outcome: 'unreadable', effect: 'unknown' });
    },
  );

  it('is named', () => {
    const reply = { success: true, data: { id: 't1' } };
    expect(read(200, reply, task)).toMatchObject({
      outcome: 'unreadable',
      effect: 'done',
      message: 'the reply is not as documented at task_id',
    });
  });

  it('is a page of something else, also where nothing is needed', () => {
    expect(read(200, '<html>', nothing)).toMatchObject({ outcome: 'unreadable' });
  });
});

it('makes a refusal of every reply with an error status, and never crashes on any text', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.json());
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 599 }), text, (status, body) => {
      const { outcome } = read(status, body, task);
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
      expect(read(200, { ...said, data }, nothing)).toMatchObject({ outcome: 'refused' });
    }),
  );
});
