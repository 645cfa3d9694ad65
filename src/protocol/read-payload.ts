/**
 * Reads a payload. Anybody may send a signal in any encoding, and its reader must continue, so a payload that cannot be
 * decoded gives a fault instead of an exception.
 */
import { defaultPayloadConverter, type Payload } from '@temporalio/common';

export type ReadPayload = { value: unknown; fault: null } | { value: undefined; fault: string };

/** The header that carries a trace from a command to its calls, named as in Temporal's own interceptors. */
export const TRACE_HEADER = '_tracer-data';

const MOST_ENCODING_CHARS = 50;

export function readPayload(payload: Payload): ReadPayload {
  const encoding = encodingOf(payload);
  const fault = (why: string): ReadPayload => ({
    value: undefined,
    fault: `message: cannot be read: ${why}`,
  });
  if (encoding !== 'json/plain' && encoding !== 'binary/null')
    return fault(
      `its encoding is ${JSON.stringify(encoding.slice(0, MOST_ENCODING_CHARS))}, not "json/plain"`,
    );
  try {
    return { value: defaultPayloadConverter.fromPayload(payload), fault: null };
  } catch {
    return fault('it is not valid JSON');
  }
}

/** The value, or undefined for whatever reason. */
export function valueIn(payload: Payload | null | undefined): unknown {
  return payload ? readPayload(payload).value : undefined;
}

export function encodingOf({ metadata }: Payload): string {
  // From the wire, empty metadata is an array in spite of its type.
  return new TextDecoder().decode(Uint8Array.from(metadata?.encoding ?? []));
}
