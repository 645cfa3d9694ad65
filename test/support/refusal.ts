import { WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';

/** What a release answered to somebody whom it refused; fails where it did not refuse. */
export async function refusalOf(update: Promise<unknown>): Promise<string> {
  const outcome = await update.then(
    () => 'taken',
    (error: unknown) => error,
  );
  if (outcome instanceof WorkflowUpdateFailedError && outcome.cause instanceof ApplicationFailure) {
    return outcome.cause.message;
  }
  throw new Error('expected a refusal', { cause: outcome });
}
