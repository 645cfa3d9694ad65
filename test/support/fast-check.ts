/**
 * Property tests that say the same of a commit in every run. `PROPERTY_SEED=random` draws new inputs, and a number those
 * of an earlier run; looking for inputs that nobody has thought of is the work of `npm run fuzz`.
 */
import fc from 'fast-check';

const { PROPERTY_SEED = '20261116' } = process.env;

if (PROPERTY_SEED !== 'random') fc.configureGlobal({ seed: Number(PROPERTY_SEED) });

export default fc;
