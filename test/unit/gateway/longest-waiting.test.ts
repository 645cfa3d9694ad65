import fc from '../../support/fast-check';
import { timeBefore } from '../../../src/gateway/longest-waiting';

const YEAR_MS = 365 * 86_400_000;

it.each([
  ['within seconds', 5_000],
  ['within a day', 86_400_000],
  ['within a year', YEAR_MS],
])('finds a time before which about so many began: %s', async (_, spanMs) => {
  const ages = fc.array(fc.integer({ min: 0, max: spanMs }), { minLength: 20, maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(ages, fc.integer({ min: 5, max: 19 }), async (agesMs, wanted) => {
      const times = agesMs.map((age) => new Date(Date.now() - age).toISOString());
      const countBefore = (at: string): number => times.filter((time) => time < at).length;
      const at = await timeBefore(wanted, (time) => Promise.resolve(countBefore(time)));
      const found = countBefore(at);
      expect(found).toBeGreaterThanOrEqual(wanted / 2);
      // More than are wanted only where they began within a second.
      const secondBefore = new Date(Date.parse(at) - 1_001).toISOString();
      if (found > wanted) expect(countBefore(secondBefore)).toBeLessThan(wanted / 2);
    }),
  );
});

it('asks few times, however long they have waited', async () => {
  let asked = 0;
  await timeBefore(10, () => {
    asked += 1;
    return Promise.resolve(11);
  });
  expect(asked).toBeLessThan(40);
});
