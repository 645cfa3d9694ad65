/** More than twice the values that 5,000 terms in 30 languages have in one reply. */
const MOST_VALUES = 500_000;

/** Parses a reply; undefined where it is no JSON. An integer that a number may not hold exactly becomes a string. */
export function parseJson(text: string): unknown {
  if (!isBoundedJson(text, MOST_VALUES)) return undefined;
  try {
    return JSON.parse(/\d{16}/.test(text) ? withLongIntegersQuoted(text) : text) as unknown;
  } catch {
    return undefined;
  }
}

const MOST_DEPTH = 100;
/** A list may be keyed by the ids of its items, so this is generous. */
const MOST_KEYS = 50_000;

/**
 * Untrusted JSON is checked before it is parsed, because parsing millions of brackets or keys takes seconds and a
 * gigabyte.
 */
export function isBoundedJson(text: string, mostValues: number): boolean {
  let [depth, values] = [0, 0];
  /** The number of keys of the object that is open at each depth; -Infinity for a list. */
  const keys: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === ']' || character === '}') depth -= 1;
    else if (character === '[' || character === '{' || character === ',') {
      values += 1;
      if (character !== ',') keys[(depth += 1)] = character === '{' ? 0 : -Infinity;
      const keysHere = (keys[depth] = (keys[depth] ?? 0) + 1);
      if (depth > MOST_DEPTH || values > mostValues || keysHere > MOST_KEYS) return false;
    }
  }
  return true;
}

/** The position of the string's closing quote, or the text's length. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

/** The time is linear in the text's length, even where a string never ends. */
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

/** Some services write a list or an object as a JSON text; any other value is returned unchanged. */
export function unquoted(value: unknown): unknown {
  const isStructure = typeof value === 'string' && /^\s{0,20}[[{]/.test(value);
  return isStructure ? (parseJson(value) ?? value) : value;
}

export function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/**
 * Describes a body that is no JSON object, for an error message. A list is not quoted, because it may have the texts of
 * a release.
 */
export function bodyText(text: string, parsed: unknown): string {
  if (Array.isArray(parsed)) return 'a body that is a JSON list';
  if (/^\s{0,20}[[{]/.test(text) && !isBoundedJson(text, MOST_VALUES))
    return `a body of JSON that has more than ${MOST_VALUES} values or ${MOST_KEYS} keys in one object, or is nested more than ${MOST_DEPTH} levels deep`;
  return `a body that is not a JSON object: ${text || '(empty)'}`;
}

const DEPTH = 4;
const KEYS = 20;
const KEY_CHARS = 40;

/** The shape of a reply, its keys and types without its values, for finding out how to read it. */
export function shapeOf(value: unknown, depth = DEPTH): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return depth === 0 ? '[…]' : `[${listShape(value, depth)}]`;
  const object = asObject(value);
  if (object === null) return typeof value;
  if (depth === 0) return '{…}';
  const entries = Object.entries(object);
  const fields = entries
    .slice(0, KEYS)
    .map(([key, entry]) => `${key.slice(0, KEY_CHARS)}: ${shapeOf(entry, depth - 1)}`);
  if (entries.length > KEYS) fields.push(`and ${entries.length - KEYS} more`);
  return `{${fields.join(', ')}}`;
}

/** Lists each distinct shape only once. */
function listShape(items: readonly unknown[], depth: number): string {
  const shapes = [...new Set(items.slice(0, KEYS).map((item) => shapeOf(item, depth - 1)))];
  return shapes.length > 3 ? `${shapes.slice(0, 3).join(' | ')} | …` : shapes.join(' | ');
}
