import { retryAfterMs } from '../../../src/http/retry-after';
import fc from '../../support/fast-check';

const nowMs = Date.parse('2026-12-01T09:00:00Z');

describe('Retry-After', () => {
  it('in seconds is that long', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (seconds) => {
        expect(retryAfterMs({ headers: { 'retry-after': String(seconds) } }, nowMs)).toBe(seconds * 1000);
      }),
    );
  });

  it.each([
    ['1.5', 1500],
    [' 3 ', 3000],
    ['Tue, 01 Dec 2026 09:00:30 GMT', 30_000],
  ])('%j is %d ms', (header, expected) => {
    expect(retryAfterMs({ headers: { 'retry-after': header } }, nowMs)).toBe(expected);
  });

  it('as a date counts from the clock that wrote it', () => {
    const headers = {
      date: 'Tue, 01 Dec 2026 12:00:00 GMT',
      'retry-after': 'Tue, 01 Dec 2026 12:00:10 GMT',
    };
    expect(retryAfterMs({ headers }, nowMs)).toBe(10_000);
  });

  it.each([undefined, '', 'soon', '-5', '1e9', '0x10', '9'.repeat(40), 'Never GMT'])(
    '%j says nothing',
    (header) => {
      expect(retryAfterMs({ headers: { 'retry-after': header } }, nowMs)).toBeNull();
    },
  );

  it.each(['0', '0.0', 'Tue, 01 Dec 2026 08:00:00 GMT', 'Tue, 01 Dec 2026 09:00:00 GMT'])(
    '%j is no time that lies ahead',
    (header) => {
      expect(retryAfterMs({ headers: { 'retry-after': header } }, nowMs)).toBeNull();
    },
  );
});
