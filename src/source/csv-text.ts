/** A table for people: a spreadsheet opens it in the right encoding, and runs nothing of what others wrote into it. */

/**
 * A spreadsheet takes a cell that begins with one of these signs for a formula, and runs it. With an apostrophe before
 * it, it is a text. Cells that have apostrophes before such a sign already get one more, so that reading one away
 * always gives what was written.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** Without this mark, Excel reads UTF-8 as the encoding of the machine. */
const BYTE_ORDER_MARK = '\uFEFF';

export function csvText(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((cells) => cells.map(cellOf).join(',')).join('\n');
}

function cellOf(text: string): string {
  const cell = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

export function textOfCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
