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

const MOST_DEPTH = 100;

/** Asked before JSON of others is parsed: parsing millions of brackets takes seconds and a gigabyte. */
export function isBoundedJson(text: string, mostValues: number): boolean {
  let [depth, values] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === ']' || character === '}') depth -= 1;
    else if (character === '[' || character === '{' || character === ',') {
      values += 1;
      if (character !== ',') depth += 1;
      if (depth > MOST_DEPTH || values > mostValues) return false;
    }
  }
  return true;
}

/** Where the string that begins here has its last quote, or the text its end. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
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
