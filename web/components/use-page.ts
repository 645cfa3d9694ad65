import { useEffect, useRef } from 'preact/hooks';
import { pageTitle } from '../title';

let pagesShown = 0;

/** Names the page; after a way from another page the focus goes to it, as it would when a browser loads one. */
export function usePage(title: string) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    pageTitle.value = title;
  }, [title]);
  useEffect(() => {
    if (pagesShown++ > 0) ref.current?.focus({ preventScroll: true });
  }, []);
  return { ref, tabIndex: -1 };
}
