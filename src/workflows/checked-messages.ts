/** How a workflow takes what comes from outside: only in its shape. */
import { ApplicationFailure, log } from '@temporalio/workflow';
import type { z } from 'zod';
import { faultOf } from '../protocol/message-schemas';

/** An input that was never one ends the workflow at once, with what is wrong. */
export function checkInput(schema: z.ZodType, input: unknown): void {
  const { error } = schema.safeParse(input);
  if (error === undefined) return;
  throw ApplicationFailure.create({ type: 'BadInput', message: faultOf(error), nonRetryable: true });
}

/** A signal has nobody to answer to: a malformed one is noted and dropped, so that it cannot stall the workflow. */
export function checkedSignal<Schema extends z.ZodType>(
  schema: Schema,
  act: (said: z.output<Schema>) => void,
): (said: unknown) => void {
  return (said) => {
    const parsed = schema.safeParse(said ?? {});
    if (parsed.success) act(parsed.data);
    else log.warn('ignored a malformed signal', { fault: faultOf(parsed.error) });
  };
}
