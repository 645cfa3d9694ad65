/** A store that is damaged, full or not mounted does not mend itself: a person is told at once, not after a day. */
import { ApplicationFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import type { ProblemDetails, ProblemType } from '../release/problem';
import { StoreError } from '../store/store-error';

export const tellStoreTrouble: ActivityInterceptorsFactory = () => ({
  inbound: {
    async execute(input, next) {
      try {
        return await next(input);
      } catch (error) {
        throw error instanceof StoreError ? asFailure(error) : error;
      }
    },
  },
});

function asFailure({ kind, message }: StoreError): ApplicationFailure {
  const type: ProblemType = 'NeedsPerson';
  const details: ProblemDetails = {
    origin: 'store',
    code: `store_${kind}`,
    endpoint: null,
    effect: 'none',
    traceId: null,
    advice: 'Then retry.',
  };
  return ApplicationFailure.create({ type, message, nonRetryable: true, details: [details] });
}
