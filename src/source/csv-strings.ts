/** Strings in CSV or TSV. */
import type { ColumnNames } from '../domain/release-file';
import { delimiterOf, readCsvRows, rowFault, type Delimiter } from './csv-rows';
import type { EntryReader } from './source-entry';
import { tableStrings } from './table-strings';

export const csvStringsReader =
  (columns?: ColumnNames, usual?: Delimiter): EntryReader =>
  (text, report) => {
    const delimiter = delimiterOf(text, usual);
    const rows = readCsvRows(text, report, { delimiter });
    const width = rows?.[0]?.cells.length ?? 0;
    return (
      rows &&
      tableStrings(
        rows.map(({ cells, line }, row) => ({
          // Of the names that a header has, an empty one counts too.
          cells: new Map([...cells.entries()].filter(([, cell]) => row === 0 || cell !== '')),
          line,
          fault: rowFault(cells, width, delimiter),
        })),
        { columns, noRows: 'has no rows' },
        report,
      )
    );
  };
