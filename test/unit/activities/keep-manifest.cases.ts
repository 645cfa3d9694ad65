import { ApplicationFailure } from '@temporalio/common';
import { manifestActivities } from '../../../src/activities/keep-manifest';
import type { ActivityDependencies } from '../../../src/activities/dependencies';
import { StoreError } from '../../../src/store/store-error';

/** The activities with a store that fails in that way. */
function keeping(failure: Error) {
  const store = { putJson: () => Promise.reject(failure) };
  return manifestActivities({ store } as unknown as ActivityDependencies);
}

const decisions = { decisions: [], earlier: null };

it('a store that fails is tried again, because nobody is there to choose "retry"', async () => {
  const kept = keeping(new StoreError('unreachable', 'The store does not answer.')).keepDecisions(decisions);
  const error: unknown = await kept.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApplicationFailure);
  expect(error).toMatchObject({
    type: 'Retryable',
    nonRetryable: false,
    message: 'The store does not answer.',
  });
});

it('a bug passes through as it is', async () => {
  const bug = new TypeError('a bug');
  await expect(keeping(bug).keepDecisions(decisions)).rejects.toBe(bug);
});
