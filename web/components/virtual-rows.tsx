/** Renders only the visible rows of a long table. Rows may have any height. */
import { type ComponentChildren, Fragment, type RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

/** The rows to render, and the space that replaces the others. */
interface VisibleRows {
  /** Each with the space above it that replaces unrendered rows. */
  rows: { index: number; spacePx: number }[];
  /** The space below the last rendered row. */
  belowPx: number;
}

/** The top of each row, and the bottom of the last one. */
export function rowTops(count: number, heightOf: (index: number) => number): number[] {
  const tops = [0];
  for (let index = 0, top = 0; index < count; index += 1) tops.push((top += heightOf(index)));
  return tops;
}

/**
 * Returns the rows between two positions, and `held`, which is rendered at any scroll position because it has the
 * focus.
 */
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

/** Returns the row at a position; beyond the rows, the first or the last one. */
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
  /** The assumed height of a row before any was rendered. */
  usualPx: number;
  /** A row that is rendered at any scroll position. */
  held?: number;
}

interface Place {
  body: RefObject<HTMLElement | null>;
  box: RefObject<HTMLElement | null> | undefined;
}

/** Rendered beyond the view, so that a quick scroll shows no gaps. */
const MARGIN_PX = 600;
/** The scroll distance after which other rows are rendered. */
const STEP_PX = 200;
/** A smaller difference in height is ignored: browsers round by a row's position, so it would never settle. */
const SAME_WITHIN_PX = 1;

/**
 * Returns the body of the table, with the rows in view, and the places of the first and the last of them. Each row must
 * have its index in `data-index`. `box`: the scrolling element; absent: the page.
 */
export function useVirtualRows(rows: Rows, box?: RefObject<HTMLElement | null>) {
  const ref = useRef<HTMLTableSectionElement>(null);
  const place: Place = { body: ref, box };
  const tops = useTops(rows, place);
  const { rows: visible, belowPx } = visibleRows(tops, useView(place), rows.held);
  const body = (row: (index: number) => ComponentChildren) => (
    <tbody ref={ref} role="rowgroup">
      {visible.map(({ index, spacePx }) => (
        <Fragment key={rows.keyOf(index)}>
          <SpaceRow px={spacePx} />
          {row(index)}
        </Fragment>
      ))}
      <SpaceRow px={belowPx} />
    </tbody>
  );
  return { body, first: visible[0]?.index ?? 0, last: visible.at(-1)?.index ?? 0 };
}

/** The view with a margin, relative to the first row's top. */
function useView({ body, box }: Place): { fromPx: number; toPx: number } {
  const [view, setView] = useState({ fromPx: 0, toPx: 2 * MARGIN_PX });
  const measure = useCallback(() => {
    const rowsTop = topOf(body);
    const frame = box?.current?.getBoundingClientRect() ?? { top: 0, bottom: window.innerHeight };
    const fromPx = Math.floor((frame.top - rowsTop - MARGIN_PX) / STEP_PX) * STEP_PX;
    const toPx = Math.ceil((frame.bottom - rowsTop + MARGIN_PX) / STEP_PX) * STEP_PX;
    setView((before) => (before.fromPx === fromPx && before.toPx === toPx ? before : { fromPx, toPx }));
  }, []);
  // Content above the rows may have grown.
  useLayoutEffect(measure);
  useEffect(() => {
    const scrolled = box?.current ?? document;
    scrolled.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      scrolled.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, []);
  return view;
}

/**
 * The tops of the rows, by the measured heights of those that were rendered; the others count as average. The visible
 * rows keep their place when the height of a row above them turns out different.
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
  // Before the browser paints, because a corrected height must not visibly shift the other rows.
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
  // Rows also change their height without a render: when the window is resized, or a field grows.
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

/** Replaces the rows of a long table that are not rendered. */
function SpaceRow({ px }: { px: number }) {
  return px > 0 ? <tr class="space" aria-hidden="true" style={{ height: `${px}px` }} /> : null;
}
