/**
 * Verifies callbacks of the localization service. A callback is only a hint that something changed, but even that must
 * not be forged, so its raw bytes are verified before any of it is used.
 */
import { createHash } from 'node:crypto';
import { constantTimeEqual, type Secret } from '../http/secret';
import { valueNamed } from '../http/replies/facts';
import { id, text, time, verbatim, wordAmong, type Reader } from '../http/replies/readers';
import { asObject, parseJson, unquoted } from '../http/replies/reply-text';
import { sign } from './signature';
import { callbackEvents, limits } from './vocabulary';

type Fields = Readonly<Record<string, unknown>>;

/** The fields that a callback may have. With a valid signature, none is refused for its content. */
export interface CallbackPayload {
  event: string;
  /** Empty where it is missing, as is every text here. */
  task_id: string;
  trace_id: string;
  /** Derived from the bytes and their signed time where the service sends none. */
  delivery_id: string;
  detail: Fields;
  error: string | null;
}

export interface CallbackDelivery {
  rawBody: Uint8Array;
  /** Header names are in lower case, as Node gives them. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export type CallbackVerdict =
  | { accepted: true; payload: CallbackPayload; signature: SignatureReading }
  | { accepted: false; reason: 'unsigned' | 'forged' | 'stale' };

/**
 * The service signs with MD5 in `X-Svc-Sign`, and does not document what it signs. These are the readings that its
 * documentation allows. Each needs the App Secret, so accepting all of them gives a forger nothing.
 */
const signatureReadings = ['timestamp-header', 'timestamp-in-payload', 'none'] as const;
type SignatureReading = (typeof signatureReadings)[number];

/** `forced`: the only formula to accept; without it, any of them. */
export function verifyCallback(
  delivery: CallbackDelivery,
  secret: Secret,
  nowMs: number,
  forced?: string,
): CallbackVerdict {
  const signature = single(delivery.headers['x-svc-sign'])?.toLowerCase() ?? null;
  if (signature === null) return { accepted: false, reason: 'unsigned' };
  const fields = fieldsOf(delivery.rawBody);
  const times: Record<SignatureReading, string | null> = {
    'timestamp-header': timeHeader(delivery),
    'timestamp-in-payload': verbatim(valueNamed(fields, 'timestamp')) ?? null,
    none: '',
  };
  const formula = signatureReadings.find((candidate) => {
    const signed = times[candidate];
    return signed !== null && constantTimeEqual(signature, sign(signed, delivery.rawBody, secret.reveal()));
  });
  if (formula === undefined || (forced !== undefined && formula !== forced)) {
    return { accepted: false, reason: 'forged' };
  }
  // Every reading signs the time in the payload, but only one signs that of the header.
  const signedTime = times[formula] ?? '';
  const sentAt = time(times['timestamp-in-payload']) ?? time(signedTime);
  const ageMs = sentAt === undefined ? NaN : nowMs - Date.parse(sentAt);
  if (!(Math.abs(ageMs) <= FRESH_MS)) return { accepted: false, reason: 'stale' };
  const madeId = createHash('sha256').update(signedTime).update(delivery.rawBody).digest('hex');
  return { accepted: true, payload: payloadOf(fields, madeId), signature: formula };
}

const UNNAMED_EVENT = 'unknown';

function payloadOf(fields: Fields, madeId: string): CallbackPayload {
  const has = <Value>(read: Reader<Value>, name: string): Value | undefined => read(valueNamed(fields, name));
  return {
    event: has(wordAmong(callbackEvents), 'event') ?? UNNAMED_EVENT,
    task_id: has(id, 'task_id') ?? '',
    trace_id: has(id, 'trace_id') ?? '',
    delivery_id: has(id, 'delivery_id') ?? madeId,
    detail: has(objectIn, 'detail') ?? {},
    error: has(text, 'error') ?? null,
  };
}

const identifyingFields = ['event', 'task_id', 'delivery_id', 'timestamp'];

/** The fields of a body that is JSON or a form, bare or wrapped in an object. */
function fieldsOf(rawBody: Uint8Array): Fields {
  const content = new TextDecoder().decode(rawBody);
  // Leading digits would be a signed time that somebody has moved from its header into the body.
  const form = /^[a-z]/i.test(content) ? Object.fromEntries(new URLSearchParams(content)) : {};
  const body = parseJson(content) ?? form;
  const held = typeof body === 'object' ? Object.values(body).map(objectIn) : [];
  const isIdentified = (fields: Fields | undefined): boolean =>
    fields !== undefined && identifyingFields.some((name) => valueNamed(fields, name) !== undefined);
  return [objectIn(body), ...held].find(isIdentified) ?? {};
}

function objectIn(value: unknown): Fields | undefined {
  return asObject(unquoted(value)) ?? undefined;
}

/** The last of the four attempts may come 112 s after the first, on top of the window that requests have. */
const FRESH_MS = limits.signatureWindowMs + 112_000;

function single(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && header !== '' ? header : null;
}

/** Only a whole time matches, because the formula does not separate the time from the body. */
const TIME = /^(\d{10}|\d{13}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:?\d\d))$/;

function timeHeader({ headers }: CallbackDelivery): string | null {
  const timestamp = single(headers['x-svc-timestamp']);
  return timestamp !== null && TIME.test(timestamp) ? timestamp : null;
}
