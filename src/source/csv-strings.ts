/** Strings in CSV: a header with the columns string_id and content, in any order, and nothing else. */
import { CsvError, parse } from 'csv-parse/sync';
import type { Report } from './input-error';
import type { EntryReader, SourceEntry } from './source-entry';

export const readCsvStrings: EntryReader = (text, report) => {
  const [header, ...rows] = readRows(text, report) ?? [];
  if (header === undefined) return null;
  const columns = header.cells.map((cell) => cell.trim());
  if (columns.toSorted().join() !== 'content,string_id') {
    const message = 'must name the columns string_id and content, parted by a comma, and no others';
    report({ line: header.line, key: null, message });
    return null;
  }
  const [idAt, contentAt] = [columns.indexOf('string_id'), columns.indexOf('content')];
  return rows.flatMap(({ cells, line }): SourceEntry[] => {
    const id = cells[idAt];
    if (cells.length === 2) return [{ id, content: cells[contentAt], idLine: line, contentLine: line }];
    const message = `has ${cells.length} cells where the header has 2; put text with a comma in quotes`;
    report({ line, key: id ?? null, message });
    return [];
  });
};

interface Row {
  cells: readonly string[];
  /** On which it begins. */
  line: number;
}

function readRows(text: string, report: Report): Row[] | null {
  const rows: Row[] = [];
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
    parse(text, { relax_column_count: true, skip_empty_lines: true, on_record: keep });
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

const NOT_CLOSED = 'has a quote that is not closed';
const STRAY_QUOTE = 'has a quote amid a cell; put the whole cell in quotes, and double the quotes within';

function countOf(pattern: RegExp, cells: readonly string[]): number {
  return cells.reduce((count, cell) => count + (cell.match(pattern)?.length ?? 0), 0);
}
