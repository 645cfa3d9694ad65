/**
 * A missing store or a wrong setting does not fix itself: a person is told at once, not after a day. A server or
 * a shared disk that does not answer mostly does.
 */
import { ApplicationFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { ConfigError } from '../config/config-error';
import type { ProblemDetails, ProblemType } from '../domain/call-problem';
import { sentence } from '../domain/sentence';
import { StoreError } from '../store/store-error';

export const reportLocalFailures: ActivityInterceptorsFactory = () => ({
  inbound: {
    async execute(input, next) {
      try {
        return await next(input);
      } catch (error) {
        if (error instanceof StoreError)
          throw localFailure(error.kind === 'unreachable' ? 'Retryable' : 'NeedsPerson', {
            origin: 'store',
            code: `store_${error.kind}`,
            message: error.message,
          });
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
  return localFailure('NeedsPerson', { origin, code, message });
}

function localFailure(
  type: ProblemType,
  { origin, code, message }: Pick<ProblemDetails, 'origin' | 'code'> & { message: string },
): ApplicationFailure {
  const details: ProblemDetails = {
    origin,
    code,
    endpoint: null,
    effect: 'none',
    traceId: null,
    advice: 'Then retry.',
  };
  return ApplicationFailure.create({
    type,
    message,
    nonRetryable: type !== 'Retryable',
    details: [details],
  });
}
