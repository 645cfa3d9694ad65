/**
 * A missing store or a wrong setting does not fix itself, so a person learns of it at once, not after a day. A server
 * or a shared disk that does not respond mostly recovers.
 */
import { ApplicationFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { ConfigError } from '../config/config-error';
import type { ProblemDetails, ProblemType } from '../domain/problems/call-problem';
import { problemOf, textOf, type FactsOf, type ProblemCode } from '../domain/problems/problem-catalogue';
import { StoreError } from '../store/store-error';

export const reportLocalFailures: ActivityInterceptorsFactory = () => ({
  inbound: {
    async execute(input, next) {
      try {
        return await next(input);
      } catch (error) {
        if (error instanceof StoreError)
          throw localFailure(
            error.kind === 'unreachable' ? 'Retryable' : 'NeedsPerson',
            `store_${error.kind}`,
            {
              reason: error.message,
            },
          );
        if (error instanceof ConfigError)
          throw localFailure('NeedsPerson', 'worker_configuration', { reason: error.message });
        throw error;
      }
    },
  },
});

/** A failure that comes from no service, with a row in the table of problems. */
export function localFailure<Code extends ProblemCode>(
  type: ProblemType,
  code: Code,
  facts: FactsOf<Code>,
): ApplicationFailure {
  const problem = problemOf(code, facts);
  const details: ProblemDetails = { ...problem, endpoint: null, effect: 'none', traceId: null };
  return ApplicationFailure.create({
    type,
    message: textOf(problem),
    nonRetryable: type !== 'Retryable',
    details: [details],
  });
}
