/**
 * A spreadsheet takes a cell that begins with one of these signs for a formula, and runs it. With an apostrophe before
 * it, it is a text. Cells that have apostrophes before such a sign already get one more, so that reading one away
 * always gives what was written.
 */
const FORMULA = /^'*[=+\-@\t\r]/;

export function cellOf(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

export function textOfCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
