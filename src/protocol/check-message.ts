/** Checks a message by its shape, and answers it as its handler may have it. */
import type { Message, MessageName } from './message-schemas';
import shapes from './message-shapes.json';
import { readShape, type Shape } from './shape-reader';

export type CheckedMessage<Name extends MessageName> =
  { message: Message<Name>; fault: null } | { message: null; fault: string };

/** More would not help whoever reads them. */
const TOLD_FAULTS = 5;

export function checkMessage<Name extends MessageName>(name: Name, said: unknown): CheckedMessage<Name> {
  // The file is made of the schemas from which the types come, before every build.
  const { value, faults } = readShape((shapes as unknown as Record<MessageName, Shape>)[name], said);
  if (faults !== null) return { message: null, fault: faults.slice(0, TOLD_FAULTS).join('; ') };
  return { message: value as Message<Name>, fault: null };
}
