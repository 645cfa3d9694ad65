/** The keys of the term review. */
import type { Words } from '../messages/words';

export type ReviewAction =
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'next-open'
  | 'accept'
  | 'edit'
  | 'translate'
  | 'select'
  | 'select-all'
  | 'delete'
  | 'undo'
  | 'filter'
  | 'replace'
  | 'details'
  | 'help'
  | 'leave';

interface Stroke {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const plain: Readonly<Record<string, ReviewAction>> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  n: 'next-open',
  y: 'accept',
  ' ': 'accept',
  e: 'edit',
  Enter: 'edit',
  t: 'translate',
  x: 'select',
  a: 'select-all',
  d: 'delete',
  Delete: 'delete',
  u: 'undo',
  '/': 'filter',
  r: 'replace',
  i: 'details',
  '?': 'help',
  Escape: 'leave',
};

/** Keys that mean something else outside the table: they press buttons and scroll pages. */
const onlyInTable = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'Escape']);

export interface KeyPlace {
  inTable: boolean;
  /** Which the space bar ticks. */
  onCheckbox: boolean;
  /** Whether single letters are keys at all: who dictates, or holds a key by mistake, can switch them off. */
  letters: boolean;
}

export function reviewAction(
  { key, ctrlKey, metaKey, altKey }: Stroke,
  place: KeyPlace,
): ReviewAction | null {
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'z') return 'undo';
  if (ctrlKey || metaKey || altKey) return null;
  if (onlyInTable.has(key) && !place.inTable) return null;
  if (key === ' ' && place.onCheckbox) return null;
  if (key.length === 1 && key !== ' ' && !place.letters) return null;
  return Object.hasOwn(plain, key) ? (plain[key] ?? null) : null;
}

/** The keys 1 to 9 stand for the languages of the release, in their order; null: it is none of them. */
export function languageKey({ key, ctrlKey, metaKey, altKey }: Stroke, { letters }: KeyPlace): number | null {
  return letters && !ctrlKey && !metaKey && !altKey && /^[1-9]$/.test(key) ? Number(key) - 1 : null;
}

/** Which keys do what, as the help tells it. */
export const keyHelp: readonly {
  keys: readonly string[];
  what: keyof Words['reviewDialogs']['help']['keys'];
}[] = [
  { keys: ['j', '↓'], what: 'next' },
  { keys: ['k', '↑'], what: 'previous' },
  { keys: ['Space', 'y'], what: 'accept' },
  { keys: ['n'], what: 'nextOpen' },
  { keys: ['e', 'Enter'], what: 'edit' },
  { keys: ['t', '1–9'], what: 'translate' },
  { keys: ['x'], what: 'select' },
  { keys: ['a'], what: 'selectAll' },
  { keys: ['d', 'Delete'], what: 'delete' },
  { keys: ['u', 'Ctrl-Z'], what: 'undo' },
  { keys: ['/'], what: 'filter' },
  { keys: ['r'], what: 'replace' },
  { keys: ['i'], what: 'details' },
  { keys: ['Home, End'], what: 'firstAndLast' },
  { keys: ['Esc'], what: 'leave' },
  { keys: ['?'], what: 'help' },
];
