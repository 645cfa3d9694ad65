/**
 * Decodes in place every payload of a Temporal message, such as a history. A signal that does not decrypt stays as it
 * is: anybody may have sent it, and the rest of the history must stay readable.
 */
import type { Payload, PayloadCodec } from '@temporalio/common';
import { UndecryptablePayload } from '../errors';

const SIGNAL = 'workflowExecutionSignaledEventAttributes';

type Open = (payload: Payload) => Promise<Payload | undefined>;

export function openPayloads(message: object, codecs: readonly PayloadCodec[]): Promise<void> {
  return openEach(message, (payload) => opened(payload, codecs));
}

/**
 * Leaves unchanged every payload that does not decrypt, because it may be somebody else's. Returns the last fault, or
 * null.
 */
export async function openWhatOpens(
  message: object,
  codecs: readonly PayloadCodec[],
): Promise<UndecryptablePayload | null> {
  let fault: UndecryptablePayload | null = null;
  const open = orAsItIs(
    (payload) => opened(payload, codecs),
    (error) => (fault = error),
  );
  await openEach(message, open);
  return fault;
}

async function openEach(message: object, open: Open): Promise<void> {
  for (const [key, value] of Object.entries(message) as [string, unknown][]) {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    if (isPayload(value)) Object.assign(message, { [key]: await open(value) });
    else await openEach(value, key === SIGNAL ? orAsItIs(open) : open);
  }
}

function orAsItIs(open: Open, onFault?: (fault: UndecryptablePayload) => void): Open {
  return async (payload) => {
    try {
      return await open(payload);
    } catch (error) {
      if (!(error instanceof UndecryptablePayload)) throw error;
      onFault?.(error);
      return payload;
    }
  };
}

function isPayload(value: object): value is Payload {
  return 'metadata' in value && 'data' in value && ArrayBuffer.isView(value.data);
}

/** The last codec encoded the payload last, so it decodes first. */
export async function opened(
  payload: Payload,
  codecs: readonly PayloadCodec[],
): Promise<Payload | undefined> {
  let payloads = [payload];
  for (const codec of codecs.toReversed()) payloads = await codec.decode(payloads);
  return payloads[0];
}
