/**
 * A reply as another service would have written it: one field at a time in another spelling, or without what it says.
 * A change goes to every place of a path (`items.id` is the id of each item), so that its name means the same in every
 * reply of an endpoint.
 */
type Kind =
  /** Says the same. */
  | 'spelling'
  /** The field says nothing any more. */
  | 'gone'
  /** What the field says may be read, or not; never as something else. */
  | 'unreadable'
  /** The field says something else. */
  | 'other';

export interface Mutation {
  /** Path and change. */
  name: string;
  kind: Kind;
  /** Below `data`; null for a field of the envelope. */
  path: string | null;
  text: string;
  /** What it says in the documented spelling, where that is not what the reply says. */
  says: string | null;
}

export interface MutationOptions {
  /** Where the fields stand that are needed; null where the whole is one object, as a callback is. */
  envelope?: 'data' | null;
  /** The one mutation that is wanted, by its name. */
  only?: string;
}

type Key = string | number;
type Place = readonly Key[];
type Held = Record<string, unknown>;

const SAME = Symbol('nothing to change');
const GONE = Symbol('no field');

/** What a field says instead; `index` tells its places apart. */
type Changing = (value: unknown, field: string, index: number) => unknown;

/** What goes into JSON without quotes: JavaScript has no such number. */
const bareInteger = (digits: bigint): string => `@integer ${digits}@`;
/** Odd ones are no number of JavaScript's. */
const beyond = (at: number): bigint => 2n ** 53n + 1n + 2n * BigInt(at);
const HUGE = 'x'.repeat(200_000);
const isIdName = (field: string): boolean => /(^|_)id$|[a-z]Id$/.test(field);

const whereText =
  (of: (text: string, field: string, index: number) => unknown): Changing =>
  (value, field, index) =>
    typeof value === 'string' && value !== '' ? of(value, field, index) : SAME;
const whereId = (of: (index: number) => unknown): Changing =>
  whereText((_text, field, index) => (isIdName(field) ? of(index) : SAME));
const whereWord = (of: (word: string) => unknown): Changing =>
  whereText((word, field) =>
    /(status|stage|step|type|mode|kind|role|platform|format)$/i.test(field) ? of(word) : SAME,
  );
const whereTime = (of: (ms: number) => unknown): Changing =>
  whereText((text) => (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? of(Date.parse(text)) : SAME));
const where =
  <Type>(isOfType: (value: unknown) => value is Type, of: (value: Type) => unknown): Changing =>
  (value) =>
    isOfType(value) ? of(value) : SAME;

/** By name: what it does to what is said, how, and where that is another thing, how the documents would say it. */
const changes: Readonly<Record<string, readonly [Kind, Changing, documented?: Changing]>> = {
  removed: ['gone', () => GONE],
  'removed from the first': ['gone', (_value, _field, index) => (index === 0 ? GONE : SAME)],
  null: ['gone', () => null],
  'an empty text': ['gone', (value) => (typeof value === 'string' || value === null ? '' : SAME)],
  'an empty list': ['gone', (value) => (typeof value === 'object' ? [] : SAME)],
  'an empty map': ['gone', (value) => (typeof value === 'object' ? {} : SAME)],
  'a number as text': ['spelling', where(isNumber, String)],
  'a flag as a number': ['spelling', where(isFlag, Number)],
  'a flag as a text': ['spelling', where(isFlag, String)],
  'in an object': ['unreadable', (value) => (typeof value === 'object' ? SAME : { value })],
  'in a list': ['unreadable', (value) => (typeof value === 'object' ? SAME : [value])],
  'a text': ['other', (value) => (typeof value === 'object' && value !== null ? '45%' : SAME)],
  'a list as a text': ['spelling', where(isList, (list) => JSON.stringify(list))],
  'a list by its places': ['spelling', where(isList, (list) => Object.fromEntries(list.entries()))],
  'a list by its ids': ['spelling', where(isList, byIds)],
  'a map in pairs': ['unreadable', where(isHeld, (map) => Object.entries(map))],
  'in the other case': ['spelling', whereWord(inOtherCase)],
  'with hyphens': ['spelling', whereWord((word) => word.replace(/_/g, '-'))],
  'with blanks': ['spelling', whereWord((word) => word.replace(/[-_]/g, ' '))],
  'another word': ['other', whereWord(() => 'some_other_word')],
  'a number for an id': ['spelling', whereId((at) => 4021 + at), whereId((at) => String(4021 + at))],
  'a number beyond 2^53': [
    'spelling',
    whereId((at) => bareInteger(beyond(at))),
    whereId((at) => String(beyond(at))),
  ],
  'a huge id': ['unreadable', whereId(() => HUGE)],
  'a huge text': ['other', whereText((_text, field) => (isIdName(field) ? SAME : HUGE))],
  'in another zone': ['spelling', whereTime(inTokyo)],
  'without a zone': ['spelling', whereTime((ms) => new Date(ms).toISOString().slice(0, -1))],
  'since the epoch': ['spelling', whereTime((ms) => ms)],
  'seconds since the epoch': ['spelling', whereTime((ms) => Math.floor(ms / 1000))],
};

function byIds(list: unknown[]): unknown {
  const ids = list.map((item) => (isHeld(item) ? item.id : undefined));
  return ids.every((id) => typeof id === 'string')
    ? Object.fromEntries(ids.map((id, at) => [id, list[at]]))
    : SAME;
}

function inOtherCase(word: string): string {
  return word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase();
}

function inTokyo(ms: number): string {
  return new Date(ms + 9 * 3_600_000).toISOString().replace('Z', '+09:00');
}

/** Their keys are data, such as languages. */
const maps = new Set(['translations', 'byPlatform', 'detail']);

const spellings: Readonly<Record<string, (words: string[]) => string>> = {
  'camel case': ([first = '', ...rest]) => first + rest.map(capital).join(''),
  'snake case': (words) => words.join('_'),
  'kebab case': (words) => words.join('-'),
  'upper case': (words) => words.join('_').toUpperCase(),
};

/** Beside what an object says; the second stands before it, and looks like something that is asked for. */
const strangers: Readonly<Record<string, (held: Held) => Held>> = {
  'a text that is not documented beside': (held) => ({ ...held, unheard_of: 'something' }),
  'an object that is not documented before': (held) => ({
    author: { id: 'usr_9', name: 'Somebody', status: 'failed' },
    ...held,
  }),
};

/** Every change of every field, in the same order for the same reply. */
export function* mutationsOf(text: string, options: MutationOptions = {}): Generator<Mutation> {
  const { envelope = 'data', only } = options;
  const whole: unknown = JSON.parse(text);
  const isWanted = (name: string): boolean => only === undefined || name === only;
  const pathOf = (spot: string): string | null => {
    if (envelope === null) return spot;
    if (spot === envelope) return '';
    return spot.startsWith(`${envelope}.`) ? spot.slice(envelope.length + 1) : null;
  };
  const mutation = (name: string, kind: Kind, path: string | null, changed: unknown): Mutation => ({
    name,
    kind,
    path,
    text: written(changed),
    says: null,
  });
  const spots = spotsIn(whole);

  for (const [spot, places] of spots) {
    const field = lastOf(spot);
    const path = pathOf(spot);
    for (const [change, [kind, of, documented]] of Object.entries(changes)) {
      const name = `${spot}: ${change}`;
      if (!isWanted(name) || (change === 'removed from the first' && places.length < 2)) continue;
      const by = (changing: Changing): unknown =>
        changedAt(whole, places, (value, index) => changing(value, field, index));
      const changed = by(of);
      if (changed === SAME) continue;
      const says = documented === undefined ? null : written(by(documented));
      yield { ...mutation(name, kind, path, changed), says };
    }
    if (maps.has(lastOf(spot, 1))) continue;
    for (const [spelling, spell] of Object.entries(spellings)) {
      const name = `${spot}: its name in ${spelling}`;
      const spelled = spell(wordsOf(field));
      if (!isWanted(name) || spelled === field) continue;
      yield mutation(name, 'spelling', path, renamedAt(whole, places, spelled));
    }
  }
  const ids = envelope === null ? [] : [...spots].filter(([spot]) => pathOf(spot) !== null);
  for (const [spot, places] of ids) {
    const noun = nounOf(lastOf(spot));
    if (noun === null || !isFirst(whole, places)) continue;
    const inObject = changedAt(whole, places, (id) => ({ id }));
    yield mutation(
      `${spot}: in an object of its own`,
      'spelling',
      pathOf(spot),
      renamedAt(inObject, places, noun),
    );
    yield mutation(`${spot}: its name id alone`, 'spelling', pathOf(spot), renamedAt(whole, places, 'id'));
  }
  for (const [spot, places] of [['', [[]]] as [string, Place[]], ...spots]) {
    if (maps.has(lastOf(spot))) continue;
    for (const [stranger, add] of Object.entries(strangers)) {
      const name = `${spot}: ${stranger}`;
      const changed = isWanted(name) ? changedAt(whole, places, (value) => inEach(value, add)) : SAME;
      if (changed !== SAME) yield mutation(name, 'spelling', pathOf(spot), changed);
    }
  }
  if (envelope !== null && isHeld(whole) && envelope in whole) {
    const { [envelope]: data } = whole;
    yield mutation('one wrapper more, result', 'spelling', null, { ...whole, [envelope]: { result: data } });
    yield mutation('one wrapper more, data', 'spelling', null, { ...whole, [envelope]: { data } });
    if (isHeld(data)) yield mutation('in a list', 'spelling', null, { ...whole, [envelope]: [data] });
    // A number that is no code of an error, beside what says success.
    for (const code of 'code' in whole ? [200, -1] : [])
      yield mutation(`code ${code}`, 'spelling', null, { ...whole, code });
    // Without anything in it and around it, it could be anything.
    if (written(data) !== '{}') yield mutation('no envelope', 'spelling', null, data);
  }
  yield { ...mutation('a byte order mark', 'spelling', null, whole), text: `\uFEFF${text}` };
}

/** The same change of another reply; null where that has no such field. */
export function mutated(text: string, name: string): string | null {
  for (const mutation of mutationsOf(text, { only: name })) if (mutation.name === name) return mutation.text;
  return null;
}

function inEach(value: unknown, add: (held: Held) => Held): unknown {
  if (isHeld(value)) return add(value);
  if (!isList(value) || !value.some(isHeld)) return SAME;
  return value.map((item) => (isHeld(item) ? add(item) : item));
}

/** Paths without the places in lists, each with where it stands. */
function spotsIn(whole: unknown): Map<string, Place[]> {
  const spots = new Map<string, Place[]>();
  const walk = (value: unknown, spot: string, place: Place): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value as Held)) {
      const isItem = Array.isArray(value);
      const name = isItem ? spot : spot === '' ? key : `${spot}.${key}`;
      const at = [...place, isItem ? Number(key) : key];
      if (!isItem) spots.set(name, [...(spots.get(name) ?? []), at]);
      walk(inner, name, at);
    }
  };
  walk(whole, '', []);
  return spots;
}

function changedAt(
  whole: unknown,
  places: readonly Place[],
  of: (value: unknown, index: number) => unknown,
): unknown {
  const changed = places.flatMap((place, index) => {
    const said = valueAt(whole, place);
    const value = of(said, index);
    return value === SAME || value === said ? [] : [{ place, value }];
  });
  if (changed.length === 0) return SAME;
  return changed.reduce<unknown>((before, { place, value }) => withValue(before, place, value), whole);
}

function withValue(held: unknown, [key, ...deeper]: Place, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(held))
    return held.map((item: unknown, at) => (at === key ? withValue(item, deeper, value) : item));
  return Object.fromEntries(
    Object.entries(held as Held).flatMap(([name, inner]) => {
      if (name !== key) return [[name, inner]];
      const changed = withValue(inner, deeper, value);
      return changed === GONE ? [] : [[name, changed]];
    }),
  );
}

/** Where they were: the order of fields is no part of a spelling. */
function renamedAt(whole: unknown, places: readonly Place[], name: string): unknown {
  return places.reduce<unknown>((before, place) => {
    const above = place.slice(0, -1);
    const held = Object.entries(valueAt(before, above) as Held);
    const key = place.at(-1);
    return withValue(
      before,
      above,
      Object.fromEntries(held.map(([own, value]) => [own === key ? name : own, value])),
    );
  }, whole);
}

function valueAt(whole: unknown, place: Place): unknown {
  return place.reduce<unknown>((value, key) => (value as Held)[key], whole);
}

function lastOf(spot: string, before = 0): string {
  return spot.split('.').at(-1 - before) ?? '';
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[-_]/);
}

/** Of what an id is one; null where the name says none, or is none of an id. */
function nounOf(name: string): string | null {
  return /^(\w+?)_?id$/i.exec(name)?.[1] ?? null;
}

/** What an object begins with is what it is called by; further ids in it are of other things. */
function isFirst(whole: unknown, places: readonly Place[]): boolean {
  return places.every((place) => {
    const held = valueAt(whole, place.slice(0, -1)) as Held;
    return Object.keys(held)[0] === place.at(-1) && !('id' in held);
  });
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** With something in it. */
function isHeld(value: unknown): value is Held {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
  );
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function written(value: unknown): string {
  return JSON.stringify(value).replace(/"@integer (\d+)@"/g, '$1');
}
