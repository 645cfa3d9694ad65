import { reportedLimitOf } from '../../../src/http/reported-limit';
import fc from '../../support/fast-check';

describe('the limit that a refusal tells', () => {
  it.each([
    [
      { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '0' },
      { limit: 100, remaining: 0 },
    ],
    [
      { 'ratelimit-limit': '100;w=60', 'ratelimit-remaining': '7' },
      { limit: 100, remaining: 7 },
    ],
    [{ 'ratelimit-limit': '100, 100;w=60' }, { limit: 100, remaining: null }],
    [{ 'x-ratelimit-remaining': ' 3 ' }, { limit: null, remaining: 3 }],
  ])('is in the headers %j', (headers, told) => {
    expect(reportedLimitOf({ headers })).toEqual(told);
  });

  it('is in the parameters of the error, where headers do not tell it', () => {
    const params = { limit: 60, windowSec: 60, retryAfterSec: 12 };
    expect(reportedLimitOf({ headers: {} }, params)).toEqual({ limit: 60, remaining: null });
    expect(reportedLimitOf({ headers: { 'x-ratelimit-limit': '30' } }, params)).toMatchObject({ limit: 30 });
  });

  it('is nothing where nobody tells it', () => {
    expect(reportedLimitOf({ headers: { 'retry-after': '5' } })).toBeNull();
  });

  it('is a number or nothing, whatever a service sends', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.array(fc.string())), fc.anything(), (header, param) => {
        const { limit = null } =
          reportedLimitOf({ headers: { 'x-ratelimit-limit': header } }, { limit: param }) ?? {};
        expect(limit === null || Number.isSafeInteger(limit)).toBe(true);
      }),
    );
  });
});
