import { askAgainAfterMs } from '../../../src/domain/release/publish-queue';

const MINUTE_MS = 60_000;
const pauseMs = (ahead: number, waitedMs = 0): number =>
  askAgainAfterMs({ granted: false, holder: null, ahead }, waitedMs);

describe('a release that waits for its turn to publish', () => {
  it('asks again after a minute where few are before it, or the holder is still being looked for', () => {
    expect([pauseMs(0), pauseMs(1), pauseMs(4)]).toEqual([MINUTE_MS, MINUTE_MS, MINUTE_MS]);
  });

  it('asks more rarely the more are before it, so that hundreds do not keep the queue busy', () => {
    expect(pauseMs(40)).toBe(10 * MINUTE_MS);
    const asksPerMinute = (waiting: number): number =>
      Array.from({ length: waiting }, (_, ahead) => MINUTE_MS / pauseMs(ahead + 1)).reduce((a, b) => a + b);
    expect(asksPerMinute(1000) / asksPerMinute(10)).toBeLessThan(4.5);
  });

  it('asks more rarely the longer it has waited', () => {
    expect(pauseMs(1, 90 * MINUTE_MS)).toBe(10 * MINUTE_MS);
  });
});
