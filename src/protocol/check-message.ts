/** Checks a message by its shape, and answers it as its handler may have it. */
import type { Payload } from '@temporalio/common';
import type { Message, MessageName } from './message-schemas';
import shapes from './message-shapes.json';
import { readShape, type Shape } from './shape-reader';
import { readPayload } from './read-payload';

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

/** The signals that a release hears, each with the message that is its argument; null: its argument does not matter. */
export const releaseSignals = {
  confirmTerms: 'confirmTerms',
  rejectTerms: 'rejectTerms',
  cancel: 'cancel',
  callback: 'callback',
  publishTurn: null,
} as const satisfies Record<string, MessageName | null>;

/**
 * Whether a signal counts, and as what. The workflow that hears it and the story that tells of it ask here, so that
 * nothing is told as done that was ignored.
 */
type CheckedSignal<Name extends MessageName> = CheckedMessage<Name> & {
  /** Who it says has sent it, also where it is ignored; null: that cannot be known. */
  by: string | null;
};

const MOST_NAME_CHARS = 100;

export function checkSignal<Name extends MessageName>(
  name: Name,
  payload: Payload | undefined,
): CheckedSignal<Name> {
  const { value, fault } = payload === undefined ? { value: {}, fault: null } : readPayload(payload);
  if (fault !== null) return { message: null, fault, by: null };
  return { ...checkMessage(name, value ?? {}), by: senderIn(value) };
}

function senderIn(value: unknown): string | null {
  const by = typeof value === 'object' && value !== null && 'by' in value ? value.by : null;
  const name = typeof by === 'string' ? by.trim().slice(0, MOST_NAME_CHARS) : '';
  return name === '' ? null : name;
}
