/** The keys of the term review. */
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

/** Outside the table these keys have the browser's meaning: they press buttons and scroll the page. */
const onlyInTable = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'Escape']);

interface KeyPlace {
  inTable: boolean;
  /** The browser ticks a checkbox with the space bar. */
  onCheckbox: boolean;
  /** Whether single letters are shortcuts: people who dictate, or press keys by mistake, can switch them off. */
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

/** The keys 1 to 9 are the release's languages, in their order; null: another key. */
export function languageKey({ key, ctrlKey, metaKey, altKey }: Stroke, { letters }: KeyPlace): number | null {
  return letters && !ctrlKey && !metaKey && !altKey && /^[1-9]$/.test(key) ? Number(key) - 1 : null;
}

export const keyHelp: readonly { keys: readonly string[]; what: string }[] = [
  { keys: ['j', '↓'], what: 'next term' },
  { keys: ['k', '↑'], what: 'previous term' },
  {
    keys: ['Space', 'y'],
    what: 'accept this term, or the selected ones, and go on to the next; take it back',
  },
  { keys: ['n'], what: 'next term to review' },
  {
    keys: ['e', 'Enter'],
    what: 'edit; Enter saves, Esc closes and keeps what was typed as a draft, Tab goes to the next field',
  },
  {
    keys: ['t', '1–9'],
    what: 'edit the translation that is missing, or the first; 1 to 9: that of the first to ninth language',
  },
  { keys: ['x'], what: 'select, or deselect' },
  { keys: ['a'], what: 'select all shown terms, or none' },
  { keys: ['d', 'Delete'], what: 'delete the selected terms, or this one; restore deleted ones' },
  { keys: ['u', 'Ctrl-Z'], what: 'undo' },
  { keys: ['/'], what: 'filter by text' },
  { keys: ['r'], what: 'find and replace' },
  { keys: ['i'], what: 'show or hide the details' },
  { keys: ['Home, End'], what: 'first, last term' },
  { keys: ['Esc'], what: 'clear the selection' },
  { keys: ['?'], what: 'this help' },
];
