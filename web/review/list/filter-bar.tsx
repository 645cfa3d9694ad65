import type { RefObject } from 'preact';
import { Button, toggle, written } from '../../components/form';
import { languageName, numberText } from '../../format';
import { Chooser } from './chooser';
import { type FilterName, filterNames, LOW_SCORE, type SheetFacts } from './filters';
import { setReviewed } from '../preferences';
import { useReview } from '../review-actions';

/** The title of each filter, and its meaning. */
const filters: Readonly<Record<FilterName, readonly [title: string, hint: string]>> = {
  open: ['To review', 'You have not accepted, edited or deleted it since it last changed.'],
  new: ['New', 'The termbase has no entry with this text.'],
  conflict: ['Conflicts', 'The termbase has another category or translation.'],
  low: [`Score below ${LOW_SCORE}`, 'The term scan gave it a low score.'],
  missing: ['Missing translation', 'The translation into a language of the release is missing.'],
  mine: ['Changed by me', 'You have edited it, or marked it to be deleted.'],
  removed: ['To be deleted', 'Deleted when the terms are confirmed.'],
};

export function FilterBar({ search }: { search: RefObject<HTMLInputElement | null> }) {
  const { store } = useReview();
  return (
    <div class="filter-bar row" role="search" aria-label="Filter the terms">
      <input
        ref={search}
        type="search"
        dir="auto"
        aria-label="Filter by text"
        placeholder="Filter by text  /"
        {...written(store.text)}
        onKeyDown={(event) => {
          if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
          if (event.key === 'Escape') store.text.value = '';
          event.currentTarget.blur();
        }}
      />
      {filterNames.map((name) => (
        <FilterChip key={name} name={name} />
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

function FilterChip({ name }: { name: FilterName }) {
  const { store } = useReview();
  const [title, hint] = filters[name];
  const on = store.filters.value.has(name);
  const unknown = (name === 'new' || name === 'conflict') && store.list.value?.compared !== true;
  const count = store.counts.value[name];
  if (count === 0 && !on && !unknown) return null;
  return (
    <Button
      class="chip"
      aria-pressed={on}
      disabled={unknown}
      title={unknown ? 'The terms have not been compared with the termbase yet.' : hint}
      onClick={() => toggle(store.filters, name)}
    >
      {title} <span class="count">{unknown || !store.whole.value ? '…' : numberText(count)}</span>
    </Button>
  );
}
