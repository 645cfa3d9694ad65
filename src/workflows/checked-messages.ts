/** How a workflow takes what comes from outside: only in its shape, and as it was read. */
import type { SignalDefinition, UpdateDefinition } from '@temporalio/common';
import { ApplicationFailure, log, setHandler } from '@temporalio/workflow';
import { checkMessage } from '../protocol/check-message';
import type { Message, MessageName } from '../protocol/message-schemas';

/** An input that was never one ends the workflow at once, with what is wrong. */
export function checkedInput<Name extends MessageName>(name: Name, said: unknown): Message<Name> {
  return orThrow('BadInput', name, said);
}

/** A signal has nobody to answer to: a malformed one is noted and dropped, so that it cannot stall the workflow. */
export function onSignal<Name extends MessageName, Sent extends [unknown?]>(
  signal: SignalDefinition<Sent>,
  name: Name,
  act: (message: Message<Name>) => void,
): void {
  setHandler(signal, (said?: unknown) => {
    const { message, fault } = checkMessage(name, said ?? {});
    if (fault === null) act(message);
    else log.warn('Ignored a malformed signal.', { signal: signal.name, fault });
  });
}

interface UpdateHandling<Checked, Answer> {
  /** Why the message cannot be taken now, or null: it is refused before it enters the history. */
  fault: (message: Checked) => string | null;
  act: (message: Checked) => Answer | Promise<Answer>;
}

export function onUpdate<Name extends MessageName, Answer, Sent extends [unknown]>(
  update: UpdateDefinition<Answer, Sent>,
  name: Name,
  { fault, act }: UpdateHandling<Message<Name>, Answer>,
): void {
  setHandler(update, (said: unknown) => act(orThrow('Refused', name, said)), {
    validator: (said: unknown) => {
      const reason = fault(orThrow('Refused', name, said));
      if (reason !== null) throw failure('Refused', reason);
    },
  });
}

function orThrow<Name extends MessageName>(type: string, name: Name, said: unknown): Message<Name> {
  const { message, fault } = checkMessage(name, said);
  if (fault !== null) throw failure(type, fault);
  return message;
}

function failure(type: string, message: string): ApplicationFailure {
  return ApplicationFailure.create({ type, message, nonRetryable: true });
}
