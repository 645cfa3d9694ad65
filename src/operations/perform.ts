/** The one way to an operation, for a command on this machine, a gateway and a tool server. */
import type * as z from 'zod';
import { BadRequest } from '../client/errors';
import { sentence } from '../domain/sentence';
import type { BareAccess, Operation, Who } from './operation';

export async function perform(
  { input, run }: Pick<Operation, 'input' | 'run'>,
  access: BareAccess,
  said: unknown,
  who: Who,
): Promise<unknown> {
  return run(access as never, checkedInput(input, said) as never, who);
}

export function checkedInput<Schema extends z.ZodType>(input: Schema, said: unknown): z.output<Schema> {
  const { success, data, error } = input.safeParse(said);
  if (success) return data;
  const faults = error.issues.map(({ path, message }) =>
    [path.join('.'), message].filter((part) => part !== '').join(': '),
  );
  throw new BadRequest(`This cannot be done: ${sentence(faults.join('; '))} Nothing was done.`);
}
