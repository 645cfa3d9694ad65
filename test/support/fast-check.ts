/**
 * Property tests that say the same of a commit in every run. `PROPERTY_SEED=random` draws new inputs, and a number those
 * of an earlier run; looking for inputs that nobody has thought of is the work of `npm run fuzz`.
 */
import fc from 'fast-check';
import { isNightly } from './nightly';

const { PROPERTY_SEED = '20261116' } = process.env;

if (PROPERTY_SEED !== 'random') fc.configureGlobal({ seed: Number(PROPERTY_SEED) });

/** How many inputs are drawn: so many in a night, a third of them in every other run. */
export const runs = (atNight: number): { numRuns: number } => ({
  numRuns: isNightly ? atNight : Math.ceil(atNight / 3),
});

export default fc;
