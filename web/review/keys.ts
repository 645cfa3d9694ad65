/** The keys of the term review. */
export type ReviewAction =
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'edit'
  | 'select'
  | 'select-all'
  | 'delete'
  | 'undo'
  | 'filter'
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
  e: 'edit',
  Enter: 'edit',
  x: 'select',
  a: 'select-all',
  d: 'delete',
  Delete: 'delete',
  u: 'undo',
  '/': 'filter',
  '?': 'help',
  Escape: 'leave',
};

/** Keys that mean something else outside the table: they press buttons and scroll pages. */
const onlyInTable = new Set(['Enter', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'Escape']);

export interface KeyPlace {
  inTable: boolean;
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
  if (key.length === 1 && !place.letters) return null;
  return Object.hasOwn(plain, key) ? (plain[key] ?? null) : null;
}

export const keyHelp: readonly (readonly [keys: string, what: string])[] = [
  ['j or ↓', 'next term'],
  ['k or ↑', 'previous term'],
  ['e or Enter', 'edit; Enter saves, Esc discards, Tab goes to the next field'],
  ['x', 'select, or deselect'],
  ['a', 'select all shown terms, or none'],
  ['d or Delete', 'delete the selected terms, or this one; restore deleted ones'],
  ['u or Ctrl-Z', 'undo'],
  ['/', 'filter by text'],
  ['Home, End', 'first, last term'],
  ['Esc', 'clear the selection'],
  ['?', 'this help'],
];
