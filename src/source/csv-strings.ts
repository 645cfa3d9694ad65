/** Strings in CSV or TSV. */
import type { ColumnNames } from '../domain/release-file';
import { cellCountFault, readCsvRows, type Delimiter } from './csv-rows';
import type { EntryReader } from './source-entry';
import { tableStrings } from './table-strings';

export const csvStringsReader =
  (columns?: ColumnNames, delimiter: Delimiter = ','): EntryReader =>
  (text, report) => {
    const rows = readCsvRows(text, report, { delimiter });
    if (rows === null) return null;
    return tableStrings(
      rows.map(({ cells, line }) => ({ cells: new Map(cells.entries()), line })),
      {
        columns,
        noRows: 'has no rows',
        rowFault: ({ cells }, header) =>
          cells.size === header.cells.size ? null : cellCountFault(cells.size, header.cells.size, delimiter),
      },
      report,
    );
  };
