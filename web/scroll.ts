/** How far each page of this window's history was scrolled: Back goes there again, once the page is that long. */
import { useLayoutEffect } from 'preact/hooks';
import { keep, ofWindow, readKept } from './storage';

const GIVE_UP_MS = 10_000;

/** Of the page in view among those of the history, whatever its address. */
function placeKey(): string {
  const state = (history.state ?? {}) as { place?: string };
  const place = state.place ?? String(performance.timeOrigin + performance.now());
  if (state.place === undefined) history.replaceState({ ...state, place }, '');
  return `locrelease.scroll/${place}`;
}

export function useKeptScroll(url: string): void {
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const key = placeKey();
    const wanted = readKept(ofWindow, key, 0);
    let isThere = false;
    const scrolled = (): void => {
      if (isThere) keep(ofWindow, key, scrollY);
    };
    // What the page shows comes bit by bit, and whoever scrolls meanwhile has chosen a place.
    const growing = new ResizeObserver(() => go());
    const stay = (): void => {
      isThere = true;
      growing.disconnect();
    };
    const go = (): void => {
      scrollTo(0, wanted);
      if (scrollY >= wanted - 1) stay();
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
      for (const event of chosen) removeEventListener(event, stay);
      removeEventListener('scroll', scrolled);
    };
  }, [url]);
}
