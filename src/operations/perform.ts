/** The one way to an operation, for a command on this machine and for one that came over the gateway. */
import type * as z from 'zod';
import { BadRequest } from '../client/errors';
import { sentence } from '../domain/sentence';
import type { BareAccess, Operation, Who } from './operation';

export async function perform(
  { input, run }: Operation,
  access: BareAccess,
  said: unknown,
  who: Who,
): Promise<unknown> {
  const { success, data, error } = input.safeParse(said);
  if (!success) throw new BadRequest(`This cannot be done: ${faultsOf(error)} Nothing was done.`);
  return run(access as never, data as never, who);
}

function faultsOf(error: z.ZodError): string {
  const faults = error.issues.map(({ path, message }) =>
    [path.join('.'), message].filter((part) => part !== '').join(': '),
  );
  return sentence(faults.join('; '));
}
