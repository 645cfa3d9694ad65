/**
 * A text in a field of Temporal's that takes no payload, encrypted as one, in base64. Without a key it stays in clear.
 */
import type { Client } from '@temporalio/client';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import { opened } from './open-payloads';

const MARK = 'encrypted:';
const { Payload: PayloadMessage } = temporal.api.common.v1;

type Codecs = Pick<Client, 'options'>;

export async function sealedText({ options }: Codecs, text: string): Promise<string> {
  const plain = defaultPayloadConverter.toPayload(text);
  let payloads: Payload[] = [plain];
  for (const codec of options.loadedDataConverter.payloadCodecs) payloads = await codec.encode(payloads);
  const [sealed] = payloads;
  if (sealed === undefined || sealed === plain) return text;
  return MARK + Buffer.from(PayloadMessage.encode(sealed).finish()).toString('base64');
}

/** A text without the mark, older or of another tool, is returned unchanged. */
export async function openedText({ options }: Codecs, text: string): Promise<string> {
  if (!text.startsWith(MARK)) return text;
  const sealed = PayloadMessage.decode(Buffer.from(text.slice(MARK.length), 'base64'));
  const plain = await opened(sealed, options.loadedDataConverter.payloadCodecs);
  return defaultPayloadConverter.fromPayload<string>(plain ?? {});
}
