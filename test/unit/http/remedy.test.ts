import { remedyFor, type Remedy, type RemedyRow } from '../../../src/http/remedy';
import { ServiceError, type ServiceErrorDetails } from '../../../src/http/service-error';
import fc from '../../support/fast-check';

function failed(details: Partial<ServiceErrorDetails> = {}): ServiceError {
  return new ServiceError('what happened', {
    service: 'social',
    endpoint: 'POST /posts',
    kind: 'refused',
    effect: 'none',
    ...details,
  });
}

const row = (name: string, narrowed: Partial<RemedyRow> = {}): RemedyRow => ({
  code: 'rate_limited',
  condition: name,
  remedy: { do: 'park', advice: name },
  ...narrowed,
});

const byCode = row('by code');
const byReason = row('by reason', { reason: 'daily_cap' });
const byEndpoint = row('by endpoint', { endpoints: ['GET /posts', 'POST /posts'] });
const byBoth = row('by both', { endpoints: ['POST /posts'], reason: 'daily_cap' });
const beside = [
  row('another code', { code: 'forbidden' }),
  row('another endpoint', { endpoints: ['GET /posts'] }),
  row('another reason', { reason: 'interval' }),
  row('right endpoint, another reason', { endpoints: ['POST /posts'], reason: 'interval' }),
  row('right reason, another endpoint', { endpoints: ['GET /posts'], reason: 'daily_cap' }),
];

describe('a row of the table', () => {
  const error = failed({ code: 'rate_limited', params: { reason: 'daily_cap' } });

  it('that is most particular is taken, in whatever order they stand', () => {
    const byRank = [byCode, byReason, byEndpoint, byBoth];
    fc.assert(
      fc.property(
        fc
          .subarray(byRank, { minLength: 1 })
          .chain((matching) =>
            fc.tuple(
              fc.constant(matching.at(-1)),
              fc.shuffledSubarray([...matching, ...beside], { minLength: matching.length + beside.length }),
            ),
          ),
        ([best, rows]) => {
          expect(remedyFor(rows, error)).toBe(best?.remedy);
        },
      ),
    );
  });

  it('is left in its place by being looked for', () => {
    const rows = Object.freeze([byCode, byBoth, byEndpoint]);
    expect(remedyFor(rows, error)).toBe(byBoth.remedy);
    expect(rows).toEqual([byCode, byBoth, byEndpoint]);
  });

  it('with a reason is not taken for an error that gives none', () => {
    expect(remedyFor([byReason, byBoth, byCode], failed({ code: 'rate_limited' }))).toBe(byCode.remedy);
  });

  it('for a number is not taken for the same code as a word', () => {
    expect(remedyFor([row('number', { code: 400 })], failed({ code: '400' }))).not.toMatchObject({
      advice: 'number',
    });
  });

  it('is not looked for where there is no code', () => {
    expect(remedyFor([byCode], failed({ kind: 'timeout', effect: 'unknown' }))).toEqual({ do: 'read' });
  });
});

describe('without a row', () => {
  const retry: Remedy = { do: 'retry', delay: 'as-told' };
  const park = expect.objectContaining({ do: 'park' }) as Remedy;

  it.each<[string, Partial<ServiceErrorDetails>, Remedy]>([
    ['what we refused to send', { kind: 'invalid' }, { do: 'end', advice: 'what happened' }],
    ['no connection', { kind: 'unreachable' }, retry],
    ['a read without a reply in time', { kind: 'timeout' }, retry],
    ['a write without a reply in time', { kind: 'timeout', effect: 'unknown' }, { do: 'read' }],
    ['a read that broke off', { kind: 'interrupted' }, retry],
    ['a write that broke off', { kind: 'interrupted', effect: 'unknown' }, { do: 'read' }],
    ['a read that cannot be read', { kind: 'unreadable', httpStatus: 200 }, retry],
    ['a write that was done', { kind: 'unreadable', effect: 'done', httpStatus: 200 }, { do: 'read' }],
    ['an undocumented refusal by status', { httpStatus: 418 }, park],
    ['an undocumented refusal by word', { httpStatus: 418, code: 'teapot' }, park],
    ['an undocumented refusal under HTTP 200', { httpStatus: 200, code: 418 }, park],
    ['an undocumented failure of a read', { httpStatus: 503, code: 503 }, retry],
    ['an undocumented failure of a read under HTTP 200', { httpStatus: 200, code: 503 }, retry],
    ['a read that the server gave up waiting for', { httpStatus: 408, code: 408 }, retry],
    ['an undocumented failure of a write', { httpStatus: 503, effect: 'unknown' }, { do: 'read' }],
  ])('%s is judged by its kind', (_what, details, remedy) => {
    expect(remedyFor([], failed(details))).toEqual(remedy);
  });
});
