/** Every message of the page, said in both of its languages with the same values. */
import { isValidElement, type ComponentChildren } from 'preact';
import { arabic } from '../../../web/messages/ar/arabic';
import { english } from '../../../web/messages/en/english';

/** What a message may be about. Each place has values of its own, so that none can stand for another. */
const valuesFor = (place: number): readonly unknown[] => [
  13 + place,
  `Mira${place}`,
  [`Mira${place}`],
  [{ field: `Mira${place}`, written: `Aru${place}`, now: `Bel${place}` }],
];
/** Messages about something that has a name of ours, or several parts. */
const valuesOf: Readonly<Record<string, readonly unknown[]>> = {
  'words.header.changeTheme': ['auto'],
  'words.header.theme': ['auto'],
  'words.release.does': ['translate', { strings: 14, languages: 15 }, 'Mira2', ['publish']],
  'words.release.endedUnreleased': ['failed'],
  'words.release.held': ['daily_cap', 'Mira1', { at: 'Mira2', ago: 'Aru2' }],
  'words.release.otherStages': [['publish', 'export']],
  'words.release.problems.failed': ['publish'],
  'words.release.problems.parked': ['publish'],
  'words.release.released': [{ isPublished: true, languages: 13, files: 14, accounts: 15 }],
  'words.release.resolved': ['Mira0', 'Mira1'],
  'words.begin.reviewWithin': ['Mira0', 'Mira1', 'reject'],
  'words.times.ago': [13, 'h'],
  'words.times.ahead': [13, 'h'],
  'words.times.left': [{ leastMs: 1, usualMs: 90_000, mostMs: 9_000_000, isLate: false, review: 'open' }],
};
/** The numbers that languages have forms for. */
const COUNTS = [0, 1, 2, 3, 11, 100, 4120];

/** What is the same in every language: names of products and keys, and what is typed as it stands. */
const SAME = /\b(Enter|Esc|Japanese|Tab|JSON|Temporal|YAML|locrelease|(Mira|Aru|Bel)\d)\b/g;

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
  const fitting = valuesOf[path] ?? fittingValues([one, other]);
  if (fitting === null) throw new Error(`${path} takes none of these values: add one to valuesFor`);
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

/** Types are gone when a test runs: a value fits if the message makes sense with it, in both languages. */
function fittingValues(messages: readonly [Message, Message]): unknown[] | null {
  let rows: unknown[][] = [[]];
  for (let place = 0; place < messages[0].length; place += 1)
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

/** Beside its rooms, a catalogue has what writes numbers, dates and names. */
const isRoom = (value: unknown): boolean => Object.getPrototypeOf(value) === Object.prototype;
const rooms = Object.fromEntries(Object.entries(english).filter(([, value]) => isRoom(value)));
// A comma or a percentage has no words.
const said = allSaid(rooms, arabic, 'words').filter((message) =>
  /\p{L}/u.test(message.english.replace(SAME, '')),
);

describe('every message', () => {
  it('is said in Arabic, with no word of English left in it', () => {
    const isForeign = (text: string): boolean =>
      !/\p{Script=Arabic}/u.test(text) || /[a-z]{3,}|undefined|NaN/i.test(text.replace(SAME, ''));
    expect(said.filter((message) => isForeign(message.arabic))).toEqual([]);
  });

  it('tells of the same things in both languages', () => {
    const isLacking = ({ values, ...message }: Said): boolean =>
      values
        .filter((value) => (typeof value === 'number' ? value > 2 : String(value).startsWith('Mira')))
        .map((value) => (typeof value === 'number' ? value.toLocaleString('en') : String(value)))
        .some((value) => message.english.includes(value) !== message.arabic.includes(value));
    expect(said.filter(isLacking)).toEqual([]);
  });

  it('has its number in place of the sign for it', () => {
    expect(said.filter((message) => (message.english + message.arabic).includes('#'))).toEqual([]);
  });
});
