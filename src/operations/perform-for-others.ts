/** An operation for somebody elsewhere: Temporal has its bound to answer, and what it fails at is told as such. */
import { isGrpcServiceError, WorkflowUpdateRPCTimeoutOrCancelledError } from '@temporalio/client';
import type { Role } from '../domain/roles';
import { exitCode } from '../domain/exit-code';
import { answeredWithin } from '../temporal/answered-within';
import { TemporalUnreachable, UndecryptablePayload } from '../temporal/errors';
import { expectedFailure, Failed } from './failure';
import type { Operation, OperationAccess, Who } from './operation';
import { perform } from './perform';

export async function performForOthers(
  operation: Operation,
  access: OperationAccess,
  said: unknown,
  who: Who,
): Promise<unknown> {
  try {
    const result = await answeredWithin(operation.boundMs, () => perform(operation, access, said, who));
    return operation.output.parse(result);
  } catch (error) {
    throw asFailure(error, operation.role);
  }
}

/** What is expected, or says more, stays as it is. Temporal's client wraps what failed within it. */
export function asFailure(error: unknown, role: Role): unknown {
  if (expectedFailure(error) !== null) return error;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof UndecryptablePayload) return cause;
    if (cause instanceof WorkflowUpdateRPCTimeoutOrCancelledError || isGrpcServiceError(cause))
      return role === 'read' ? temporalAway(error) : noAnswer(error);
  }
  return error;
}

function temporalAway(cause: unknown): TemporalUnreachable {
  return new TemporalUnreachable('Temporal does not answer. Nothing is lost. Try again soon.', { cause });
}

/** What failed on its way back may have been done. */
function noAnswer(cause: unknown): Failed {
  const message =
    'Temporal no longer answers. It is not known whether this was done. Check before you try again.';
  return new Failed({ code: 'no_answer', message, exitCode: exitCode.temporalUnreachable }, 503, { cause });
}
