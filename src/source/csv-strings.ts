/** Strings in CSV: a header with the columns string_id and content, in any order, and nothing else. */
import { cellCountFault, readCsvRows } from './csv-rows';
import type { EntryReader, SourceEntry } from './source-entry';

export const readCsvStrings: EntryReader = (text, report) => {
  const [header, ...rows] = readCsvRows(text, report) ?? [];
  if (header === undefined) return null;
  const columns = header.cells.map((cell) => cell.trim());
  if (columns.toSorted().join() !== 'content,string_id') {
    const message = 'must name the columns string_id and content, separated by a comma, and no others';
    report({ line: header.line, key: null, message });
    return null;
  }
  const [idAt, contentAt] = [columns.indexOf('string_id'), columns.indexOf('content')];
  return rows.flatMap(({ cells, line }): SourceEntry[] => {
    const id = cells[idAt];
    if (cells.length === 2) return [{ id, content: cells[contentAt], idLine: line, contentLine: line }];
    report({ line, key: id ?? null, message: cellCountFault(cells.length, 2) });
    return [];
  });
};
