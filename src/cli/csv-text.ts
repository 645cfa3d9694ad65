/** A table for a spreadsheet: what others have written into a term is never run there as a formula. */
import { cellOf } from '../source/csv-cell';

export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map((cell) => quoted(cellOf(cell))).join(',')).join('\n');
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
