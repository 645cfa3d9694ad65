/**
 * Stores the scroll position of each page in this window's history. Going back restores it, once the page is long
 * enough.
 */
import { useLocation } from 'preact-iso/router';
import { useLayoutEffect } from 'preact/hooks';
import { keep, ofWindow, readStored } from './storage';

const GIVE_UP_MS = 10_000;
/** Content that loads above moves the rest, so the position is set again while the page grows. */
const SETTLED_MS = 1000;

/** The key of the current entry of the history, whatever its address. */
function placeKey(): string {
  const state = (history.state ?? {}) as { place?: string };
  const place = state.place ?? String(performance.timeOrigin + performance.now());
  if (state.place === undefined) history.replaceState({ ...state, place }, '');
  return `locrelease.scroll/${place}`;
}

export function useSavedScroll(): void {
  useLocation();
  // A replaced address keeps its key, because another filter is no other page.
  const key = placeKey();
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const wanted = readStored<number | null>(ofWindow, key, null);
    let isThere = false;
    const scrolled = (): void => {
      if (isThere) keep(ofWindow, key, scrollY);
    };
    // The page grows while it loads. A reader who scrolls meanwhile has chosen another position.
    const growing = new ResizeObserver(() => go());
    const stay = (): void => {
      isThere = true;
      growing.disconnect();
    };
    let settling: ReturnType<typeof setTimeout> | undefined;
    const go = (): void => {
      scrollTo(0, wanted ?? 0);
      clearTimeout(settling);
      if (wanted === null) stay();
      else if (scrollY >= wanted - 1) settling = setTimeout(stay, SETTLED_MS);
    };
    growing.observe(document.body);
    go();
    const givingUp = setTimeout(stay, GIVE_UP_MS);
    const chosen = ['wheel', 'touchmove', 'keydown', 'pointerdown'];
    for (const event of chosen) addEventListener(event, stay, { passive: true });
    addEventListener('scroll', scrolled, { passive: true });
    return () => {
      stay();
      clearTimeout(givingUp);
      clearTimeout(settling);
      for (const event of chosen) removeEventListener(event, stay);
      removeEventListener('scroll', scrolled);
    };
  }, [key]);
}
