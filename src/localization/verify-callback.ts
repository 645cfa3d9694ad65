/**
 * Callbacks of the localization service. A callback is only a hint that something changed, yet a forged one
 * must not even be that: it is verified over its raw bytes before anything of it is believed.
 */
import { createHash } from 'node:crypto';
import { constantTimeEqual } from '../http/constant-time-equal';
import { timeOrNull } from '../http/lenient';
import { asObject, parseJson } from '../http/reply-text';
import type { Secret } from '../http/secret';
import { sign } from './sign';
import { callbackEvents, limits } from './vocabulary';

type Fields = Readonly<Record<string, unknown>>;

/** What a callback says, as far as it says it: with a right signature none is refused for its content. */
export interface CallbackPayload {
  event: string;
  /** Empty where it is not said, like every text here. */
  task_id: string;
  trace_id: string;
  /** Made of the bytes and their signed time where the service gives none. */
  delivery_id: string;
  detail: Fields;
  error: string | null;
}

export interface CallbackDelivery {
  rawBody: Uint8Array;
  /** Header names in lower case, as Node gives them. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export type CallbackVerdict =
  | { accepted: true; payload: CallbackPayload; signature: SignatureReading }
  | { accepted: false; reason: 'unsigned' | 'forged' | 'stale' };

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
  const fields = fieldsOf(delivery.rawBody);
  const times: Record<SignatureReading, string | null> = {
    'timestamp-header': timeHeader(delivery),
    'timestamp-in-payload': textOf(fieldOf(fields, 'timestamp')),
    none: '',
  };
  const reading = signatureReadings.find((candidate) => {
    const time = times[candidate];
    return time !== null && constantTimeEqual(signature, sign(time, delivery.rawBody, secret.reveal()));
  });
  if (reading === undefined || (forced !== undefined && reading !== forced)) {
    return { accepted: false, reason: 'forged' };
  }
  // The time in the payload is under the signature in every reading. That of the header is in one.
  const signedTime = times[reading] ?? '';
  const sentAt = timeOrNull.parse(times['timestamp-in-payload']) ?? timeOrNull.parse(signedTime);
  const ageMs = sentAt === null ? NaN : nowMs - Date.parse(sentAt);
  if (!(Math.abs(ageMs) <= FRESH_MS)) return { accepted: false, reason: 'stale' };
  const id = createHash('sha256').update(signedTime).update(delivery.rawBody).digest('hex');
  return { accepted: true, payload: payloadOf(fields, id), signature: reading };
}

/** Far longer than any that was seen; whatever is longer is no name of anything. */
const MAX_NAME_LENGTH = 200;
const MAX_EVENT_LENGTH = 100;
const UNNAMED_EVENT = 'unknown';

function payloadOf(fields: Fields, madeId: string): CallbackPayload {
  const nameIn = (name: string): string => {
    const text = textOf(fieldOf(fields, name)) ?? '';
    return text.length > MAX_NAME_LENGTH ? '' : text;
  };
  const event = textOf(fieldOf(fields, 'event'))?.slice(0, MAX_EVENT_LENGTH) ?? UNNAMED_EVENT;
  return {
    event: callbackEvents.find((known) => folded(known) === folded(event)) ?? event,
    task_id: nameIn('task_id'),
    trace_id: nameIn('trace_id'),
    delivery_id: nameIn('delivery_id') || madeId,
    detail: objectIn(fieldOf(fields, 'detail')) ?? {},
    error: reasonOf(fieldOf(fields, 'error')),
  };
}

/** A field by its name, in whatever case it is written. */
export function fieldOf(fields: Fields, name: string): unknown {
  const key = Object.keys(fields).find((candidate) => folded(candidate) === folded(name));
  return key === undefined ? undefined : fields[key];
}

/** What is said in one word or number; null where nothing is. */
export function textOf(value: unknown): string | null {
  const isSaid = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string';
  return isSaid && value !== '' ? String(value) : null;
}

/** Of an object, what it says in words: it may hold anything else. */
function reasonOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return textOf(error);
  const words = Object.values(error).filter((value) => typeof value === 'string' && value !== '');
  const message = textOf(fieldOf(error as Fields, 'message')) ?? textOf(fieldOf(error as Fields, 'msg'));
  return message ?? (words.length === 0 ? null : words.join(', '));
}

const telling = ['event', 'task_id', 'delivery_id', 'timestamp'];

/** The fields of a body: JSON or a form, bare or in something that holds them. */
function fieldsOf(rawBody: Uint8Array): Fields {
  const text = new TextDecoder().decode(rawBody);
  // Digits before the first name would be a signed time that somebody has moved from its header into the body.
  const form = /^[a-z]/i.test(text) ? Object.fromEntries(new URLSearchParams(text)) : {};
  const body = parseJson(text) ?? form;
  const held = typeof body === 'object' ? Object.values(body).map(objectIn) : [];
  const isTelling = (fields: Fields | null): boolean =>
    fields !== null && telling.some((name) => fieldOf(fields, name) !== undefined);
  return [objectIn(body), ...held].find(isTelling) ?? {};
}

/** An object, or one that is written as a text. */
function objectIn(value: unknown): Fields | null {
  return asObject(typeof value === 'string' ? parseJson(value) : value);
}

function folded(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, '');
}

/** The last of the four attempts may come 112 s after the first, on top of the window that requests have. */
const FRESH_MS = limits.signatureWindowMs + 112_000;

function single(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && header !== '' ? header : null;
}

/** A time and nothing else: the formula does not say where the time ends and the body begins. */
const TIME = /^(\d{10}|\d{13}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:?\d\d))$/;

function timeHeader({ headers }: CallbackDelivery): string | null {
  const time = single(headers['x-svc-timestamp']);
  return time !== null && TIME.test(time) ? time : null;
}
