/** The one way to an operation, for a command on this machine and for one that came over the gateway. */
import type * as z from 'zod';
import { BadRequest } from '../client/errors';
import { sentence } from '../domain/sentence';
import { readingOnly } from '../temporal/reading-only';
import type { BareAccess, Operation, Who } from './operation';

export async function perform(
  { role, input, run }: Operation,
  access: BareAccess,
  said: unknown,
  who: Who,
): Promise<unknown> {
  const { success, data, error } = input.safeParse(said);
  if (!success) throw new BadRequest(`This cannot be done: ${faultsOf(error)} Nothing was done.`);
  const act = (): Promise<unknown> => run(access as never, data as never, who);
  return role === 'read' ? readingOnly(act) : act();
}

function faultsOf(error: z.ZodError): string {
  const faults = error.issues.map(({ path, message }) =>
    [path.join('.'), message].filter((part) => part !== '').join(': '),
  );
  return sentence(faults.join('; '));
}
