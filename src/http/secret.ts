import { inspect } from 'node:util';
import { createHash, timingSafeEqual } from 'node:crypto';

const MASK = '[secret]';
const HIDDEN_QUERY = '?[redacted]';

/** A value that prints as a mask wherever it might be logged or serialized; only `reveal()` gives it away. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    const fault = secretFault(value);
    if (fault !== null) throw new TypeError(`secret ${fault}`);
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [inspect.custom](): string {
    return MASK;
  }
}

/** Why a value cannot be a secret, or null. A stray newline from a file would break every signature made with it. */
export function secretFault(value: string): string | null {
  if (value === '') return 'is empty';
  if (value !== value.trim()) return 'starts or ends with white space (a trailing newline?)';
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(value)) return 'contains a control character';
  return null;
}

/** Why a value cannot be a credential that is sent in a header, or null. */
export function headerCredentialFault(value: string): string | null {
  return secretFault(value) ?? (/^[\x21-\x7e]+$/.test(value) ? null : HEADER_FAULT);
}

const HEADER_FAULT = 'contains a space or a non-ASCII character, which an HTTP header cannot carry';

/** Longer than any text that a message shows. */
const MOST_REDACTED_CHARS = 4000;

/**
 * Makes a function that cleans text which came from outside before it enters a message: the given secrets, and
 * the query of every URL or path, since a signed link carries its authority there. What is longer than anything that
 * is shown is cut first, so that it costs nothing.
 */
export function redactor(
  secrets: readonly Secret[],
  mostChars = MOST_REDACTED_CHARS,
): (text: string) => string {
  // The longest first: a short one may occur within it, and would leave the rest of it standing.
  const values = secrets.map((secret) => secret.reveal()).sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text.slice(0, cutBetween(values, text, mostChars));
    for (const value of values) clean = clean.replaceAll(value, MASK);
    return clean
      .split(/([\s"<>])/)
      .map(withoutQuery)
      .join('');
  };
}

/** Finds a cut that splits no secret, because half of one would not be found. */
function cutBetween(values: readonly string[], text: string, mostChars: number): number {
  const beginOf = (value: string, cut: number): number => {
    const from = Math.max(0, cut - value.length + 1);
    const begin = text.slice(from, cut + value.length - 1).indexOf(value);
    return begin < 0 ? cut : from + begin;
  };
  let cut = Math.min(text.length, mostChars);
  for (let before = -1; before !== cut;) {
    before = cut;
    cut = Math.min(cut, ...values.map((value) => beginOf(value, cut)));
  }
  return cut;
}

/** Hides everything after the path of a URL, and what looks like a query in any other word. */
function withoutQuery(word: string): string {
  const first = word.search(/[?#]/);
  if (first < 0) return word;
  const url = word.search(/https?:/i);
  if (url >= 0) {
    const query = word.slice(url).search(/[?#]/);
    if (query >= 0) return word.slice(0, url + query) + HIDDEN_QUERY;
  }
  const equals = word.indexOf('=', first);
  if (equals < 0) return word;
  return word.slice(0, Math.max(word.lastIndexOf('?', equals), word.lastIndexOf('#', equals))) + HIDDEN_QUERY;
}

/** Hashes an idempotency key, so that it is short and plain enough for both services. */
export function hashedKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** Compares untrusted input with a secret, in the same time whichever character differs. */
export function constantTimeEqual(given: string, expected: string): boolean {
  const left = Buffer.from(given);
  const right = Buffer.from(expected);
  return left.length === right.length && timingSafeEqual(left, right);
}
