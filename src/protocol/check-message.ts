/** Checks a message against its shape and returns it as its handler expects it. */
import type { Payload } from '@temporalio/common';
import type { Message, MessageName } from './message-schemas';
import shapes from './message-shapes.json';
import { readShape, type Shape } from './shape-reader';
import { readPayload } from './read-payload';

export type CheckedMessage<Name extends MessageName> =
  { message: Message<Name>; fault: null } | { message: null; fault: string };

/** More faults would not help the reader. */
const REPORTED_FAULTS = 5;

export function checkMessage<Name extends MessageName>(name: Name, sent: unknown): CheckedMessage<Name> {
  // The build generates the file from the schemas, so it fits the types.
  const { value, faults } = readShape((shapes as unknown as Record<MessageName, Shape>)[name], sent);
  if (faults !== null) return { message: null, fault: faults.slice(0, REPORTED_FAULTS).join('; ') };
  return { message: value as Message<Name>, fault: null };
}

/** The signals of a release with the message in their argument. null: the argument does not matter. */
export const releaseSignals = {
  confirmTerms: 'confirmTerms',
  rejectTerms: 'rejectTerms',
  cancel: 'cancel',
  callback: 'callback',
  publishTurn: null,
} as const satisfies Record<string, MessageName | null>;

/**
 * The verdict on a signal. The workflow and the story both use this check, so that the story reports no ignored signal
 * as done.
 */
type CheckedSignal<Name extends MessageName> = CheckedMessage<Name> & {
  /** The claimed sender, even if the signal is ignored. null: unknown. */
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
