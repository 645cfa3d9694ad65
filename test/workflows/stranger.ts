/**
 * The services of a test answer as strangers do: in a form that the documentation leaves open, drawn by the name of the
 * test. What a test is about must hold in each; what would change its meaning is not drawn.
 */
import { readingsById, type AssumptionId, type Readings } from '../../src/sandbox/readings/catalogue';
import { drawReadings } from '../../src/sandbox/readings/draw-readings';

/** Only form: wrappers, names, types and words. */
const ofForm = [
  'created-task-id',
  'id-type',
  'time-format',
  'absent-fields',
  'reply-wrapper',
  'success-code',
  'error-carriage',
  'error-text',
  'languages-reply',
  'job-types',
  'job-words',
  'callback-signature',
  'post-id',
  'post-wrapper',
  'posts-list',
  'cursor-place',
  'post-status-words',
  'target-fields',
  'quota-shape',
  'account-fields',
] as const satisfies readonly AssumptionId[];

/** Not drawn, and why. */
const leftOut: Partial<Record<AssumptionId, Readonly<Record<string, string>>>> = {
  'id-type': { number: 'the release then names a task otherwise than the sandbox does' },
  'languages-reply': {
    'not-found': 'the release goes on without knowing the languages, which some tests assert',
    'post-only': 'as not-found',
  },
  'job-words': { TIMED_OUT: 'a word for failures, which tests assert' },
  'post-id': { number: 'the release then names a post otherwise than the sandbox does' },
  'quota-shape': { zero: 'says that nothing is left, which tests assert' },
  'account-fields': {
    minimal: 'says nothing of expired accounts, which tests assert',
    nulls: 'has no handles, which tests assert',
  },
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
