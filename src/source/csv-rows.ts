import { CsvError, parse } from 'csv-parse/sync';
import type { Report } from './input-error';

export interface CsvRow {
  cells: readonly string[];
  /** On which it begins. */
  line: number;
}

export type Delimiter = ',' | '\t';

/** The rows of a CSV text, or null after reporting why it cannot be read. */
export function readCsvRows(text: string, report: Report, delimiter: Delimiter = ','): CsvRow[] | null {
  const rows: CsvRow[] = [];
  // The parser takes a CRLF within quotes for two lines.
  let overcount = 0;
  let lastLine = 0;
  const keep = (cells: readonly string[], { lines }: { lines: number }): null => {
    overcount += countOf(/\r\n/g, cells);
    lastLine = lines - overcount;
    rows.push({ cells, line: lastLine - countOf(/\r\n|\r|\n/g, cells) });
    return null;
  };
  try {
    parse(text, { delimiter, relax_column_count: true, skip_empty_lines: true, on_record: keep });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Of a quote that is never closed the parser knows the end of the file only.
    const open = error.code === 'CSV_QUOTE_NOT_CLOSED';
    const line = open ? lastLine + 1 : Number(error.lines) - overcount;
    report({ line, key: null, message: open ? NOT_CLOSED : STRAY_QUOTE });
    return null;
  }
  return rows;
}

export function cellCountFault(cells: number, columns: number, delimiter: Delimiter = ','): string {
  const separator = delimiter === ',' ? 'comma' : 'tab';
  return `has ${cells} cells, but the header has ${columns}; put text with a ${separator} in quotes`;
}

const NOT_CLOSED = 'has a quote that is not closed';
const STRAY_QUOTE = 'has a quote inside a cell; put the whole cell in quotes, and double the quotes in it';

function countOf(pattern: RegExp, cells: readonly string[]): number {
  return cells.reduce((count, cell) => count + (cell.match(pattern)?.length ?? 0), 0);
}
