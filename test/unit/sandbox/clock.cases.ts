import { SandboxClock, type ClockOptions } from '../../../src/sandbox/clock';
import fc from '../../support/fast-check';

const START_MS = Date.parse('2026-11-01T10:00:00.000Z');
const DAY_MS = 86_400_000;

beforeEach(() => jest.useFakeTimers({ now: START_MS }));
afterEach(() => {
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

/** Ends the clock with the test, which then must have left no timer behind. */
function withClock(options: ClockOptions, run: (clock: SandboxClock) => void): void {
  const clock = new SandboxClock(options);
  try {
    run(clock);
  } finally {
    clock.close();
  }
}

describe('sandbox time', () => {
  it.each([
    [1, 1_000, 1_000],
    [60, 1_000, 60_000],
    [0.5, 1_001, 500],
    [1.37, 999, 1_368],
  ])('runs at the speed %d: %d ms of ours are %d ms', (speed, realMs, sandboxMs) => {
    withClock({ speed }, (clock) => {
      jest.advanceTimersByTime(realMs);
      expect(clock.nowMs()).toBe(START_MS + sandboxMs);
      expect(clock.iso()).toBe(new Date(START_MS + sandboxMs).toISOString());
    });
  });

  it('goes on from where it was moved to', () => {
    withClock({ speed: 2 }, (clock) => {
      clock.advance(DAY_MS);
      jest.advanceTimersByTime(500);
      expect(clock.nowMs()).toBe(START_MS + DAY_MS + 1_000);
    });
  });

  it('leaves wall time alone, which is only ahead by its skew', () => {
    withClock({ speed: 1000, skewMs: -3_600_000 }, (clock) => {
      clock.advance(DAY_MS);
      jest.advanceTimersByTime(5);
      expect(clock.wallMs()).toBe(START_MS + 5 - 3_600_000);
    });
  });
});

describe('a timer', () => {
  it('runs when sandbox time has come, not before, and once', () => {
    withClock({ speed: 10 }, (clock) => {
      const run = jest.fn();
      clock.after(1_000, run);
      jest.advanceTimersByTime(99);
      expect(run).not.toHaveBeenCalled();
      jest.advanceTimersByTime(1);
      expect(run).toHaveBeenCalledTimes(1);
      jest.advanceTimersByTime(10_000);
      expect(run).toHaveBeenCalledTimes(1);
    });
  });

  it('that comes due first runs first, and of equals the one set first, however time passes', () => {
    const delays = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 30 });
    const steps = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 60 })), { maxLength: 10 });
    fc.assert(
      fc.property(delays, steps, (delaysMs, passages) => {
        withClock({}, (clock) => {
          const startMs = clock.nowMs();
          const ran: { delayMs: number; place: number; sawMs: number }[] = [];
          delaysMs.forEach((delayMs, place) =>
            clock.after(delayMs, () => ran.push({ delayMs, place, sawMs: clock.nowMs() - startMs })),
          );
          for (const [moved, byMs] of [...passages, [true, 60] as const]) {
            if (moved) clock.advance(byMs);
            else jest.advanceTimersByTime(byMs);
          }
          const inOrder = delaysMs
            .map((delayMs, place) => ({ delayMs, place, sawMs: delayMs }))
            .sort((a, b) => a.delayMs - b.delayMs || a.place - b.place);
          expect(ran).toEqual(inOrder);
        });
      }),
    );
  });

  it('sees the moment it was due, and so does what it sets in turn', () => {
    withClock({}, (clock) => {
      const seen: [string, number][] = [];
      const note = (name: string) => seen.push([name, clock.nowMs() - START_MS]);
      const step = (n: number): void => {
        note(`step ${n}`);
        if (n < 4) clock.after(100, () => step(n + 1));
      };
      clock.after(100, () => step(1));
      clock.after(250, () => note('between'));
      clock.after(5_000, () => note('later'));
      clock.advance(1_000);
      expect(seen).toEqual([
        ['step 1', 100],
        ['step 2', 200],
        ['between', 250],
        ['step 3', 300],
        ['step 4', 400],
      ]);
      expect(clock.nowMs()).toBe(START_MS + 1_000);
      clock.advance(4_000);
      expect(seen.at(-1)).toEqual(['later', 5_000]);
    });
  });

  it('sees the moment it was due also where a fast clock passed it', () => {
    withClock({ speed: 100_000 }, (clock) => {
      const seen: number[] = [];
      const again = (): void => {
        seen.push(clock.nowMs() - START_MS);
        if (seen.length < 3) clock.after(10, again);
      };
      clock.after(10, again);
      jest.advanceTimersByTime(2);
      expect(seen).toEqual([10, 20, 30]);
    });
  });

  it('that was called off does not run, and holds no process open', () => {
    withClock({}, (clock) => {
      const run = jest.fn();
      const callOff = clock.after(1_000, run);
      const other = clock.after(500, () => callOff());
      clock.after(2_000, run)();
      clock.advance(3_000);
      expect(run).not.toHaveBeenCalled();
      other();
      callOff();
      clock.after(1_000, run)();
      expect(jest.getTimerCount()).toBe(0);
    });
  });

  it('may be longer than setTimeout can wait', () => {
    withClock({}, (clock) => {
      const run = jest.fn();
      const setAlarm = jest.spyOn(globalThis, 'setTimeout');
      clock.after(60 * DAY_MS, run);
      expect(setAlarm.mock.lastCall?.[1]).toBeLessThan(2 ** 31);
      jest.advanceTimersByTime(60 * DAY_MS - 1);
      expect(run).not.toHaveBeenCalled();
      jest.advanceTimersByTime(1);
      expect(run).toHaveBeenCalledTimes(1);
    });
  });

  it('that throws does not stop the clock or the others', () => {
    withClock({}, (clock) => {
      const run = jest.fn();
      clock.after(10, () => {
        throw new Error('broken handler');
      });
      clock.after(20, run);
      expect(() => clock.advance(1_000)).toThrow('broken handler');
      expect(clock.nowMs()).toBe(START_MS + 1_000);
      jest.advanceTimersByTime(1);
      expect(run).toHaveBeenCalledTimes(1);
    });
  });

  it('does not run after the clock was closed, nor does one set later', () => {
    const run = jest.fn();
    withClock({}, (clock) => {
      clock.after(10, run);
      clock.close();
      clock.after(10, run);
      jest.advanceTimersByTime(1_000);
    });
    expect(run).not.toHaveBeenCalled();
  });

  it('that closes the clock is the last', () => {
    const run = jest.fn();
    withClock({}, (clock) => {
      clock.after(10, () => clock.close());
      clock.after(20, run);
      clock.advance(1_000);
    });
    expect(run).not.toHaveBeenCalled();
  });
});

describe('one moment', () => {
  it('comes after all that was due by then, even where its alarm is late', () => {
    withClock({}, (clock) => {
      const seen: string[] = [];
      clock.after(100, () => seen.push('due'));
      jest.setSystemTime(START_MS + 150);
      clock.moment(() => seen.push('asked'));
      expect(seen).toEqual(['due', 'asked']);
    });
  });

  it('lasts no time, and time goes on after it', () => {
    withClock({}, (clock) => {
      clock.moment(() => {
        jest.setSystemTime(START_MS + 70);
        expect(clock.nowMs()).toBe(START_MS);
      });
      expect(clock.nowMs()).toBe(START_MS + 70);
    });
  });

  it('starts timers as if they had been set at once', () => {
    withClock({}, (clock) => {
      const run = jest.fn();
      clock.moment(() => clock.after(100, run));
      jest.advanceTimersByTime(99);
      expect(run).not.toHaveBeenCalled();
      jest.advanceTimersByTime(1);
      expect(run).toHaveBeenCalledTimes(1);
    });
  });
});

describe('a clock that stands still', () => {
  const PAST_MS = START_MS - DAY_MS;

  it('moves only when it is moved, and brings about what is due on the way, in its order', () => {
    withClock({ standsAtMs: PAST_MS }, (clock) => {
      const seen: [string, number][] = [];
      clock.after(200, () => seen.push(['second', clock.nowMs()]));
      clock.after(100, () => {
        seen.push(['first', clock.nowMs()]);
        clock.after(50, () => seen.push(['between', clock.nowMs()]));
      });
      jest.advanceTimersByTime(DAY_MS);
      expect(seen).toEqual([]);
      clock.standAt(PAST_MS + 200);
      expect(seen).toEqual([
        ['first', PAST_MS + 100],
        ['between', PAST_MS + 150],
        ['second', PAST_MS + 200],
      ]);
      expect(clock.nowMs()).toBe(PAST_MS + 200);
    });
  });

  it('does not go back', () => {
    withClock({ standsAtMs: PAST_MS }, (clock) => {
      clock.standAt(PAST_MS - 1);
      expect(clock.nowMs()).toBe(PAST_MS);
    });
  });

  it('goes on from where it stands, at its speed', () => {
    withClock({ standsAtMs: PAST_MS, speed: 10 }, (clock) => {
      const run = jest.fn();
      clock.after(1_000, run);
      jest.advanceTimersByTime(DAY_MS);
      clock.goOn();
      jest.advanceTimersByTime(99);
      expect(clock.nowMs()).toBe(PAST_MS + 990);
      expect(run).not.toHaveBeenCalled();
      jest.advanceTimersByTime(1);
      expect(run).toHaveBeenCalledTimes(1);
    });
  });
});

describe('something that is asked for later', () => {
  it('is done when its time has come, and gives its result', async () => {
    const clock = new SandboxClock();
    const work = jest.fn(() => clock.nowMs());
    const result = clock.later(1_000, work);
    await jest.advanceTimersByTimeAsync(999);
    expect(work).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(await result).toBe(START_MS + 1_000);
    clock.close();
  });

  it('tells whoever waits for it that it failed', async () => {
    const clock = new SandboxClock();
    const result = clock.later(1_000, () => {
      throw new Error('no');
    });
    clock.advance(1_000);
    await expect(result).rejects.toThrow('no');
    clock.close();
  });
});
