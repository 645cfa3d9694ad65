import { RateLimit, type Rate, type RatePermit } from '../../../src/http/rate-limit';
import fc from '../../support/fast-check';

/** Limits of several processes on one clock that the test moves. */
function fleet(rate: Rate, size: number): { limits: RateLimit[]; clock: { nowMs: number } } {
  const clock = { nowMs: 1_000_000 };
  return { limits: Array.from({ length: size }, () => new RateLimit(rate, () => clock.nowMs)), clock };
}

/** The most that are sent in any span of that length. */
function mostWithin(sentMs: readonly number[], spanMs: number): number {
  const sorted = [...sentMs].sort((one, other) => one - other);
  return Math.max(
    0,
    ...sorted.map((fromMs) => sorted.filter((at) => at >= fromMs && at < fromMs + spanMs).length),
  );
}

const sentAt = (permit: RatePermit, nowMs: number): number[] =>
  'waitMs' in permit ? [nowMs + permit.waitMs] : [];

describe('requests with one credential', () => {
  it('are never more in any span than the rate allows, whoever of the processes sends them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 6, max: 40 }),
        fc.constantFrom(1_000, 60_000),
        fc.array(fc.tuple(fc.nat(5), fc.nat(900)), { maxLength: 150, size: 'max' }),
        (size, most, perMs, asked) => {
          const { limits, clock } = fleet({ most, perMs }, size);
          const sent: number[] = [];
          for (const [who, pauseMs] of asked) {
            clock.nowMs += pauseMs;
            const turn = limits[who % size]?.take(size);
            if (turn !== undefined) sent.push(...sentAt(turn, clock.nowMs));
          }
          expect(mostWithin(sent, perMs)).toBeLessThanOrEqual(most);
        },
      ),
    );
  });

  it('are sent at once up to the share, and then one by one', () => {
    const { limits, clock } = fleet({ most: 10, perMs: 1_000 }, 1);
    const waits = Array.from({ length: 12 }, () => limits[0]?.take(4));
    expect(waits.slice(0, 4)).toEqual([{ waitMs: 0 }, { waitMs: 0 }, { waitMs: 1_000 }, { waitMs: 1_000 }]);
    clock.nowMs += 500;
    expect(limits[0]?.take(4)).toEqual({ waitMs: 5_500 });
  });

  it('are one in a longer span where there are more processes than requests', () => {
    const { limits, clock } = fleet({ most: 2, perMs: 1_000 }, 1);
    expect(limits[0]?.take(8)).toEqual({ waitMs: 0 });
    clock.nowMs += 1_000;
    expect(limits[0]?.take(8)).toEqual({ waitMs: 3_000 });
  });

  it('wait again where the share has become smaller, and never overtake where it has grown', () => {
    const { limits } = fleet({ most: 4, perMs: 1_000 }, 1);
    const [limit] = limits;
    expect([1, 2].map(() => limit?.take(2))).toEqual([{ waitMs: 0 }, { waitMs: 0 }]);
    expect(limit?.take(4)).toEqual({ waitMs: 1_000 });
    expect(limit?.take(1)).toEqual({ waitMs: 1_000 });
  });
});

it('what would wait for too long is told to come back, one after the other, and takes no turn', () => {
  const { limits, clock } = fleet({ most: 2, perMs: 60_000 }, 1);
  const [limit] = limits;
  expect([1, 2].map(() => limit?.take(1))).toEqual([{ waitMs: 0 }, { waitMs: 30_000 }]);
  expect([1, 2, 3].map(() => limit?.take(1))).toEqual([
    { heldMs: 75_000 },
    { heldMs: 105_000 },
    { heldMs: 135_000 },
  ]);
  clock.nowMs += 60_000;
  expect(limit?.take(1)).toEqual({ waitMs: 0 });
});
