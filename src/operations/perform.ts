import type * as z from 'zod';
import { isGrpcServiceError, WorkflowUpdateRPCTimeoutOrCancelledError } from '@temporalio/client';
import { BadRequest } from '../client/errors';
import { pathText, wording } from '../config/fault-words';
import { counted } from '../domain/text/counted';
import { sentence } from '../domain/text/sentence';
import { quotable } from '../domain/text/visible-text';
import { readingOnly } from '../temporal/reading-only';
import type { Role } from '../domain/roles';
import type { Failure } from '../protocol/console-api';
import { exitCode } from '../domain/exit-code';
import { responseWithin } from '../temporal/response-within';
import { TemporalUnreachable, UndecryptablePayload } from '../temporal/errors';
import type { Operation, Who } from './operation';
import type { BareAccess, OperationAccess } from '../client/access';
import { expectedFailure, Failed } from './failure';

/** More faults would not help the caller. */
const MOST_FAULTS = 20;
const MOST_FAULT_CHARS = 4_000;

export async function perform(
  { role, input, run }: Pick<Operation, 'role' | 'input' | 'run'>,
  access: BareAccess,
  raw: unknown,
  who: Who,
): Promise<unknown> {
  const data = parseInput(input, raw);
  const act = (): Promise<unknown> => run(access as never, data as never, who);
  return role === 'read' ? readingOnly(act) : act();
}

export function parseInput<Schema extends z.ZodType>(input: Schema, raw: unknown): z.output<Schema> {
  const { success, data, error } = input.safeParse(raw, { error: wording });
  if (success) return data;
  const faults = error.issues
    .slice(0, MOST_FAULTS)
    .map(({ path, message }) => [pathText(path), message].filter((part) => part !== '').join(': '));
  const others = error.issues.length - faults.length;
  if (others > 0) faults.push(`and ${counted(others, 'more fault')}`);
  const text = quotable(faults.join('; '), MOST_FAULT_CHARS);
  throw new BadRequest(`This cannot be done: ${sentence(text)} Nothing was done.`);
}

/** Runs an operation for a remote caller: within its time bound, and with failures mapped. */
export async function performForOthers(
  operation: Operation,
  access: OperationAccess,
  raw: unknown,
  who: Who,
): Promise<unknown> {
  try {
    const result = await responseWithin(operation.boundMs, () => perform(operation, access, raw, who));
    return operation.output.parse(result);
  } catch (error) {
    throw asFailure(error, operation.role);
  }
}

/** Maps Temporal's errors, which its client wraps; expected failures stay as they are. */
export function asFailure(error: unknown, role: Role): unknown {
  if (expectedFailure(error) !== null) return error;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof UndecryptablePayload) return cause;
    if (cause instanceof WorkflowUpdateRPCTimeoutOrCancelledError || isGrpcServiceError(cause))
      return role === 'read'
        ? new TemporalUnreachable(AWAY, { cause: error })
        : new Failed(MAYBE_DONE, 503, { cause: error });
  }
  return error;
}

const AWAY = 'Temporal does not answer. Nothing is lost. Try again soon.';

/** A change whose response was lost may have been made. */
const MAYBE_DONE: Failure = {
  code: 'no_answer',
  message: 'Temporal no longer answers. It is not known whether this was done. Check before you try again.',
  exitCode: exitCode.temporalUnreachable,
};
