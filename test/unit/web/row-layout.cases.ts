import fc from '../../support/fast-check';
import { rowAt, rowTops, visibleRows } from '../../../web/components/virtual-rows';

const heights = fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 200 });
const view = fc
  .tuple(fc.integer({ min: -1000, max: 60_000 }), fc.integer({ min: 0, max: 3000 }))
  .map(([fromPx, lengthPx]) => ({ fromPx, toPx: fromPx + lengthPx }));

it('fills the table to its whole height, whatever is in view', () => {
  fc.assert(
    fc.property(heights, view, fc.integer({ min: -1, max: 250 }), (rows, seen, held) => {
      const tops = rowTops(rows.length, (index) => rows[index] ?? 0);
      const shown = visibleRows(tops, seen, held);
      const heightPx = shown.rows.reduce((sum, { index, spacePx }) => sum + spacePx + (rows[index] ?? 0), 0);
      expect(heightPx + shown.belowPx).toBe(tops.at(-1));
      expect(shown.rows.every(({ spacePx }) => spacePx >= 0)).toBe(true);
    }),
  );
});

it('has every row in the page that is in view, and the one that is held', () => {
  fc.assert(
    fc.property(heights, view, fc.integer({ min: -1, max: 250 }), (rows, seen, held) => {
      const tops = rowTops(rows.length, (index) => rows[index] ?? 0);
      const shown = new Set(visibleRows(tops, seen, held).rows.map(({ index }) => index));
      rows.forEach((height, index) => {
        const top = tops[index] ?? 0;
        if ((top < seen.toPx && top + height > seen.fromPx) || index === held)
          expect(shown.has(index)).toBe(true);
      });
    }),
  );
});

it('shows few of many rows', () => {
  const tops = rowTops(5000, () => 60);
  const { rows, belowPx } = visibleRows(tops, { fromPx: 60_000, toPx: 60_600 });
  expect(rows.map(({ index }) => index)).toEqual(Array.from({ length: 11 }, (_, place) => 1000 + place));
  expect(rows[0]?.spacePx).toBe(60_000);
  expect(belowPx).toBe(300_000 - 60_660);
});

it('finds the row at a place', () => {
  const tops = rowTops(3, () => 10);
  expect([-5, 0, 9, 10, 29, 30, 99].map((px) => rowAt(tops, px))).toEqual([0, 0, 0, 1, 2, 2, 2]);
});

it('is empty without rows', () => {
  expect(
    visibleRows(
      rowTops(0, () => 10),
      { fromPx: 0, toPx: 100 },
      0,
    ),
  ).toEqual({ rows: [], belowPx: 0 });
});
