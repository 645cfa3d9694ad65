/** A missing store or a wrong setting does not fix itself: a person is told at once, not after a day. */
import { ApplicationFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { ConfigError } from '../config/config-error';
import type { ProblemDetails, ProblemType } from '../domain/problem';
import { sentence } from '../domain/sentence';
import { StoreError } from '../store/store-error';

export const reportLocalFailures: ActivityInterceptorsFactory = () => ({
  inbound: {
    async execute(input, next) {
      try {
        return await next(input);
      } catch (error) {
        if (error instanceof StoreError) throw needsPerson('store', `store_${error.kind}`, error.message);
        if (error instanceof ConfigError) {
          throw needsPerson(
            'release',
            'worker_configuration',
            `The worker is not set up for this: ${sentence(error.message)} Correct its configuration and restart it.`,
          );
        }
        throw error;
      }
    },
  },
});

/** A problem of the worker's own, which a person has to fix. */
export function needsPerson(
  origin: ProblemDetails['origin'],
  code: string,
  message: string,
): ApplicationFailure {
  const type: ProblemType = 'NeedsPerson';
  const details: ProblemDetails = {
    origin,
    code,
    endpoint: null,
    effect: 'none',
    traceId: null,
    advice: 'Then retry.',
  };
  return ApplicationFailure.create({ type, message, nonRetryable: true, details: [details] });
}
