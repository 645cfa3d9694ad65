/** A command palette: pages, releases, terms, and the actions of the current page. */
import { signal, useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useEffect, useId } from 'preact/hooks';
import {
  accountsPath,
  calendarPath,
  glossaryPath,
  homePath,
  insightsPath,
  newReleasePath,
  releasePath,
  reviewPath,
  schedulesPath,
} from '../../src/domain/console-paths';
import { api } from '../api';
import { may } from '../session';
import { nextTheme } from '../theme';
import { Dialog } from './dialog';

interface Entry {
  label: string;
  /** A note that distinguishes entries of the same name. */
  note?: string;
  run: () => void;
}

const groups = ['Actions on this page', 'Pages', 'Releases', 'Terms'] as const;
type Found = Record<(typeof groups)[number], readonly Entry[]>;

const isOpen = signal(false);
export const openPalette = (): void => void (isOpen.value = true);

const TYPING_PAUSE_MS = 200;
const MOST_SHOWN = 7;

export function Palette() {
  const { path } = useLocation();
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.isComposing || event.altKey || document.querySelector('dialog[open]') !== null) return;
      const isShortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      if (!isShortcut && !isSlash(event, path)) return;
      event.preventDefault();
      openPalette();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [path]);
  return isOpen.value ? <PaletteDialog onLeave={() => (isOpen.value = false)} /> : null;
}

/** In a field `/` is a letter, and in a term review it opens the filter of the list. */
function isSlash({ key, ctrlKey, metaKey, target }: KeyboardEvent, path: string): boolean {
  if (key !== '/' || ctrlKey || metaKey || /^\/releases\/[^/]+\/[^/]+\/terms$/.test(path)) return false;
  return !(target instanceof Element) || target.closest('input, textarea, select') === null;
}

function PaletteDialog({ onLeave }: { onLeave: () => void }) {
  const { route } = useLocation();
  const text = useSignal('');
  const chosen = useSignal(0);
  const actions = useSignal<readonly Entry[]>([]);
  const found = useSignal<Pick<Found, 'Releases' | 'Terms'>>({ Releases: [], Terms: [] });
  const listId = useId();
  useEffect(() => {
    actions.value = actionsHere();
  }, []);
  useEffect(() => {
    const query = text.value.trim();
    found.value = { Releases: [], Terms: [] };
    if (query.length < 2) return;
    let isCurrent = true;
    const reading = setTimeout(() => {
      // If the search fails, the search page shows the reason.
      searched(query, route).then(
        (result) => isCurrent && (found.value = result),
        () => undefined,
      );
    }, TYPING_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(reading);
    };
  }, [text.value]);

  const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = (entries: readonly Entry[]): Entry[] =>
    entries.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
  const shown: Found = {
    'Actions on this page': matching(actions.value),
    Pages: [...matching(pages(route)), ...(words.length === 0 ? [] : [everything(text.value.trim(), route)])],
    ...found.value,
  };
  const entries = groups.flatMap((group) => shown[group]);
  const current = Math.min(chosen.value, entries.length - 1);
  const idOf = (index: number): string => `${listId}-${index}`;
  useEffect(() => document.getElementById(idOf(current))?.scrollIntoView({ block: 'nearest' }), [current]);

  const run = (entry: Entry | undefined): void => {
    if (entry === undefined) return;
    onLeave();
    // Runs after the focus has returned, so that a dialog opened by it can return the focus as well.
    setTimeout(entry.run);
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.isComposing || entries.length === 0) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) chosen.value = (current + by + entries.length) % entries.length;
    else if (event.key === 'Enter') run(entries[current]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Find or do" onLeave={onLeave} wide>
      <input
        type="search"
        role="combobox"
        list={undefined}
        aria-label="Find pages, releases, terms and actions"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={entries.length === 0 ? undefined : idOf(current)}
        autoFocus
        autocomplete="off"
        maxLength={200}
        dir="auto"
        value={text}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          chosen.value = 0;
        }}
        onKeyDown={pressed}
      />
      <div class="palette" id={listId} role="listbox" aria-label="What was found">
        {groups
          .filter((group) => shown[group].length > 0)
          .map((group) => (
            <div key={group} role="group" aria-label={group}>
              <p class="muted small" aria-hidden="true">
                {group}
              </p>
              {shown[group].map((entry) => {
                const index = entries.indexOf(entry);
                return (
                  <div
                    key={index}
                    id={idOf(index)}
                    role="option"
                    aria-selected={index === current}
                    onClick={() => run(entry)}
                  >
                    <bdi>{entry.label}</bdi>{' '}
                    {entry.note !== undefined && <bdi class="muted">{entry.note}</bdi>}
                  </div>
                );
              })}
            </div>
          ))}
      </div>
    </Dialog>
  );
}

/** Offers every visible enabled button of the page, and those of a menu. */
function actionsHere(): Entry[] {
  const selector = 'main :is(button:not(:disabled), a.button, .menu li > a)';
  const entries = new Map<string, Entry>();
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    if (element.closest('table, [role=log]') !== null) continue;
    if (element.closest('.menu') === null && !element.checkVisibility()) continue;
    const label = element.ariaLabel ?? wordsOf(element);
    const run = (): void => {
      element.focus();
      element.click();
    };
    if (label !== '' && !entries.has(label)) entries.set(label, { label, run });
  }
  return [...entries.values()];
}

/** Leaves out the key that does the same. */
function wordsOf(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const key of copy.querySelectorAll('kbd')) key.remove();
  return copy.textContent.trim();
}

function pages(route: (path: string) => void): Entry[] {
  const to = (label: string, path: string): Entry => ({ label, run: () => route(path) });
  return [
    to('Inbox and all releases', homePath),
    ...(may('operate') ? [to('Start a release', newReleasePath)] : []),
    to('Schedules', schedulesPath),
    to('Calendar', calendarPath),
    to('Accounts', accountsPath),
    to('Glossary changes', glossaryPath),
    to('Insights', insightsPath),
    { label: 'Change the theme', run: nextTheme },
  ];
}

const everything = (query: string, route: (path: string) => void): Entry => ({
  label: `Search everywhere for “${query}”`,
  run: () => route(`${homePath}?q=${encodeURIComponent(query)}`),
});

async function searched(query: string, route: (path: string) => void) {
  const { releases, terms } = await api.search(query);
  return {
    Releases: releases.slice(0, MOST_SHOWN).map((release) => ({
      label: `${release.project}/${release.name}`,
      note: release.state ?? '',
      run: () => route(releasePath(release)),
    })),
    Terms: terms
      .flatMap((release) =>
        release.terms.map(({ term }) => ({
          label: term,
          note: release.id,
          run: () => route(`${reviewPath(release)}?text=${encodeURIComponent(term)}`),
        })),
      )
      .slice(0, MOST_SHOWN),
  };
}
