import { fuzzTarget } from '../../trials/fuzz/fuzz-target';
import { targetNames, targets } from '../../trials/fuzz/targets';

/** Always the same inputs here; `npm run fuzz` draws others. */
const SEED = 42;

it.each(targetNames)('hostile input hurts nothing: %s', async (name) => {
  const { runs, failure } = await fuzzTarget(targets[name], { seed: SEED, runs: 50 });
  expect(failure).toBeNull();
  expect(runs).toBe(50);
});
