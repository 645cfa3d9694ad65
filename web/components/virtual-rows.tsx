/** Shows only the rows of a long table that are in view. Rows are as high as they want to be. */
import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

/** Which rows of a long table are to be in the page, and how much space stands for the others. */
interface VisibleRows {
  /** Each with the space above it for rows that are not in the page. */
  rows: { index: number; spacePx: number }[];
  /** Space after the last one. */
  belowPx: number;
}

/** Where each row begins, and where the last one ends. */
export function rowTops(count: number, heightOf: (index: number) => number): number[] {
  const tops = [0];
  for (let index = 0, top = 0; index < count; index += 1) tops.push((top += heightOf(index)));
  return tops;
}

/** The rows between two places, and one that stays in the page wherever one scrolls: it holds the focus. */
export function visibleRows(
  tops: readonly number[],
  { fromPx, toPx }: { fromPx: number; toPx: number },
  held = -1,
): VisibleRows {
  const count = tops.length - 1;
  if (count === 0) return { rows: [], belowPx: 0 };
  const first = rowAt(tops, fromPx);
  const last = rowAt(tops, toPx);
  const indexes = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  if (held >= 0 && held < first) indexes.unshift(held);
  if (held > last && held < count) indexes.push(held);
  let endPx = 0;
  const rows = indexes.map((index) => {
    const spacePx = (tops[index] ?? 0) - endPx;
    endPx = tops[index + 1] ?? 0;
    return { index, spacePx };
  });
  return { rows, belowPx: (tops[count] ?? 0) - endPx };
}

/** The row that stands at a place; the first or the last one beyond them. */
export function rowAt(tops: readonly number[], px: number): number {
  let low = 0;
  let high = tops.length - 2;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= px) low = middle;
    else high = middle - 1;
  }
  return low;
}

interface Rows {
  count: number;
  keyOf: (index: number) => string;
  /** The height of a row before any has been in the page. */
  usualPx: number;
  /** A row that stays in the page wherever one scrolls. */
  held?: number;
}

interface Place {
  /** What holds the rows. */
  body: RefObject<HTMLElement | null>;
  /** What scrolls; absent: the page. */
  box?: RefObject<HTMLElement | null>;
}

/** Beyond what is in view, so that a quick scroll shows no gaps. */
const MARGIN_PX = 600;
/** How far one scrolls before other rows are put into the page. */
const STEP_PX = 200;
/** A height that differs by less is the same one: browsers round by where a row stands, and it would never settle. */
const SAME_WITHIN_PX = 1;

/** Each row in the page wants its index in `data-index`. */
export function useVirtualRows(rows: Rows, place: Place): VisibleRows {
  const tops = useTops(rows, place);
  return visibleRows(tops, useView(place), rows.held);
}

/** What is in view, from the first row's top, and a margin. */
function useView({ body, box }: Place): { fromPx: number; toPx: number } {
  const [view, setView] = useState({ fromPx: 0, toPx: 2 * MARGIN_PX });
  const look = useCallback(() => {
    const rowsTop = topOf(body);
    const frame = box?.current?.getBoundingClientRect() ?? { top: 0, bottom: window.innerHeight };
    const fromPx = Math.floor((frame.top - rowsTop - MARGIN_PX) / STEP_PX) * STEP_PX;
    const toPx = Math.ceil((frame.bottom - rowsTop + MARGIN_PX) / STEP_PX) * STEP_PX;
    setView((before) => (before.fromPx === fromPx && before.toPx === toPx ? before : { fromPx, toPx }));
  }, []);
  // Whatever stands above the rows may have grown.
  useLayoutEffect(look);
  useEffect(() => {
    const scrolled = box?.current ?? document;
    scrolled.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      scrolled.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, []);
  return view;
}

/**
 * Where the rows stand, by the heights of those that have been in the page; the others are taken for average. What
 * is in view stays where it is when rows above it turn out higher or lower.
 */
function useTops({ count, keyOf, usualPx }: Rows, { body, box }: Place): number[] {
  const [, render] = useReducer<number, undefined>((renders) => renders + 1, 0);
  const heights = useRef(new Map<string, number>()).current;
  const averagePx = average(heights) ?? usualPx;
  const tops = rowTops(count, (index) => heights.get(keyOf(index)) ?? averagePx);
  const anchor = useRef<{ index: number; topPx: number } | null>(null);

  const measure = (): void => {
    let changed = false;
    for (const row of body.current?.querySelectorAll<HTMLElement>('[data-index]') ?? []) {
      const key = keyOf(Number(row.dataset.index));
      const { height } = row.getBoundingClientRect();
      if (Math.abs((heights.get(key) ?? -Infinity) - height) < SAME_WITHIN_PX) continue;
      heights.set(key, height);
      changed = true;
    }
    if (!changed) return;
    const index = rowAt(tops, topOf(box) - topOf(body));
    anchor.current = { index, topPx: tops[index] ?? 0 };
    render(undefined);
  };
  // Before the browser paints: a row that is higher than was thought must not be seen to push the others.
  useLayoutEffect(() => {
    if (anchor.current !== null) {
      const shiftPx = (tops[anchor.current.index] ?? 0) - anchor.current.topPx;
      anchor.current = null;
      if (shiftPx !== 0) (box?.current ?? document.documentElement).scrollTop += shiftPx;
    }
    measure();
  });
  const newest = useRef(measure);
  newest.current = measure;
  // Rows change their height without a rendering too: when the window does, or a field is drawn larger.
  useEffect(() => {
    if (body.current === null) return;
    const observer = new ResizeObserver(() => newest.current());
    observer.observe(body.current);
    return () => observer.disconnect();
  }, []);
  return tops;
}

const topOf = (place: RefObject<HTMLElement | null> | undefined): number =>
  place?.current?.getBoundingClientRect().top ?? 0;

function average(heights: ReadonlyMap<string, number>): number | null {
  let sum = 0;
  for (const height of heights.values()) sum += height;
  return heights.size === 0 ? null : sum / heights.size;
}

/** Stands for the rows of a long table that are not in view. */
export function SpaceRow({ px }: { px: number }) {
  return px > 0 ? <tr class="space" aria-hidden="true" style={{ height: `${px}px` }} /> : null;
}
