import { fuzzTarget } from '../../trials/fuzz/fuzz-target';
import { targetNames, targets } from '../../trials/fuzz/targets';
import { isNightly } from '../support/nightly';

/** Always the same inputs here; `npm run fuzz` draws others, and more of them. */
const SEED = 42;
const RUNS = isNightly ? 50 : 15;

it.each(targetNames)('hostile input hurts nothing: %s', async (name) => {
  const { runs, failure } = await fuzzTarget(targets[name], { seed: SEED, runs: RUNS });
  expect(failure).toBeNull();
  expect(runs).toBe(RUNS);
});
