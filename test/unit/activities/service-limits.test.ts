import { ServiceLimits } from '../../../src/activities/service-limits';
import type { Limits } from '../../../src/config/limits';

const settings: Limits = {
  localization: { most: 2, perMs: 1_000 },
  social: { reads: null, writes: { most: 1, perMs: 1_000 } },
};
const read = { method: 'GET', path: '/posts', reads: true } as const;
const write = { method: 'POST', path: '/posts', reads: false } as const;
const limitsFor = (workers: number): ServiceLimits =>
  new ServiceLimits(settings, () => Promise.resolve(workers));
const atOnce = { waitMs: 0 };
const later = { waitMs: expect.any(Number) as number };

describe('the limits of a worker', () => {
  it('are one for each App Key, whichever project it is for', async () => {
    const limits = limitsFor(1);
    const [one, same, other] = ['key', 'key', 'other'].map((key) => limits.localization(key));
    expect([await one?.(read), await same?.(write)]).toEqual([atOnce, atOnce]);
    expect(await other?.(read)).toEqual(atOnce);
    const third = await one?.(read);
    expect(third).toEqual(later);
    expect(third).not.toEqual(atOnce);
  });

  it('are divided by the workers that there are', async () => {
    const limits = limitsFor(2);
    expect(await limits.localization('key')(read)).toEqual(atOnce);
    expect(await limits.localization('key')(read)).not.toEqual(atOnce);
  });

  it('tell reads from writes where the service does, and are none where none is set', async () => {
    const limits = limitsFor(1);
    for (let time = 0; time < 5; time += 1) expect(await limits.social(read)).toEqual(atOnce);
    expect(await limits.social(write)).toEqual(atOnce);
    expect(await limits.social(write)).not.toEqual(atOnce);
  });
});
