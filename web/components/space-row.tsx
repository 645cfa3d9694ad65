/** Stands for the rows of a long table that are not in view. */
export function SpaceRow({ px }: { px: number }) {
  return px > 0 ? <tr class="space" aria-hidden="true" style={{ height: `${px}px` }} /> : null;
}
