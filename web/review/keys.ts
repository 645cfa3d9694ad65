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

export const keyHelp: readonly (readonly [keys: string, what: string])[] = [
  ['j or ↓', 'next term'],
  ['k or ↑', 'previous term'],
  ['Space or y', 'accept this term, or the selected ones, and go on to the next; take it back'],
  ['n', 'next term to review'],
  ['e or Enter', 'edit; Enter saves, Esc discards, Tab goes to the next field'],
  [
    't or 1–9',
    'edit the translation that is missing, or the first; 1 to 9: that of the first to ninth language',
  ],
  ['x', 'select, or deselect'],
  ['a', 'select all shown terms, or none'],
  ['d or Delete', 'delete the selected terms, or this one; restore deleted ones'],
  ['u or Ctrl-Z', 'undo'],
  ['/', 'filter by text'],
  ['r', 'find and replace'],
  ['i', 'show or hide the details'],
  ['Home, End', 'first, last term'],
  ['Esc', 'clear the selection'],
  ['?', 'this help'],
];
