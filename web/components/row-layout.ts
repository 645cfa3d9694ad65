/** Which rows of a long table are to be in the page, and how much space stands for the others. */
export interface VisibleRows {
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
