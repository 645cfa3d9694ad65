/** Takes every payload within a message of Temporal, such as a history, through the codecs, in its place. */
import type { Payload, PayloadCodec } from '@temporalio/common';

export async function openPayloads(message: object, codecs: readonly PayloadCodec[]): Promise<void> {
  for (const [key, value] of Object.entries(message) as [string, unknown][]) {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    if (isPayload(value)) Object.assign(message, { [key]: await opened(value, codecs) });
    else await openPayloads(value, codecs);
  }
}

function isPayload(value: object): value is Payload {
  return 'metadata' in value && 'data' in value && ArrayBuffer.isView(value.data);
}

/** The last codec wrote it, so it reads first. */
async function opened(payload: Payload, codecs: readonly PayloadCodec[]): Promise<Payload | undefined> {
  let payloads = [payload];
  for (const codec of codecs.toReversed()) payloads = await codec.decode(payloads);
  return payloads[0];
}
