import { CsvError, parse } from 'csv-parse/sync';
import { FileFault, MOST_FINDINGS } from '../input-error';
import { hasMoreLinesThan } from '../lines';

export interface CsvRow {
  cells: readonly string[];
  /** On which it begins. */
  line: number;
}

const delimiters = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;
export type Delimiter = keyof typeof delimiters;

/** What separates the cells of the first row: spreadsheets write a semicolon where a comma is part of numbers. */
export function delimiterOf(text: string, usual: Delimiter = ','): Delimiter {
  const first = /^(?:[^"\r\n]|"[^"]{0,10000}"){0,10000}/.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? '';
  const signs: Delimiter[] = [usual, ';', '\t', ','];
  return signs.find((sign) => first.includes(sign)) ?? usual;
}

interface CsvBounds {
  delimiter?: Delimiter;
  mostCells?: number;
  mostRows?: number;
  mostColumns?: number;
}

/**
 * The rows of a CSV text. Those with more cells than the header are for the caller to refuse; after too many of them the
 * rest is left out.
 */
export function readCsvRows(
  text: string,
  {
    delimiter = ',',
    mostCells = MOST_CELLS,
    mostRows = MOST_ROWS,
    mostColumns = MOST_COLUMNS,
  }: CsvBounds = {},
): CsvRow[] {
  const rows: CsvRow[] = [];
  if (hasMoreLinesThan(mostCells, text, [delimiter]))
    throw new FileFault(`has more than ${mostCells} cells and lines`);
  const wide = lineOfWideRow(text, delimiter, mostColumns);
  if (wide !== null)
    throw new FileFault(`has more than the ${mostColumns} columns that a file may have`, wide);
  // The parser takes a CRLF within quotes for two lines.
  let overcount = 0;
  let lastLine = 0;
  let ragged = 0;
  const keep = (cells: readonly string[], { lines }: { lines: number }): null => {
    overcount += countOf(/\r\n/g, cells);
    lastLine = lines - overcount;
    rows.push({ cells, line: lastLine - countOf(/\r\n|\r|\n/g, cells) });
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
    // Of a quote that is never closed the parser knows the end of the file only.
    const open = error.code === 'CSV_QUOTE_NOT_CLOSED';
    if (open || error.code === 'CSV_MAX_RECORD_SIZE')
      throw new FileFault(open ? NOT_CLOSED : TOO_LONG, lastLine + 1);
    throw new FileFault(STRAY_QUOTE, Number(error.lines) - overcount);
  }
  return rows;
}

/** Cells that are lacking at the end are empty ones; with a stray separator a text would be cut. */
export function rowFault(cells: readonly string[], columns: number, delimiter: Delimiter): string | null {
  if (cells.slice(columns).every((cell) => cell.trim() === '')) return null;
  const separator = delimiters[delimiter];
  return `has ${cells.length} cells, but the first row has ${columns}; put text with a ${separator} in quotes`;
}

/** The parser makes an error of each such row, which takes much longer than reading it. */
class EnoughRagged extends Error {}

/** Forty languages for each of a hundred and fifty thousand strings; commas in texts are counted too. */
const MOST_CELLS = 6_000_000;
/** A cell takes the parser many times as much as its separator, and a row is taken apart whole. */
const MOST_COLUMNS = 2000;
/** A row takes as much as many cells. */
const MOST_ROWS = 1_000_000;
/** More than all texts of a string can have; mostly a quote that is never closed. */
const MOST_ROW_BYTES = 4 * 1024 * 1024;
const TOO_LONG = `has more than ${MOST_ROW_BYTES / 1024 / 1024} MB in one row; is a quote not closed?`;
const NOT_CLOSED = 'has a quote that is not closed';
const STRAY_QUOTE = 'has a quote inside a cell; put the whole cell in quotes, and double the quotes in it';

/** The line on which a row begins that has more cells than that; null: none has. A cheap check before the text is parsed. */
function lineOfWideRow(text: string, delimiter: Delimiter, mostColumns: number): number | null {
  const separator = delimiter.charCodeAt(0);
  let [line, start, cells, isQuoted] = [1, 1, 1, false];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isQuoted = !isQuoted;
    else if (code === NEWLINE || (code === RETURN && text.charCodeAt(at + 1) !== NEWLINE)) {
      line += 1;
      if (!isQuoted) [start, cells] = [line, 1];
    } else if (code === separator && !isQuoted) {
      cells += 1;
      if (cells > mostColumns) return start;
    }
  }
  return null;
}

const [QUOTE, NEWLINE, RETURN] = [0x22, 0x0a, 0x0d];

function countOf(pattern: RegExp, cells: readonly string[]): number {
  return cells.reduce((count, cell) => count + (cell.match(pattern)?.length ?? 0), 0);
}

/**
 * A spreadsheet takes a cell that begins with one of these signs for a formula, and runs it. With an apostrophe before
 * it, it is a text. Cells that have apostrophes before such a sign already get one more, so that reading one away
 * always gives what was written.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** Without this mark, Excel reads UTF-8 as the encoding of the machine. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A table for people: a spreadsheet opens it in the right encoding, and runs nothing of what others wrote into it. */
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
