/** Failures that come from no service. */
import { ApplicationFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { ConfigError } from '../config/config-error';
import type { ProblemType, ProblemDetails } from '../domain/problems/call-problem';
import { type ProblemCode, type FactsOf, problemOf, textOf } from '../domain/problems/problem-catalogue';
import { StoreError } from '../store/store-error';

/** A missing store or a wrong setting needs a person at once; a server that does not respond mostly recovers. */
export const reportLocalFailures: ActivityInterceptorsFactory = () => ({
  inbound: {
    async execute(input, next) {
      try {
        return await next(input);
      } catch (error) {
        if (!(error instanceof StoreError || error instanceof ConfigError)) throw error;
        const code = error instanceof StoreError ? (`store_${error.kind}` as const) : 'worker_configuration';
        const type = code === 'store_unreachable' ? 'Retryable' : 'NeedsPerson';
        throw localFailure(type, code, { reason: error.message });
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
