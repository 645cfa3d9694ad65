import type { RefObject } from 'preact';
import { numberText } from '../count-text';
import { words } from '../messages/words';
import { filterNames, type FilterName } from './filters';
import type { ReviewStore } from './review-store';

export function FilterBar({
  store,
  search,
}: {
  store: ReviewStore;
  search: RefObject<HTMLInputElement | null>;
}) {
  return (
    <div class="filter-bar" role="search" aria-label={words.review.filter.label}>
      <input
        ref={search}
        type="search"
        dir="auto"
        aria-label={words.review.filter.text}
        placeholder={words.review.filter.placeholder}
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
    </div>
  );
}

function FilterChip({ store, name }: { store: ReviewStore; name: FilterName }) {
  const says = words.review.filter;
  const on = store.filters.value.has(name);
  const unknown = (name === 'new' || name === 'conflict') && store.list.value?.compared !== true;
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
      title={unknown ? says.notCompared : says.hints[name]}
      onClick={toggle}
    >
      {says.titles[name]} <span class="count">{unknown ? '…' : numberText(store.counts.value[name])}</span>
    </button>
  );
}
