/**
 * How one value of a reply is read, however a service writes it: an id as a number, a number as a text, a time in ISO
 * or since the epoch, a word in another case. A value is cut to its bound before anything looks at it.
 */
import { MOST_ID_CHARS } from '../../domain/release/identity';
import { oneLine } from '../../domain/text/visible-text';
import { asObject, unquoted } from './reply-text';

/** undefined: the value is not of this kind. */
export type Reader<Value> = (raw: unknown) => Value | undefined;

const MOST = {
  wordChars: 200,
  textChars: 2000,
  cursorChars: 4096,
  verbatimChars: 100_000,
  urlChars: 16_384,
  words: 1000,
  names: 100,
  count: 1e15,
} as const;

/** `null`, `''`, `[]` and `{}` count as absent. */
export function isEmpty(raw: unknown): boolean {
  if (raw === undefined || raw === null || raw === '') return true;
  return typeof raw === 'object' && (Array.isArray(raw) ? raw : Object.keys(raw)).length === 0;
}

/** Words and names are the same whatever their case, hyphens, underscores and blanks. */
export function folded(word: string): string {
  return word
    .slice(0, MOST.wordChars)
    .replace(/[-_\s]/g, '')
    .toLowerCase();
}

/**
 * Returns up to one character more than the bound, to show that it was exceeded. Some services wrap a value in an
 * object: `{"$oid": "…"}`.
 */
function scalar(raw: unknown, mostChars: number): string | undefined {
  if (typeof raw === 'string') return raw.slice(0, mostChars + 1);
  if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw);
  const held = Object.values(asObject(raw) ?? {});
  return held.length === 1 && typeof held[0] !== 'object' ? scalar(held[0], mostChars) : undefined;
}

/** A value over its bound is rejected and not cut, because a part of it would be a different value. */
function whole(raw: unknown, mostChars: number): string | undefined {
  const text = scalar(raw, mostChars);
  return text !== undefined && text !== '' && text.length <= mostChars ? text : undefined;
}

/** The value is quoted in texts of several lines, so it must stay on one line. */
function lineOf(raw: unknown, mostChars: number): string | undefined {
  const text = scalar(raw, 4 * mostChars);
  return text === undefined ? undefined : oneLine(text, mostChars);
}

/** An id is sent back in later calls, so it is never cut. */
export const id: Reader<string> = (raw) => {
  const text = whole(raw, MOST_ID_CHARS)?.trim();
  return text === '' ? undefined : text;
};
/** Text that people wrote, and that is sent back to the service unchanged. */
export const verbatim: Reader<string> = (raw) => whole(raw, MOST.verbatimChars);
export const cursor: Reader<string> = (raw) => whole(raw, MOST.cursorChars);
/** An absolute web address, or one relative to the service's. */
export const address: Reader<string> = (raw) => {
  const url = whole(raw, MOST.urlChars)?.trim().replaceAll('&amp;', '&');
  return url !== undefined && /^(?:https?:\/\/|\/)[^\s]/i.test(url) ? url : undefined;
};

/** A status, a code, a name: shown to people and compared with what we know. */
export const word: Reader<string> = (raw) => {
  const line = lineOf(raw, MOST.wordChars);
  return line === '' ? undefined : line;
};

const messageNames = ['message', 'msg', 'reason', 'detail', 'description', 'title', 'error', 'text'];

/** A sentence for people; an object is searched for its message. */
export const text: Reader<string> = (raw) => {
  const held: unknown = Array.isArray(raw) ? raw[0] : raw;
  if (held === '') return undefined;
  const own = lineOf(held, MOST.textChars);
  if (own !== undefined) return own;
  const byName = new Map(
    Object.entries(asObject(held) ?? {})
      .slice(0, MOST.names)
      .map(([name, value]) => [folded(name), lineOf(value, MOST.textChars)]),
  );
  const found = messageNames.map((name) => byName.get(name)).find((message) => message !== undefined);
  const all = [...byName.values()].filter((value) => value !== undefined).join(', ');
  return found === undefined && all === '' ? undefined : oneLine(found ?? all, MOST.textChars);
};

/** A documented value, or one that the service added since. */
export type Open<Known extends string> = Known | (string & Record<never, never>);

/**
 * Returns a documented word in our spelling, any other unchanged. Some services prefix its type:
 * `JOB_STATUS_COMPLETED`.
 */
export function wordAmong<Known extends string>(known: readonly Known[]): Reader<Open<Known>> {
  const byFolded = new Map(known.map((one) => [folded(one), one]));
  return (raw) => {
    const given = word(raw);
    if (given === undefined) return undefined;
    const name = folded(given);
    return byFolded.get(name) ?? byFolded.get(name.replace(/^.*(?:status|state)/, '')) ?? given;
  };
}

export const count: Reader<number> = (raw) => {
  const digits = scalar(raw, MOST.wordChars)?.trim();
  const number = digits === undefined || digits === '' ? NaN : Number(digits);
  return Math.abs(number) <= MOST.count ? number : undefined;
};

const flags = new Map([
  ...['true', '1', 'yes'].map((yes) => [yes, true] as const),
  ...['false', '0', 'no'].map((no) => [no, false] as const),
]);
export const flag: Reader<boolean> = (raw) => flags.get(folded(scalar(raw, MOST.wordChars) ?? ''));
/** Reads a flag of which only `true` has a meaning. */
export const yes: Reader<boolean> = (raw) => (flag(raw) === true ? true : undefined);

/** A smaller number since the epoch is in seconds: in milliseconds it would be before March 1973. */
const SECONDS_BELOW = 1e11;

/** A moment as ISO 8601. One without a time zone is in UTC, as the service's are, never in a worker's own zone. */
export const time: Reader<string> = (raw) => {
  const value = scalar(raw, MOST.wordChars)?.trim() ?? '';
  const number = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : null;
  const ms =
    number === null
      ? Date.parse(isZoneless(value) ? `${value}Z` : value)
      : number * (number < SECONDS_BELOW ? 1000 : 1);
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : undefined;
};

function isZoneless(value: string): boolean {
  return /[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?$/i.test(value);
}

/** A list of words, or one text that names them with commas between. */
export const words: Reader<string[]> = (raw) => {
  const list = unquoted(raw);
  const held = typeof list === 'string' ? list.slice(0, MOST.verbatimChars).split(',') : list;
  const items: unknown[] = Array.isArray(held)
    ? held
    : Object.entries(asObject(held) ?? {}).map(([key, value]) => (/^\d+$/.test(key) ? value : key));
  const read = items.slice(0, MOST.words).flatMap((item) => {
    const named = word(item) ?? word(asObject(item)?.code ?? asObject(item)?.language);
    return named === undefined ? [] : [named.trim()];
  });
  return read.length > 0 ? read : undefined;
};

const languageNames = ['language', 'lang', 'locale', 'code', 'key'];
const textNames = ['translation', 'text', 'content', 'value'];

/**
 * Texts by language, as a map, as a list of pairs, or as the JSON text of either. A language without a text is absent.
 */
export const translations: Reader<Record<string, string>> = (raw) => {
  if (isEmpty(raw)) return undefined;
  const held = unquoted(raw);
  const of = (object: Record<string, unknown>, names: string[]): unknown =>
    object[names.find((name) => name in object) ?? ''];
  const pairs: [unknown, unknown][] = Array.isArray(held)
    ? held.map((pair: unknown) => {
        if (Array.isArray(pair)) return [pair[0], pair[1]];
        const object = asObject(pair) ?? {};
        return [of(object, languageNames), of(object, textNames)];
      })
    : Object.entries(asObject(held) ?? {});
  const read = pairs.flatMap(([language, translation]): [string, string][] => {
    const object = asObject(translation);
    const [code, content] = [id(language), verbatim(object === null ? translation : of(object, textNames))];
    return code === undefined || content === undefined ? [] : [[code, content]];
  });
  return Object.fromEntries(read);
};
