import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { searchPath } from '../../src/domain/console-paths';
import { SEARCH_ID } from './search-box';

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
