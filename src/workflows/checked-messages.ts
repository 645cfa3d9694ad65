/** Handlers for the signals, queries and updates of a workflow, which check each message's shape first. */
import {
  RawValue,
  rawValueTypeInfo,
  type Payload,
  type QueryDefinition,
  type SignalDefinition,
  type UpdateDefinition,
} from '@temporalio/common';
import { ApplicationFailure, currentUpdateInfo, log, setHandler } from '@temporalio/workflow';
import { checkMessage, checkSignal } from '../protocol/check-message';
import type { Message, MessageName } from '../protocol/message-schemas';
import type { Described } from '../protocol/messages';
import { readPayload } from '../protocol/read-payload';
import { noteLength } from './wait';
import { refuseIf } from './problems';

/** A malformed input ends the workflow at once, with the fault. */
export function checkedInput<Name extends MessageName>(name: Name, input: unknown): Message<Name> {
  return orThrow('BadInput', name, input);
}

/** An ignored signal with its fault; `by` is its sender, where it names one. */
export interface IgnoredSignal {
  signal: string;
  by: string | null;
  fault: string;
}

/** A signal has no reply, so a malformed one is reported and dropped, and cannot stall the workflow. */
export function onSignal<Name extends MessageName, Sent extends [unknown?]>(
  signal: Described<SignalDefinition<Sent>>,
  name: Name,
  act: (message: Message<Name>) => void,
  reportIgnored = (ignored: IgnoredSignal): void => log.warn('Ignored a malformed signal.', { ...ignored }),
): void {
  handle(signal, (sent) => {
    const { message, fault, by } = checkSignal(name, sent);
    if (fault === null) act(message);
    else reportIgnored({ signal: signal.name, by, fault });
  });
}

/** A signal that only wakes: its argument is not read. */
export function onBareSignal(signal: Described<SignalDefinition>, act: () => void): void {
  handle(signal, () => act());
}

export function onQuery<Result>(query: Described<QueryDefinition<Result>>, handler: () => Result): void {
  const { description } = query;
  setHandler({ ...query, typeInfo: undecoded }, handler, { description });
}

/** A query with an argument. */
export function onQuestion<Name extends MessageName, Result, Sent extends [unknown]>(
  query: Described<QueryDefinition<Result, Sent>>,
  name: Name,
  handler: (message: Message<Name>) => Result,
): void {
  const { description } = query;
  const handleQuery = (sent: unknown): Result => handler(checkedUpdate(name, sent));
  setHandler({ ...query, typeInfo: undecoded }, handleQuery, { description });
}

/** Raw, because the SDK would decode them first, and one that cannot be decoded would fail every later task. */
const undecoded = { inputTypes: new Proxy([], { get: () => rawValueTypeInfo }) };

function handle(
  signal: Described<SignalDefinition<[unknown?]>>,
  act: (sent: Payload | undefined) => void,
): void {
  const { description } = signal;
  const take = (sent?: unknown): void => {
    noteLength();
    act(payloadOf(sent));
  };
  setHandler({ ...signal, typeInfo: undecoded }, take, { description });
}

interface UpdateHandling<Checked, Result> {
  /** The fault of a message that cannot be accepted now, or null: a refused message does not enter the history. */
  fault: (message: Checked) => string | null;
  act: (message: Checked) => Result | Promise<Result>;
}

/** The results of recent updates. Temporal has them within a run; the next run gets these. */
export type UpdateResults = { updateId: string; answer: unknown }[];

const MAX_RESULTS = 50;

/** An update sent again under its id, because its result was lost, returns the first result. */
export function onUpdate<Name extends MessageName, Result, Sent extends [unknown]>(
  update: Described<UpdateDefinition<Result, Sent>>,
  name: Name,
  { fault, act }: UpdateHandling<Message<Name>, Result>,
  results: UpdateResults = [],
): void {
  const earlierResult = (): UpdateResults[number] | undefined =>
    results.find(({ updateId }) => updateId === currentUpdateInfo()?.id);
  const carryOut = async (sent: unknown): Promise<Result> => {
    noteLength();
    const before = earlierResult();
    if (before !== undefined) return before.answer as Result;
    const updateId = currentUpdateInfo()?.id ?? '';
    const result = await act(checkedUpdate(name, sent));
    results.push({ updateId, answer: result });
    if (results.length > MAX_RESULTS) results.shift();
    return result;
  };
  setHandler({ ...update, typeInfo: undecoded }, carryOut, {
    description: update.description,
    validator: (sent: unknown) => {
      if (earlierResult() !== undefined) return;
      refuseIf(fault(checkedUpdate(name, sent)));
    },
  });
}

function checkedUpdate<Name extends MessageName>(name: Name, sent: unknown): Message<Name> {
  const payload = payloadOf(sent);
  const { value, fault } = payload === undefined ? { value: undefined, fault: null } : readPayload(payload);
  refuseIf(fault);
  return orThrow('Refused', name, value);
}

function payloadOf(sent: unknown): Payload | undefined {
  return sent instanceof RawValue ? sent.payload : undefined;
}

function orThrow<Name extends MessageName>(type: string, name: Name, input: unknown): Message<Name> {
  const { message, fault } = checkMessage(name, input);
  if (fault !== null) throw ApplicationFailure.nonRetryable(fault, type);
  return message;
}
