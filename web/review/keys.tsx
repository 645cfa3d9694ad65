import { useEffect } from 'preact/hooks';
import { Dialog, LeaveButton } from '../components/dialog';
import { Check } from '../components/form';
import { letterKeys, toggleDetails } from './preferences';
import type { ReviewActions } from './review-actions';

interface Binding {
  action: string;
  keys: readonly string[];
  /** How the help names the keys, where they are not called what the browser calls them. */
  shown?: readonly string[];
  /** null: the help explains it together with another one. */
  what: string | null;
}

/** The keys of the term review, in the order of the help. */
const bindings = [
  { action: 'next', keys: ['j', 'ArrowDown'], shown: ['j', '↓'], what: 'next term' },
  { action: 'previous', keys: ['k', 'ArrowUp'], shown: ['k', '↑'], what: 'previous term' },
  {
    action: 'accept',
    keys: [' ', 'y'],
    shown: ['Space', 'y'],
    what: 'accept this term, or the selected ones, and go on to the next; take it back',
  },
  { action: 'next-open', keys: ['n'], what: 'next term to review' },
  {
    action: 'edit',
    keys: ['e', 'Enter'],
    what: 'edit; Enter saves, Esc closes and keeps what was typed as a draft, Tab goes to the next field',
  },
  {
    action: 'translate',
    keys: ['t'],
    shown: ['t', '1–9'],
    what: 'edit the translation that is missing, or the first; 1 to 9: that of the first to ninth language',
  },
  { action: 'select', keys: ['x'], what: 'select, or deselect' },
  { action: 'select-all', keys: ['a'], what: 'select all shown terms, or none' },
  {
    action: 'delete',
    keys: ['d', 'Delete'],
    what: 'delete the selected terms, or this one; restore deleted ones',
  },
  { action: 'undo', keys: ['u'], shown: ['u', 'Ctrl-Z'], what: 'undo' },
  { action: 'filter', keys: ['/'], what: 'filter by text' },
  { action: 'replace', keys: ['r'], what: 'find and replace' },
  { action: 'details', keys: ['i'], what: 'show or hide the details' },
  { action: 'first', keys: ['Home'], shown: ['Home, End'], what: 'first, last term' },
  { action: 'last', keys: ['End'], what: null },
  { action: 'leave', keys: ['Escape'], shown: ['Esc'], what: 'clear the selection' },
  { action: 'help', keys: ['?'], what: 'this help' },
] as const satisfies readonly Binding[];

type ReviewAction = (typeof bindings)[number]['action'];

const actions = new Map<string, ReviewAction>(
  bindings.flatMap(({ action, keys }) => keys.map((key) => [key, action] as const)),
);

export const keyHelp = bindings.flatMap(({ keys, shown = keys, what }: Binding) =>
  what === null ? [] : [{ keys: shown, what }],
);

interface Stroke {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

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
  return actions.get(key) ?? null;
}

/** The keys 1 to 9 are the release's languages, in their order; null: another key. */
export function languageKey({ key, ctrlKey, metaKey, altKey }: Stroke, { letters }: KeyPlace): number | null {
  return letters && !ctrlKey && !metaKey && !altKey && /^[1-9]$/.test(key) ? Number(key) - 1 : null;
}

interface OtherActions {
  filter: () => void;
  replace: () => void;
  help: () => void;
}

/** The review's keys work wherever the focus is on the page, but not in a field or a dialog. */
export function useReviewKeys(actions: ReviewActions, other: OtherActions): void {
  useEffect(() => {
    const does: Record<ReviewAction, () => void> = {
      next: () => actions.move(1),
      previous: () => actions.move(-1),
      first: () => actions.move(-Infinity),
      last: () => actions.move(Infinity),
      'next-open': () => actions.moveToOpen(),
      accept: () => actions.accept(),
      translate: () => actions.translate(),
      details: toggleDetails,
      edit: () => actions.edit(actions.current()),
      select: () => {
        const term = actions.current();
        if (term !== undefined) actions.toggle(term.id);
      },
      'select-all': () => actions.toggleAll(),
      delete: () => actions.deleteOrRestore(),
      undo: () => actions.undo(),
      leave: () => actions.clearSelection(),
      ...other,
    };
    const pressed = (event: KeyboardEvent): void => {
      const place = event.target instanceof Element ? event.target : document.body;
      if (event.isComposing || isTypedInto(place)) return;
      const inTable = place.closest('[role=grid]') !== null && place.closest('button') === null;
      const onCheckbox = place.closest('input') !== null;
      const at = { inTable, onCheckbox, letters: letterKeys.value };
      const action = reviewAction(event, at);
      const language = languageKey(event, at);
      if (action === null && language === null) return;
      event.preventDefault();
      if (action !== null) does[action]();
      else if (language !== null) actions.translate(language);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [actions]);
}

const isTypedInto = (place: Element): boolean =>
  place.closest('input:not([type=checkbox]), textarea, select, dialog') !== null;

export function HelpDialog({ onLeave }: { onLeave: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onLeave={onLeave}>
      <dl class="keys">
        {keyHelp.map(({ keys, what }) => (
          <div key={what}>
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Check isOn={letterKeys.value} onChange={(isOn) => (letterKeys.value = isOn)}>
        Use single letters as shortcuts
      </Check>
      <LeaveButton label="Close" onLeave={onLeave} />
    </Dialog>
  );
}

/** Joins keys as in `j or ↓`. */
function Keys({ keys }: { keys: readonly string[] }) {
  const either = new Intl.ListFormat('en', { type: 'disjunction' });
  return either
    .formatToParts(keys)
    .map(({ type, value }) => (type === 'element' ? <kbd key={value}>{value}</kbd> : value));
}
