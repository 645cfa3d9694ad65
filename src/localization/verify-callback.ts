/**
 * Callbacks of the localization service. A callback is only a hint that something changed, yet a forged one
 * must not even be that: it is verified over its raw bytes before anything of it is believed.
 */
import * as z from 'zod';
import { time } from '../http/readers';
import { constantTimeEqual } from '../http/constant-time-equal';
import type { Secret } from '../http/secret';
import { sign } from './sign';
import { limits } from './vocabulary';

/** Far longer than any that was seen; whatever is longer is no name of anything. */
const MAX_NAME_LENGTH = 200;
const scalar = z.union([z.string(), z.number()]).transform(String);
const name = scalar.pipe(z.string().min(1).max(MAX_NAME_LENGTH));

const textOrEmpty = scalar
  .pipe(z.string().max(MAX_NAME_LENGTH))
  .nullish()
  .transform((text) => text ?? '');

const payload = z.looseObject({
  event: z.string().min(1).max(100),
  task_id: textOrEmpty,
  project_id: textOrEmpty,
  trace_id: textOrEmpty,
  delivery_id: name,
  /** As it stands: in one reading it is under the signature. */
  timestamp: scalar.pipe(z.string().max(MAX_NAME_LENGTH)),
  status: textOrEmpty,
  detail: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((detail) => detail ?? {}),
  error: z
    .string()
    .nullish()
    .transform((error) => error ?? null),
});
export type CallbackPayload = z.output<typeof payload>;

export interface CallbackDelivery {
  rawBody: Uint8Array;
  /** Header names in lower case, as Node gives them. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export type CallbackVerdict =
  | { accepted: true; payload: CallbackPayload; signature: SignatureReading }
  | { accepted: false; reason: 'unsigned' | 'forged' | 'stale' | 'malformed' };

/**
 * The service signs with MD5 in `X-Svc-Sign` and does not say over what. These are the readings that its
 * documentation allows; each needs the App Secret, so accepting all of them gives a forger nothing.
 */
const signatureReadings = ['timestamp-header', 'timestamp-in-payload', 'none'] as const;
type SignatureReading = (typeof signatureReadings)[number];

/** `forced`: the only formula to accept; any of them where absent. */
export function verifyCallback(
  delivery: CallbackDelivery,
  secret: Secret,
  nowMs: number,
  forced?: string,
): CallbackVerdict {
  const signature = single(delivery.headers['x-svc-sign']);
  if (signature === null) return { accepted: false, reason: 'unsigned' };
  const parsed = payload.safeParse(parseJson(delivery.rawBody));
  if (!parsed.success) return { accepted: false, reason: 'malformed' };
  const reading = signatureReading(delivery, secret, parsed.data.timestamp);
  if (reading === null || (forced !== undefined && reading !== forced)) {
    return { accepted: false, reason: 'forged' };
  }
  // Only the payload's time is under the signature in every reading.
  const sentAt = time(parsed.data.timestamp) ?? null;
  const ageMs = sentAt === null ? NaN : nowMs - Date.parse(sentAt);
  if (!(Math.abs(ageMs) <= FRESH_MS)) return { accepted: false, reason: 'stale' };
  return { accepted: true, payload: parsed.data, signature: reading };
}

function signatureReading(
  { headers, rawBody }: CallbackDelivery,
  secret: Secret,
  payloadTimestamp: string,
): SignatureReading | null {
  const signature = single(headers['x-svc-sign']);
  const times: Record<SignatureReading, string | null> = {
    'timestamp-header': single(headers['x-svc-timestamp']),
    'timestamp-in-payload': payloadTimestamp,
    none: '',
  };
  const genuine = signatureReadings.find((reading) => {
    const timestamp = times[reading];
    return (
      timestamp !== null &&
      signature !== null &&
      constantTimeEqual(signature, sign(timestamp, rawBody, secret.reveal()))
    );
  });
  return genuine ?? null;
}

/** The last of the four attempts may come 112 s after the first, on top of the window that requests have. */
const FRESH_MS = limits.signatureWindowMs + 112_000;

function single(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && header !== '' ? header : null;
}

function parseJson(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
  } catch {
    return undefined;
  }
}
