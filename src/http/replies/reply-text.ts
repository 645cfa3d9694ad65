import { endOfString, isBoundedJson } from './bounded-json';

/** Nobody's reply has more. */
const MOST_VALUES = 1_000_000;

/** What a reply's text holds as JSON; undefined where it is none. An integer that a number may not hold is its digits, as a text. */
export function parseJson(text: string): unknown {
  if (!isBoundedJson(text, MOST_VALUES)) return undefined;
  try {
    return JSON.parse(/\d{16}/.test(text) ? withLongIntegersQuoted(text) : text) as unknown;
  } catch {
    return undefined;
  }
}

/** Each character is looked at once, however the text ends. */
function withLongIntegersQuoted(text: string): string {
  let quoted = '';
  let taken = 0;
  let at = 0;
  while (at < text.length) {
    const start = at;
    at += 1;
    if (text[start] === '"') {
      at = endOfString(text, start) + 1;
    } else if (isOfNumber(text[start])) {
      while (isOfNumber(text[at])) at += 1;
      const literal = text.slice(start, at);
      if (!/^-?[1-9]\d{15,}$/.test(literal)) continue;
      quoted += `${text.slice(taken, start)}"${literal}"`;
      taken = at;
    }
  }
  return quoted + text.slice(taken);
}

function isOfNumber(character: string | undefined): boolean {
  return character !== undefined && '0123456789+-.eE'.includes(character);
}

/** A list or an object that some services write as a text; anything else as it is. */
export function unquoted(value: unknown): unknown {
  const isStructure = typeof value === 'string' && /^\s{0,20}[[{]/.test(value);
  return isStructure ? (parseJson(value) ?? value) : value;
}

export function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** A body that is no JSON object, as an error message tells it. A list may hold the texts of a release: it is not quoted. */
export function bodyText(text: string, parsed: unknown): string {
  if (Array.isArray(parsed)) return 'a body that is a JSON list';
  return `a body that is not a JSON object: ${text || '(empty)'}`;
}
