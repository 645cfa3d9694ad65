import { useLocation } from 'preact-iso/router';
import { useEffect, useRef } from 'preact/hooks';
import { searchPath } from '../../src/domain/console-paths';

const SEARCH_ID = 'search-everything';

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

/** In a term review the same key filters the list. */
const HAS_OWN_KEY = /^\/releases\/[^/]+\/[^/]+\/terms$/;

/** `/` goes to the search, wherever the focus is, but not where somebody types or is asked something. */
export function useSearchKey(): void {
  const { path, route } = useLocation();
  useEffect(() => {
    if (HAS_OWN_KEY.test(path)) return;
    const pressed = (event: KeyboardEvent): void => {
      const place = event.target instanceof Element ? event.target : document.body;
      const isTyped = place.closest('input:not([type=checkbox]), textarea, select, dialog') !== null;
      const hasOther = event.ctrlKey || event.metaKey || event.altKey;
      if (event.key !== '/' || isTyped || hasOther || event.isComposing) return;
      event.preventDefault();
      const field = document.getElementById(SEARCH_ID);
      // On a small screen the field has a page of its own.
      if (field?.checkVisibility() === true) field.focus();
      else route(searchPath);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [path]);
}
