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
}

type Key = string | number;
type Place = readonly Key[];
type Held = Record<string, unknown>;

const SAME = Symbol('nothing to change');
const GONE = Symbol('no field');

interface Change {
  name: string;
  kind: Kind;
  /** What a field says instead; `index` tells its places apart. */
  of: (value: unknown, field: string, index: number) => unknown;
  says?: Change['of'];
}

/** What goes into JSON without quotes: JavaScript has no such number. */
const bareInteger = (digits: bigint): string => `@integer ${digits}@`;
const BEYOND = 2n ** 53n + 1n;
const HUGE = 'x'.repeat(200_000);
const isIdName = (field: string): boolean => /(^|_)id$|[a-z]Id$/.test(field);

const change = (name: string, kind: Kind, of: Change['of'], says?: Change['of']): Change => ({
  name,
  kind,
  of,
  ...(says && { says }),
});
const whereText =
  (of: (text: string, field: string, index: number) => unknown): Change['of'] =>
  (value, field, index) =>
    typeof value === 'string' && value !== '' ? of(value, field, index) : SAME;
const whereId = (of: (index: number) => unknown): Change['of'] =>
  whereText((_text, field, index) => (isIdName(field) ? of(index) : SAME));
const whereWord = (of: (word: string) => unknown): Change['of'] =>
  whereText((word, field) =>
    /(status|stage|step|type|mode|kind|role|platform|format)$/i.test(field) ? of(word) : SAME,
  );
const whereTime = (of: (ms: number) => unknown): Change['of'] =>
  whereText((text) => (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? of(Date.parse(text)) : SAME));
const whereList =
  (of: (list: unknown[]) => unknown): Change['of'] =>
  (value) =>
    Array.isArray(value) && value.length > 0 ? of(value) : SAME;
const whereMap =
  (of: (map: Held) => unknown): Change['of'] =>
  (value) =>
    isHeld(value) && Object.keys(value).length > 0 ? of(value) : SAME;

const changes: readonly Change[] = [
  change('removed', 'gone', () => GONE),
  change('removed from the first', 'gone', (_value, _field, index) => (index === 0 ? GONE : SAME)),
  change('null', 'gone', (value) => (value === null ? SAME : null)),
  change('an empty text', 'gone', (value) => (typeof value === 'string' || value === null ? '' : SAME)),
  change('an empty list', 'gone', (value) => (typeof value === 'object' ? [] : SAME)),
  change('an empty map', 'gone', (value) => (typeof value === 'object' ? {} : SAME)),
  change('a number as text', 'spelling', (value) => (typeof value === 'number' ? String(value) : SAME)),
  change('a flag as a number', 'spelling', (value) => (typeof value === 'boolean' ? Number(value) : SAME)),
  change('a flag as a text', 'spelling', (value) => (typeof value === 'boolean' ? String(value) : SAME)),
  change('in an object', 'unreadable', (value) => (typeof value === 'object' ? SAME : { value })),
  change('in a list', 'unreadable', (value) => (typeof value === 'object' ? SAME : [value])),
  change('a text', 'other', (value) => (typeof value === 'object' && value !== null ? '45%' : SAME)),
  change(
    'a list by its places',
    'spelling',
    whereList((list) => ({ ...list })),
  ),
  change(
    'a list by its ids',
    'spelling',
    whereList((list) => {
      const ids = list.map((item) => (isHeld(item) ? item.id : undefined));
      return ids.every((id) => typeof id === 'string')
        ? Object.fromEntries(ids.map((id, at) => [id, list[at]]))
        : SAME;
    }),
  ),
  change(
    'a map in pairs',
    'unreadable',
    whereMap((map) => Object.entries(map)),
  ),
  change(
    'in the other case',
    'spelling',
    whereWord((word) => (word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase())),
  ),
  change(
    'with hyphens',
    'spelling',
    whereWord((word) => word.replace(/_/g, '-')),
  ),
  change(
    'with blanks',
    'spelling',
    whereWord((word) => word.replace(/[-_]/g, ' ')),
  ),
  change(
    'another word',
    'other',
    whereWord(() => 'unheard_of'),
  ),
  change(
    'a number for an id',
    'spelling',
    whereId((at) => 4021 + at),
    whereId((at) => String(4021 + at)),
  ),
  change(
    'a number beyond 2^53',
    'spelling',
    whereId((at) => bareInteger(BEYOND + 2n * BigInt(at))),
    whereId((at) => String(BEYOND + 2n * BigInt(at))),
  ),
  change(
    'a huge id',
    'unreadable',
    whereId(() => HUGE),
  ),
  change(
    'a huge text',
    'other',
    whereText((_text, field) => (isIdName(field) ? SAME : HUGE)),
  ),
  change(
    'in another zone',
    'spelling',
    whereTime((ms) => new Date(ms + 9 * 3_600_000).toISOString().replace('Z', '+09:00')),
  ),
  change(
    'without a zone',
    'spelling',
    whereTime((ms) => new Date(ms).toISOString().slice(0, -1)),
  ),
  change(
    'since the epoch',
    'spelling',
    whereTime((ms) => ms),
  ),
];

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
export function* mutationsOf(text: string, { envelope = 'data' }: MutationOptions = {}): Generator<Mutation> {
  const whole: unknown = JSON.parse(text);
  const pathOf = (spot: string): string | null => {
    if (envelope === null) return spot;
    if (spot === envelope) return '';
    return spot.startsWith(`${envelope}.`) ? spot.slice(envelope.length + 1) : null;
  };
  const mutation = (
    what: string,
    kind: Kind,
    path: string | null,
    changed: unknown,
    says?: unknown,
  ): Mutation => ({
    name: what,
    kind,
    path,
    text: written(changed),
    says: says === undefined ? null : written(says),
  });

  for (const [spot, places] of spotsIn(whole)) {
    const field = spot.split('.').at(-1) ?? '';
    const path = pathOf(spot);
    for (const { name, kind, of, says } of changes) {
      if (name === 'removed from the first' && places.length < 2) continue;
      const changed = changedAt(whole, places, (value, index) => of(value, field, index));
      if (changed === SAME) continue;
      const said = says && changedAt(whole, places, (value, index) => says(value, field, index));
      yield mutation(`${spot}: ${name}`, kind, path, changed, said);
    }
    if (maps.has(spot.split('.').at(-2) ?? '')) continue;
    for (const [name, spell] of Object.entries(spellings)) {
      const spelled = spell(wordsOf(field));
      if (spelled === field) continue;
      yield mutation(`${spot}: its name in ${name}`, 'spelling', path, renamedAt(whole, places, spelled));
    }
  }
  for (const [spot, places] of [['', [[]]] as [string, Place[]], ...spotsIn(whole)]) {
    if (maps.has(spot.split('.').at(-1) ?? '')) continue;
    for (const [name, add] of Object.entries(strangers)) {
      const changed = changedAt(whole, places, (value) =>
        Array.isArray(value)
          ? value.map((item: unknown) => (isHeld(item) ? add(item) : item))
          : isHeld(value)
            ? add(value)
            : SAME,
      );
      if (changed === SAME || written(changed) === written(whole)) continue;
      yield mutation(`${spot}: ${name}`, 'spelling', pathOf(spot), changed);
    }
  }
  if (envelope !== null && isHeld(whole) && envelope in whole) {
    const { [envelope]: data } = whole;
    yield mutation('one wrapper more, result', 'spelling', null, { ...whole, [envelope]: { result: data } });
    yield mutation('one wrapper more, data', 'spelling', null, { ...whole, [envelope]: { data } });
    // Without anything in it and around it, it could be anything.
    if (written(data) !== '{}') yield mutation('no envelope', 'spelling', null, data);
  }
  yield { ...mutation('a byte order mark', 'spelling', null, whole), text: `\uFEFF${text}` };
}

/** The same change of another reply; null where that has no such field. */
export function mutated(text: string, name: string, options?: MutationOptions): string | null {
  for (const mutation of mutationsOf(text, options)) if (mutation.name === name) return mutation.text;
  return null;
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
  let isChanged = false;
  const changed = places.reduce<unknown>((before, place, index) => {
    const said = valueAt(whole, place);
    const value = of(said, index);
    if (value === SAME || value === said) return before;
    isChanged = true;
    return withValue(before, place, value);
  }, whole);
  return isChanged ? changed : SAME;
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

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[-_]/);
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function isHeld(value: unknown): value is Held {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function written(value: unknown): string {
  return JSON.stringify(value).replace(/"@integer (\d+)@"/g, '$1');
}
