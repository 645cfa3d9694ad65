import type { RefObject } from 'preact';
import { languageName, numberText } from '../../format';
import { Chooser } from './chooser';
import { type FilterName, filterNames, LOW_SCORE, type SheetFacts } from './filters';
import { setReviewed } from '../preferences';
import type { ReviewStore } from '../review-store';

const hints: Readonly<Record<FilterName, string>> = {
  open: 'You have not accepted, edited or deleted it since it last changed.',
  new: 'The termbase has no entry with this text.',
  conflict: 'The termbase has another category or translation.',
  low: 'The term scan gave it a low score.',
  missing: 'The translation into a language of the release is missing.',
  mine: 'You have edited it, or marked it to be deleted.',
  removed: 'Deleted when the terms are confirmed.',
};

const titles: Readonly<Record<FilterName, string>> = {
  open: 'To review',
  new: 'New',
  conflict: 'Conflicts',
  low: `Score below ${LOW_SCORE}`,
  missing: 'Missing translation',
  mine: 'Changed by me',
  removed: 'To be deleted',
};

export function FilterBar({
  store,
  search,
}: {
  store: ReviewStore;
  search: RefObject<HTMLInputElement | null>;
}) {
  return (
    <div class="filter-bar" role="search" aria-label="Filter the terms">
      <input
        ref={search}
        type="search"
        dir="auto"
        aria-label="Filter by text"
        placeholder="Filter by text  /"
        value={store.text}
        onInput={(event) => (store.text.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
          if (event.key === 'Escape') store.text.value = '';
          event.currentTarget.blur();
        }}
      />
      {filterNames.map((name) => (
        <FilterChip key={name} store={store} name={name} />
      ))}
      <MyLanguages {...store.facts.value} />
    </div>
  );
}

/** Hidden with a single language, because there is no choice. */
function MyLanguages({ languages, reviewed }: Pick<SheetFacts, 'languages' | 'reviewed'>) {
  if (languages.length < 2) return null;
  return (
    <Chooser
      label={`My languages: ${reviewed.length === languages.length ? 'all' : reviewed.join(', ')}`}
      legend="Languages that you review"
      options={languages.map((code) => ({
        name: code,
        title: languageName(code),
        code,
        isChosen: reviewed.includes(code),
        isFixed: reviewed.length === 1 && reviewed.includes(code),
      }))}
      onChoose={(name, isWanted) =>
        setReviewed(
          languages,
          languages.filter((code) => (code === name ? isWanted : reviewed.includes(code))),
        )
      }
    />
  );
}

function FilterChip({ store, name }: { store: ReviewStore; name: FilterName }) {
  const on = store.filters.value.has(name);
  const unknown = (name === 'new' || name === 'conflict') && store.list.value?.compared !== true;
  const count = store.counts.value[name];
  if (count === 0 && !on && !unknown) return null;
  const toggle = (): void => {
    const next = new Set(store.filters.value);
    if (on) next.delete(name);
    else next.add(name);
    store.filters.value = next;
  };
  return (
    <button
      type="button"
      class="chip"
      aria-pressed={on}
      disabled={unknown}
      title={unknown ? 'The terms have not been compared with the termbase yet.' : hints[name]}
      onClick={toggle}
    >
      {titles[name]} <span class="count">{unknown || !store.whole.value ? '…' : numberText(count)}</span>
    </button>
  );
}
