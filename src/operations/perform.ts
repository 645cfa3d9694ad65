/** The one way to an operation, for a command on this machine, a gateway and a tool server. */
import type * as z from 'zod';
import { BadRequest } from '../client/errors';
import { sentence } from '../domain/sentence';
import { readingOnly } from '../temporal/reading-only';
import type { BareAccess, Operation, Who } from './operation';

export async function perform(
  { role, input, run }: Pick<Operation, 'role' | 'input' | 'run'>,
  access: BareAccess,
  said: unknown,
  who: Who,
): Promise<unknown> {
  const data = checkedInput(input, said);
  const act = (): Promise<unknown> => run(access as never, data as never, who);
  return role === 'read' ? readingOnly(act) : act();
}

export function checkedInput<Schema extends z.ZodType>(input: Schema, said: unknown): z.output<Schema> {
  const { success, data, error } = input.safeParse(said);
  if (success) return data;
  const faults = error.issues.map(({ path, message }) =>
    [path.join('.'), message].filter((part) => part !== '').join(': '),
  );
  throw new BadRequest(`This cannot be done: ${sentence(faults.join('; '))} Nothing was done.`);
}
