/**
 * A reply is read by need. A table names the facts of a reply: those without which it cannot be used, and those that
 * are taken where they can be read. Nothing else in a reply is read, so nothing else can cause a failure. A fact is
 * found under its name in any spelling, in the object that has the needed facts or in one around it.
 */
import { folded, isEmpty, type Reader } from './readers';
import { asObject, unquoted } from './reply-text';

const listNames = ['items', 'list', 'data', 'results', 'rows', 'records', 'content', 'edges', 'nodes'];

/** How deep the needed facts may lie, and how many objects are searched for them. */
const MOST = { depth: 4, places: 200, items: 10_000, names: 1000 } as const;

export interface Fact<Value> {
  read: Reader<Value>;
  /** Aliases of the name: other names, paths such as `job.id`, and `.` for the object around it. */
  names: readonly string[];
  isNeeded: boolean;
  fallback: Value | undefined;
  /** The table of the nested object, or of each item of the list. */
  inner?: Table<unknown>;
  /** For a list: whether every item is needed where the list exists, or only those that can be read. */
  items?: 'all' | 'some';
}

type Facts = Record<string, Fact<unknown>>;
/** The facts, with all other fields of the object, which are only shown to people. */
type Read<Of extends Facts> = Record<string, unknown> & {
  [Name in keyof Of]: Of[Name] extends Fact<infer Value> ? Value : never;
};

type Found<Data> = { data: Data } | { missing: string };

export interface Table<Data> {
  /** Paths of facts. Without one of each group a reply cannot be used. */
  readonly needs: readonly (readonly string[])[];
  readonly read: (given: unknown) => Found<Data>;
}

export type DataOf<Of> = Of extends Table<infer Data> ? Data : never;

export function need<Value>(read: Reader<Value>, ...names: string[]): Fact<Value> {
  return { read, names, isNeeded: true, fallback: undefined };
}

export function maybe<Value>(read: Reader<Value>, ...names: string[]): Fact<Value | null> {
  return { read, names, isNeeded: false, fallback: null };
}

export function want<Value>(read: Reader<Value>, fallback: NoInfer<Value>, ...names: string[]): Fact<Value> {
  return { read, names, isNeeded: false, fallback };
}

/** Every item of the list must be read: one that is left out would be missed. */
export function needAll<Item>(item: Table<Item>, ...names: string[]): Fact<Item[]> {
  return { ...need(listReader(item, true), ...names), inner: item, items: 'all' };
}

/** Items that cannot be read are left out. */
export function needSome<Item>(item: Table<Item>, ...names: string[]): Fact<Item[]> {
  return { ...need(listReader(item, false), ...names), inner: item, items: 'some' };
}

export function needOne<Data>(item: Table<Data>, ...names: string[]): Fact<Data> {
  return { ...need(reading(item), ...names), inner: item };
}

/** As `needAll`, but the list itself may be missing. */
export function wantAll<Item>(item: Table<Item>, ...names: string[]): Fact<Item[]> {
  return { ...needAll(item, ...names), isNeeded: false, fallback: [] };
}

/** An object without needed facts: a missing one reads as an empty one. */
export function wantOne<Data>(item: Table<Data>, ...names: string[]): Fact<Data> {
  const empty = item.read({});
  if ('missing' in empty) throw new TypeError(`an empty object has no ${empty.missing}`);
  return want<Data>(reading(item), empty.data, ...names);
}

export function wantSome<Item>(item: Table<Item>, ...names: string[]): Fact<Item[]> {
  return want(listReader(item, false), [], ...names);
}

export function reading<Data>(table: Table<Data>): Reader<Data> {
  return (given) => {
    const found = table.read(given);
    return 'data' in found ? found.data : undefined;
  };
}

interface TableOptions<Of extends Facts> {
  /** At least one fact of each group is needed. */
  oneOf?: readonly (readonly (keyof Of & string)[])[];
  /** The name of the object that holds the facts, where the reply has other objects next to it. */
  called?: string;
  /** Whether a bare scalar is read as the first fact. */
  isBare?: boolean;
}

export function table<Of extends Facts>(facts: Of, options: TableOptions<Of> = {}): Table<Read<Of>> {
  const entries = Object.entries<Fact<unknown>>(facts);
  const { oneOf = [], called, isBare = false } = options;

  const missingIn = (place: Place): string | null => {
    const isGiven = ([name, fact]: [string, Fact<unknown>]): boolean =>
      valueIn(place, name, fact) !== undefined;
    const lacking = entries.find(
      ([name, fact]) =>
        (fact.isNeeded || (fact.items === 'all' && firstGiven(place, name, fact) !== undefined)) &&
        !isGiven([name, fact]),
    );
    if (lacking !== undefined) return missingPath(place, ...lacking);
    const isMet = (group: readonly string[]): boolean =>
      entries.filter(([name]) => group.includes(name)).some(isGiven);
    return oneOf.find((group) => !isMet(group))?.join(' or ') ?? null;
  };

  const dataIn = (places: Place): Read<Of> => {
    const read = entries.map(([name, fact]) => [name, valueIn(places, name, fact) ?? fact.fallback]);
    return { ...places[0], ...Object.fromEntries(read) } as Read<Of>;
  };

  return {
    needs: [
      ...entries.flatMap(([name, { isNeeded, inner }]) => [
        ...(isNeeded ? [[name]] : []),
        ...(inner?.needs ?? []).map((group) => group.map((path) => `${name}.${path}`)),
      ]),
      ...oneOf,
    ],
    read: onceEach((given): Found<Read<Of>> => {
      const [only] = entries;
      const isOnly = isBare && only !== undefined && typeof given !== 'object';
      const places = placesIn(isOnly ? { [only[0]]: given } : given, called);
      const place = places.find((candidate) => missingIn(candidate) === null);
      return place === undefined
        ? { missing: missingIn(places[0] ?? NOWHERE) ?? 'data' }
        : { data: dataIn(place) };
    }),
  };
}

/** A table whose facts are mapped to another form. `prepare` changes the reply before it is read. */
export function mapped<From, To>(
  from: Table<From>,
  map: (data: From) => To,
  prepare: (given: unknown) => unknown = (given) => given,
): Table<To> {
  return {
    needs: from.needs,
    read: (given) => {
      const found = from.read(prepare(given));
      return 'data' in found ? { data: map(found.data) } : found;
    },
  };
}

/** The table of a reply without needed facts: only its arrival matters. */
export const nothing: Table<Record<string, unknown>> = {
  needs: [],
  read: (given) => ({ data: asObject(given) ?? {} }),
};

type Held = Readonly<Record<string, unknown>>;
/** An object, and what wraps it, from the inside to the outside. */
type Place = readonly [Held, ...Held[]];
const NOWHERE: Place = [{}];

/**
 * Searches the object of its own name first, then from the outside to the inside. The reply may be the list, or contain
 * it.
 */
function placesIn(value: unknown, called: string | undefined): Place[] {
  const given = unquoted(value);
  const outer = Array.isArray(given)
    ? [...(given.length === 1 ? (given as unknown[]) : []), { items: given }]
    : [given];
  const places = outer.map(asObject).flatMap((held): Place[] => (held === null ? [] : [[held]]));
  const named: Place[] = [];
  for (const place of places) {
    if (places.length >= MOST.places) break;
    if (place.length >= MOST.depth) continue;
    for (const name of Object.keys(place[0]).slice(0, MOST.places)) {
      const object = asObject(place[0][name]);
      if (object === null) continue;
      const inner: Place = [object, ...place];
      places.push(inner);
      if (called !== undefined && folded(name) === called) named.push(inner);
    }
  }
  return places.length === 0 ? [NOWHERE] : [...named, ...places];
}

function valueIn<Value>(place: Place, name: string, fact: Fact<Value>): Value | undefined {
  for (const given of valuesNamed(place, name, fact)) {
    const value = fact.read(given);
    if (value !== undefined) return value;
  }
  return undefined;
}

function firstGiven(place: Place, name: string, fact: Fact<unknown>): unknown {
  for (const given of valuesNamed(place, name, fact)) if (!isEmpty(given)) return given;
  return undefined;
}

/** A list or an object may be next to the object that it belongs to. A scalar next to it is about something else. */
function* valuesNamed(place: Place, name: string, fact: Fact<unknown>): Generator {
  for (const [distance, held] of place.entries()) {
    for (const alias of [name, ...fact.names]) {
      const given = valueAt(held, alias);
      if (given !== undefined && (distance === 0 || typeof given === 'object')) yield given;
    }
  }
  // A needed list may be under a usual name instead of its own.
  const usual = fact.isNeeded && fact.items !== undefined ? listNames : [];
  for (const alias of usual) {
    const given = place[0][alias];
    if (Array.isArray(given)) yield given;
  }
}

function valueAt(held: Held, path: string): unknown {
  if (path === '.') return held;
  const [first = '', ...rest] = path.split('.');
  const given = valueNamed(held, first);
  if (rest.length === 0) return given;
  const inner = asObject(given);
  return inner === null ? undefined : valueAt(inner, rest.join('.'));
}

/** Finds a value whatever the spelling of its name. */
export function valueNamed(held: Held, name: string): unknown {
  if (held[name] !== undefined) return held[name];
  let spelled = spellings.get(held);
  if (spelled === undefined) {
    const names = Object.keys(held).slice(0, MOST.names).reverse();
    spelled = new Map(names.map((key) => [folded(key), key]));
    spellings.set(held, spelled);
  }
  const key = spelled.get(folded(name));
  return key === undefined ? undefined : held[key];
}

/** Caches how an object spells its names, because it is searched for many names, and may have very many. */
const spellings = new WeakMap<Held, ReadonlyMap<string, string>>();

/** Extends the path into the nested object or list item that lacks a fact. */
function missingPath(place: Place, name: string, fact: Fact<unknown>): string {
  const given = firstGiven(place, name, fact);
  for (const item of fact.items !== undefined ? (itemsIn(given) ?? []) : [given]) {
    const found = fact.inner?.read(item);
    if (found !== undefined && 'missing' in found) return `${name}.${found.missing}`;
  }
  return name;
}

function listReader<Item>(item: Table<Item>, isWhole: boolean): Reader<Item[]> {
  return onceEach((given) => {
    const items = itemsIn(given);
    if (items === null || (isWhole && items.length > MOST.items)) return undefined;
    const read = items.slice(0, MOST.items).flatMap((entry): Item[] => {
      const found = item.read(entry);
      return 'data' in found ? [found.data] : [];
    });
    const isRead = isWhole ? read.length === items.length : read.length > 0 || items.length === 0;
    return isRead ? read : undefined;
  });
}

/** Caches the value, because it is read for every object that it may belong to. */
function onceEach<Value>(read: (given: unknown) => Value): (given: unknown) => Value {
  const known = new WeakMap<object, { value: Value }>();
  return (given) => {
    if (typeof given !== 'object' || given === null) return read(given);
    const found = known.get(given) ?? { value: read(given) };
    known.set(given, found);
    return found.value;
  };
}

/**
 * A list may be bare, under a usual name, under the only name, in groups, or keyed; a keyed item gets its key as `key`.
 */
function itemsIn(value: unknown): unknown[] | null {
  const given = unquoted(value);
  if (Array.isArray(given)) return given as unknown[];
  if (isEmpty(given)) return [];
  const object = asObject(given);
  if (object === null) return null;
  const isList = (value: unknown): value is unknown[] => Array.isArray(value);
  const usual = listNames.map((name) => object[name]).find(isList);
  const lists = usual === undefined ? Object.values(object).filter(isList) : [usual];
  if (lists.length === 1 || lists.length === Object.keys(object).length) return lists.flat();
  return Object.entries(object).map(([key, entry]) => {
    const held = asObject(entry);
    return held === null ? { key, value: entry } : { key, ...held };
  });
}
