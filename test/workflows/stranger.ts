/**
 * The services of a test answer as strangers do: in a form that the documentation leaves open, drawn by the name of the
 * test. What a test is about must hold in each; what would change its meaning is not drawn.
 */
import {
  readingsById,
  type AssumptionId,
  type Readings,
  drawReadings,
} from '../../src/sandbox/readings/catalogue';

/** Only form: places and words. */
const ofForm = [
  'error-carriage',
  'error-text',
  'languages-reply',
  'job-words',
  'callback-signature',
  'cursor-place',
  'post-status-words',
  'quota-shape',
] as const satisfies readonly AssumptionId[];

/** Not drawn, and why. */
const leftOut: Partial<Record<AssumptionId, Readonly<Record<string, string>>>> = {
  'languages-reply': {
    'not-found': 'the release goes on without knowing the languages, which some tests assert',
    'post-only': 'as not-found',
  },
  'job-words': { TIMED_OUT: 'a word for failures, which tests assert' },
  'quota-shape': { zero: 'says that nothing is left, which tests assert' },
};

const drawable = Object.fromEntries(
  ofForm.map((id) => [id, readingsById[id].filter((reading) => leftOut[id]?.[reading] === undefined)]),
);

/**
 * The same for the same test, unless `STRANGER_SEED` says otherwise: `random` draws anew, `none` tells whether a
 * failure is the stranger's. Where this is no test, nobody is a stranger.
 */
export function strangerOfTest(): Partial<Readings> {
  const seed = process.env.STRANGER_SEED ?? '';
  if (typeof expect !== 'function' || seed === 'none') return {};
  const { currentTestName = '' } = expect.getState();
  return drawReadings(`${seed} ${currentTestName}`, { from: drawable });
}
