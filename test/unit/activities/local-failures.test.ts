import { ApplicationFailure } from '@temporalio/common';
import type { ActivityExecuteInput } from '@temporalio/worker';
import { reportLocalFailures } from '../../../src/activities/local-failures';
import { StoreError, type StoreErrorKind } from '../../../src/store/store-error';

/** As a workflow would learn of it. */
async function failureOf(error: Error): Promise<unknown> {
  const { inbound } = reportLocalFailures({} as never);
  const input: ActivityExecuteInput = { args: [], headers: {} };
  return inbound?.execute?.(input, () => Promise.reject(error)).catch((thrown: unknown) => thrown);
}

it.each<[StoreErrorKind, string, boolean]>([
  ['absent', 'NeedsPerson', true],
  ['damaged', 'NeedsPerson', true],
  ['unwritable', 'NeedsPerson', true],
  // The server of a bucket may answer again by itself.
  ['unreachable', 'Retryable', false],
])('a store that is %s', async (kind, type, nonRetryable) => {
  const failure = await failureOf(new StoreError(kind, 'What happened.', { remedy: 'What to do.' }));
  expect(failure).toBeInstanceOf(ApplicationFailure);
  expect(failure).toMatchObject({
    type,
    nonRetryable,
    message: 'What happened. What to do.',
    details: [{ code: `store_${kind}`, endpoint: null, effect: 'none' }],
  });
});

it('what is no failure of its own is passed on', async () => {
  const error = new Error('of something else');
  expect(await failureOf(error)).toBe(error);
});
