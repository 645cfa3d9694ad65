/** Strings in a sheet of an Excel workbook, a row each. */
import type { Report } from './input-error';
import type { ReadingOptions, SourceEntry } from './source-entry';
import { tableStrings } from './table-strings';
import { XlsxFault } from './xlsx-archive';
import { sheetRows } from './xlsx-rows';
import { openSheet } from './xlsx-workbook';

const NO_ROWS = 'has no rows in its sheet; name another with source.sheet';

export async function openWorkbook(
  bytes: Buffer,
  { sheet, columns }: ReadingOptions,
): Promise<(report: Report) => SourceEntry[] | null> {
  try {
    const opened = await openSheet(bytes, sheet);
    return (report) => {
      const rows = sheetRows(opened, report);
      return rows && tableStrings(rows, { columns, noRows: NO_ROWS }, report);
    };
  } catch (error) {
    if (!(error instanceof XlsxFault)) throw error;
    const { message } = error;
    return (report) => {
      report({ line: null, key: null, message });
      return null;
    };
  }
}
