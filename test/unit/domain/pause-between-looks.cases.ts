import { nextCheckInMs } from '../../../src/domain/release/polling';
import fc from '../../support/fast-check';

const hour = 3_600_000;
const week = 7 * 24 * hour;

const minimumMs = fc.integer({ min: 1, max: 60_000 });
const waitedMs = fc.integer({ min: 0, max: 4 * week });
const progress = fc.oneof(fc.double({ min: -1, max: 2 }), fc.constantFrom(undefined, NaN, Infinity));

function looksWithin(
  totalMs: number,
  minimum: number,
  progressAt: (waited: number) => number | undefined,
): number {
  let looks = 0;
  for (let waited = 0; waited < totalMs; looks += 1) {
    waited += nextCheckInMs({ waitedMs: waited, minimumMs: minimum, progress: progressAt(waited) });
  }
  return looks;
}

describe('the pause before the next look', () => {
  it('is a whole number of milliseconds and never below the minimum', () => {
    fc.assert(
      fc.property(minimumMs, waitedMs, progress, (minimum, waited, done) => {
        const pause = nextCheckInMs({ waitedMs: waited, minimumMs: minimum, progress: done });
        expect(Number.isInteger(pause)).toBe(true);
        expect(pause).toBeGreaterThanOrEqual(minimum);
      }),
    );
  });

  it('is never above the minimum or a tenth of the wait that it ends, whichever is longer', () => {
    fc.assert(
      fc.property(minimumMs, waitedMs, progress, (minimum, waited, done) => {
        const pause = nextCheckInMs({ waitedMs: waited, minimumMs: minimum, progress: done });
        expect(pause).toBeLessThanOrEqual(Math.ceil(Math.max(minimum, (waited + pause) / 10)));
      }),
    );
  });

  it('grows with the wait', () => {
    fc.assert(
      fc.property(minimumMs, waitedMs, waitedMs, (minimum, a, b) => {
        const pauseAfter = (waited: number): number =>
          nextCheckInMs({ waitedMs: waited, minimumMs: minimum });
        expect(pauseAfter(Math.min(a, b))).toBeLessThanOrEqual(pauseAfter(Math.max(a, b)));
      }),
    );
  });

  it('makes at most 60 looks in an hour and 115 in a week', () => {
    expect(looksWithin(hour, 3000, () => undefined)).toBeLessThanOrEqual(60);
    expect(looksWithin(week, 3000, () => undefined)).toBeLessThanOrEqual(115);
  });

  it('is longer where the end is told: a quarter of the wait that it ends, and 20 looks in an hour', () => {
    fc.assert(
      fc.property(minimumMs, waitedMs, progress, (minimum, waited, done) => {
        const wait = { waitedMs: waited, minimumMs: minimum, progress: done };
        const pause = nextCheckInMs({ ...wait, hasCallback: true });
        expect(pause).toBeGreaterThanOrEqual(nextCheckInMs(wait));
        expect(pause).toBeLessThanOrEqual(Math.ceil(Math.max(minimum, (waited + pause) / 4)));
      }),
    );
    let looks = 0;
    for (let waited = 0; waited < hour; looks += 1)
      waited += nextCheckInMs({ waitedMs: waited, minimumMs: 15_000, hasCallback: true });
    expect(looks).toBeLessThanOrEqual(20);
  });

  it('is shorter where progress foretells an earlier end', () => {
    const steady = nextCheckInMs({ waitedMs: hour, minimumMs: 3000 });
    const foretold = nextCheckInMs({ waitedMs: hour, minimumMs: 3000, progress: 0.95 });
    expect(steady).toBe(400_000);
    expect(foretold).toBe(Math.ceil((hour / 0.95) * 0.05));
  });

  it.each([NaN, 0, 1, -0.5, 1.5])('does not heed a progress of %p', (done) => {
    expect(nextCheckInMs({ waitedMs: hour, minimumMs: 3000, progress: done })).toBe(400_000);
  });

  it('keeps the looks few even where work is stuck just before its end', () => {
    expect(looksWithin(week, 3000, () => 0.99999)).toBeLessThanOrEqual(500);
  });
});
