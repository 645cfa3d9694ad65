import { fuzzTarget } from '../../trials/fuzz/fuzz-target';
import { targetNames, targets } from '../../trials/fuzz/targets';
import fc from '../support/fast-check';

/** Always the same inputs here; `npm run fuzz` draws others. */
const SEED = 42;

it.each(targetNames)('hostile input hurts nothing: %s', async (name) => {
  const { runs, failure } = await fuzzTarget(targets[name], { seed: SEED, runs: 50 });
  expect(failure).toBeNull();
  expect(runs).toBe(50);
});

it('what keeps the thread for itself is told', async () => {
  const property = fc.asyncProperty(fc.constant('x'), () => {
    const before = process.cpuUsage();
    while (process.cpuUsage(before).user < 1_200_000);
    return Promise.resolve();
  });
  const target = { property, close: () => Promise.resolve() };
  const { failure } = await fuzzTarget(() => Promise.resolve(target), { seed: SEED, runs: 1 });
  expect(failure).toMatch(/it blocks the thread for \d{4,} ms/);
});

it('what is taken badly is told with the smallest input that shows it', async () => {
  const property = fc.asyncProperty(fc.nat(), (drawn) => {
    if (drawn > 12) throw new Error(`cannot take ${drawn}`);
    return Promise.resolve();
  });
  const { failure } = await fuzzTarget(() => Promise.resolve({ property, close: () => Promise.resolve() }), {
    seed: SEED,
    runs: 100,
  });
  expect(failure).toContain('cannot take 13');
  expect(failure).toContain(`seed: ${SEED}`);
});
