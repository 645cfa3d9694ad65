/** Every message of the page, said in both of its languages with the same values. */
import { isValidElement, type ComponentChildren } from 'preact';
import { arabic } from '../../../web/messages/ar/arabic';
import { english } from '../../../web/messages/en/english';

/** Words that stand for something that each language has its own word for. */
const KEYS: readonly unknown[] = ['auto', 'done', 'translate', 'retry'];

/** What a message may be about. Each place has values of its own, so that none can stand for another. */
const valuesFor = (place: number): readonly unknown[] => [
  13 + place,
  `Mira${place}`,
  [`Mira${place}`],
  [{ field: `Mira${place}`, written: `Aru${place}`, now: `Bel${place}` }],
  ...KEYS,
];
/** The numbers that languages have forms for. */
const COUNTS = [0, 1, 2, 3, 11, 100, 4120];

/** What is the same in every language: names of products and keys, and what is typed as it stands. */
const SAME = /\b(Enter|Esc|JSON|Japanese|Tab|Temporal|YAML|ja|locrelease|(Mira|Aru|Bel)\d)\b/g;

type Message = (...values: unknown[]) => ComponentChildren;

interface Said {
  path: string;
  values: readonly unknown[];
  english: string;
  arabic: string;
}

function textOf(said: ComponentChildren): string {
  if (Array.isArray(said)) return said.map(textOf).join('');
  if (isValidElement(said)) return textOf(said.props.children);
  return typeof said === 'string' || typeof said === 'number' ? String(said) : '';
}

function allSaid(one: unknown, other: unknown, path: string): Said[] {
  if (typeof one === 'string') return [{ path, values: [], english: one, arabic: String(other) }];
  if (typeof one === 'function') return callsOf(one as Message, other as Message, path);
  return Object.entries(one as object).flatMap(([key, inner]) =>
    allSaid(inner, (other as Record<string, unknown>)[key], `${path}.${key}`),
  );
}

/** A message with its values, and once for each number that one of them may be. */
function callsOf(one: Message, other: Message, path: string): Said[] {
  const fitting = fittingValues([one, other]);
  // What takes other values is for the tests of its room.
  if (fitting === null) return [];
  const counted = fitting.flatMap((value, place) =>
    typeof value === 'number' ? COUNTS.map((count) => fitting.with(place, count)) : [],
  );
  return [fitting, ...counted].map((values) => ({
    path,
    values,
    english: textOf(one(...values)),
    arabic: textOf(other(...values)),
  }));
}

/** Types are gone when a test runs: a value fits if the message makes sense with it. */
function fittingValues(messages: readonly [Message, Message]): unknown[] | null {
  const places = Math.max(...messages.map(({ length }) => length));
  let rows: unknown[][] = [[]];
  for (let place = 0; place < places; place += 1)
    rows = rows.flatMap((row) => valuesFor(place).map((value) => [...row, value]));
  return rows.find((values) => messages.every((message) => makesSense(message, values))) ?? null;
}

function makesSense(message: Message, values: readonly unknown[]): boolean {
  try {
    return !/NaN|undefined|null|object|^$/.test(textOf(message(...values)));
  } catch {
    return false;
  }
}

/** Beside its rooms, a catalogue has what formats numbers and dates. */
const isRoom = (value: unknown): boolean => Object.getPrototypeOf(value) === Object.prototype;

const said = Object.entries(english).flatMap(([room, messages]) =>
  isRoom(messages) ? allSaid(messages, new Map(Object.entries(arabic)).get(room), room) : [],
);

describe('every message', () => {
  it('has no word of English left in Arabic', () => {
    const isForeign = (text: string): boolean => /[a-z]{2,}/i.test(text.replace(SAME, ''));
    expect(said.filter((message) => isForeign(message.arabic))).toEqual([]);
  });

  it('tells of the same things in both languages', () => {
    const isLacking = ({ values, ...message }: Said): boolean =>
      values
        .filter((value) => !KEYS.includes(value) && (typeof value !== 'number' || value > 2))
        .map((value) => (typeof value === 'number' ? value.toLocaleString('en') : String(value)))
        .some((value) => message.english.includes(value) !== message.arabic.includes(value));
    expect(said.filter(isLacking)).toEqual([]);
  });

  it('has its number in place of the sign for it', () => {
    expect(said.filter((message) => `${message.english}${message.arabic}`.includes('#'))).toEqual([]);
  });
});
