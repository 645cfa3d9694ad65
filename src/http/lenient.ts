/**
 * How a reply's values are read where a service may say the same in several ways: an id as a number, a number as a
 * text, a list bare, named or keyed, a time in ISO or since the epoch, null for what is left out. What is read is
 * bounded, so that no reply can fill a history: words and texts are cut, lists end.
 */
import * as z from 'zod';
import { asObject } from './reply-text';

const MOST = {
  idChars: 512,
  wordChars: 200,
  textChars: 2000,
  cursorChars: 4096,
  verbatimChars: 100_000,
  listItems: 10_000,
  words: 1000,
  count: 1e15,
} as const;

/** Also what is left out. */
const anything = z.unknown().optional();

const scalar = z.union([z.string(), z.number(), z.boolean(), z.bigint()]).transform(String);

/** Names a thing in a later call: never cut, for a part of it would name another. */
export const identifier = scalar.pipe(z.string().trim().min(1).max(MOST.idChars));

/** A status, a code, a name of something: shown to people and compared with what we know. */
export const word = scalar.transform((value) => cut(onOneLine(value), MOST.wordChars));
const text = scalar.transform((value) => cut(onOneLine(value), MOST.textChars));

/** What people wrote, and what goes back to the service: as it is. */
export const verbatim = scalar.pipe(z.string().max(MOST.verbatimChars));
export const verbatimOrEmpty = orElse(verbatim, '');
/** Where a list goes on: never cut, and kept nowhere. */
export const cursor = scalar.pipe(z.string().max(MOST.cursorChars));

export const wordOrNull = orNull(word);
export const wordOrEmpty = orElse(word, '');
export const textOrNull = orNull(text);
export const textOrEmpty = orElse(text, '');
export const identifierOrNull = orNull(identifier);

/** A number, or null for anything that is none. */
export const countOrNull = anything.transform((value) => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Math.abs(number) <= MOST.count ? number : null;
});
export const countOrZero = countOrNull.transform((count) => count ?? 0);

const yes = new Set<unknown>([true, 1, '1', 'true', 'yes']);
const no = new Set<unknown>([false, 0, '0', 'false', 'no']);

/** Yes or no, or null where it is not said. */
export const flagOrNull = anything.transform((value) =>
  yes.has(folded(value)) ? true : no.has(folded(value)) ? false : null,
);
export const flag = flagOrNull.transform((value) => value === true);

/** Before this many, a number since the epoch is of seconds: as milliseconds it would be a day of 1973. */
const SECONDS_BELOW = 1e11;

/** A moment as ISO 8601, or null where none can be read. */
export const timeOrNull = anything.transform((value) => {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  const ms =
    typeof number === 'number'
      ? number < SECONDS_BELOW
        ? number * 1000
        : number
      : typeof number === 'string'
        ? Date.parse(hasZone(number) ? number : `${number}Z`)
        : NaN;
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : null;
});

/** Each one that can be read; what cannot is left out, for it may be none of ours. A list of such alone is none. */
export function listOf<Item extends z.ZodType>(item: Item, names: readonly string[] = []) {
  return anything.transform((value, ctx): z.output<Item>[] => {
    const items = itemsIn(value, names);
    const readable = (items ?? []).slice(0, MOST.listItems).flatMap((entry): z.output<Item>[] => {
      const { success, data } = item.safeParse(entry);
      return success ? [data] : [];
    });
    if (readable.length > 0 || items?.length === 0) return readable;
    ctx.addIssue({ code: 'custom', message: 'no list' });
    return z.NEVER;
  });
}

/** Every one of them, for where one that is left out would be missed. */
export function wholeListOf<Item extends z.ZodType>(item: Item) {
  return anything.transform((value) => itemsIn(value, [])).pipe(z.array(item).max(MOST.listItems));
}

/** A list that we can do without. */
export function anyOf<Item extends z.ZodType>(item: Item) {
  return listOf(item).catch([]);
}
export const words = anyOf(word).transform((all) => all.slice(0, MOST.words));

/** The object itself where it has one of these fields, or what it wraps that has. */
export function holding<Schema extends z.ZodType>(fields: readonly string[], schema: Schema) {
  return z.preprocess((value) => {
    const holds = (candidate: unknown): boolean =>
      fields.some((field) => asObject(candidate)?.[field] !== undefined);
    if (holds(value)) return value;
    return Object.values(asObject(value) ?? {}).find(holds) ?? value;
  }, schema);
}

/** The first of these fields that an object has. */
export function firstOf(value: unknown, fields: readonly string[]): unknown {
  const object = asObject(value) ?? {};
  const name = fields.find((field) => object[field] !== undefined && object[field] !== null);
  return name === undefined ? undefined : object[name];
}

export function orElse<Schema extends z.ZodType>(schema: Schema, fallback: z.output<Schema>) {
  return schema.nullish().transform((value): z.output<Schema> => value ?? fallback);
}

function orNull<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? null);
}

/** Bare, under one of the names, under the only name there is, or keyed: then each item gets its key as `key`. */
function itemsIn(value: unknown, names: readonly string[]): unknown[] | null {
  if (isList(value)) return value;
  const object = asObject(value);
  if (object === null || Object.keys(object).length === 0) return null;
  const named = firstOf(object, names);
  if (named !== undefined) return itemsIn(named, names);
  const lists = Object.values(object).filter(isList);
  if (lists.length === 1) return lists[0] ?? [];
  return Object.entries(object).map(([key, entry]) =>
    asObject(entry) === null ? { key, value: entry } : { key, ...asObject(entry) },
  );
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

/** A time of day without a zone is that of the service, which keeps UTC as far as is known; never that of a worker. */
function hasZone(text: string): boolean {
  return !/[T ]\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?$/i.test(text.trim());
}

function folded(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}

/** It is quoted in texts of several lines, where it must not pass for one of them. */
function onOneLine(value: string): string {
  return value.replace(/\s*[\r\n\u2028\u2029]\s*/g, ' ').trim();
}

function cut(value: string, length: number): string {
  return value.length > length ? `${value.slice(0, length)}…` : value;
}
