import { useLocation } from 'preact-iso/router';
import { useEffect, useRef } from 'preact/hooks';
import { searchPath } from '../../src/domain/console-paths';

export const SEARCH_ID = 'search-everything';

/** Over all releases and terms. What was searched for stands in the address of the results. */
export function SearchBox({ autoFocus = false }: { autoFocus?: boolean }) {
  const { query, route } = useLocation();
  const field = useRef<HTMLInputElement>(null);
  const asked = query.q ?? '';
  useEffect(() => {
    if (field.current !== null) field.current.value = asked;
  }, [asked]);
  return (
    <form
      class="search-box"
      role="search"
      aria-label="Releases and terms"
      onSubmit={(event) => {
        event.preventDefault();
        const text = field.current?.value.trim() ?? '';
        if (text !== '') route(`${searchPath}?q=${encodeURIComponent(text)}`);
      }}
    >
      <label for={SEARCH_ID} class="unseen">
        Find releases and terms
      </label>
      <input
        ref={field}
        id={SEARCH_ID}
        type="search"
        placeholder="Find releases and terms ( / )"
        maxLength={200}
        dir="auto"
        defaultValue={asked}
        autoFocus={autoFocus}
        enterkeyhint="search"
      />
    </form>
  );
}
