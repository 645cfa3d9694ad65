import { CsvError, parse } from 'csv-parse/sync';
import { FileFault, MOST_FINDINGS } from '../input-error';
import { hasMoreLinesThan } from '../lines';

export interface CsvRow {
  cells: readonly string[];
  line: number;
}

const delimiters = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;
export type Delimiter = keyof typeof delimiters;

/** Detects the separator by the first row: spreadsheets write a semicolon where a comma is the decimal sign. */
export function delimiterOf(text: string, usual: Delimiter = ','): Delimiter {
  const first = /^(?:[^"\r\n]|"[^"]{0,10000}"){0,10000}/.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? '';
  const signs: Delimiter[] = [usual, ';', '\t', ','];
  return signs.find((sign) => first.includes(sign)) ?? usual;
}

/**
 * Reads the rows of a CSV text. The caller refuses those with more cells than the header; after too many of them the
 * rest is left out.
 */
export function readCsvRows(
  text: string,
  delimiter: Delimiter,
  { mostCells = MOST_CELLS, mostRows = MOST_ROWS, mostColumns = MOST_COLUMNS } = {},
): CsvRow[] {
  const rows: CsvRow[] = [];
  if (hasMoreLinesThan(mostCells, text, [delimiter]))
    throw new FileFault(`has more than ${mostCells} cells and lines`);
  // The parser counts a CRLF within quotes as two lines.
  let overcount = 0;
  let lastLine = 0;
  let ragged = 0;
  const keep = (cells: readonly string[], { lines }: { lines: number }): null => {
    overcount += countOf(/\r\n/g, cells);
    lastLine = lines - overcount;
    const line = lastLine - countOf(/\r\n|\r|\n/g, cells);
    if (cells.length > mostColumns)
      throw new FileFault(`has more than the ${mostColumns} columns that a file may have`, line);
    rows.push({ cells, line });
    if (cells.length > (rows[0]?.cells.length ?? 0)) ragged += 1;
    if (ragged === MOST_FINDINGS) throw new EnoughRagged();
    if (rows.length > mostRows)
      throw new FileFault(`is beyond the ${mostRows} rows that a file may have`, lastLine);
    return null;
  };
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MOST_ROW_BYTES,
      on_record: keep,
    });
  } catch (error) {
    if (error instanceof EnoughRagged) return rows;
    if (!(error instanceof CsvError)) throw error;
    // For a quote that is never closed, the parser reports only the end of the file.
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') throw new FileFault(NOT_CLOSED, lastLine + 1);
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw new FileFault(TOO_LONG, lastLine + 1);
    throw new FileFault(STRAY_QUOTE, Number(error.lines) - overcount);
  }
  return rows;
}

/** Missing cells at the end are empty; extra cells mean that an unquoted separator has cut a text. */
export function rowFault(cells: readonly string[], columns: number, delimiter: Delimiter): string | null {
  if (cells.slice(columns).every((cell) => cell.trim() === '')) return null;
  const separator = delimiters[delimiter];
  return `has ${cells.length} cells, but the first row has ${columns}; put text with a ${separator} in quotes`;
}

/** The parser creates an error for each such row, which takes much longer than reading it. */
class EnoughRagged extends Error {}

/** Forty languages for each of 150,000 strings; commas in texts are counted too. */
const MOST_CELLS = 6_000_000;
const MOST_COLUMNS = 2000;
/** A row takes as much memory as many cells. */
const MOST_ROWS = 1_000_000;
/** More than all texts of a string can have; mostly a quote that is never closed. */
const MOST_ROW_BYTES = 4 * 1024 * 1024;
const TOO_LONG = `has more than ${MOST_ROW_BYTES / 1024 / 1024} MB in one row; is a quote not closed?`;
const NOT_CLOSED = 'has a quote that is not closed';
const STRAY_QUOTE = 'has a quote inside a cell; put the whole cell in quotes, and double the quotes in it';

function countOf(pattern: RegExp, cells: readonly string[]): number {
  return cells.reduce((count, cell) => count + (cell.match(pattern)?.length ?? 0), 0);
}

/**
 * A spreadsheet takes a cell that begins with one of these characters for a formula, and runs it. An apostrophe before
 * it makes it a text. Cells that have apostrophes before such a character already get one more, so that removing one on
 * reading always restores the text.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** Without this mark, Excel reads UTF-8 as the encoding of the machine. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Writes a table for people: a spreadsheet opens it in the right encoding, and runs none of its texts as a formula. */
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
