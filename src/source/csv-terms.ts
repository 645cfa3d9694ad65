/**
 * Terms in CSV: a column for each field, and one such as `translations.ja` for each language. An empty cell says
 * nothing, so that a language without a translation is left as it is, unless whoever reads it is told otherwise.
 */
import type { TermKind } from './check-terms';
import { textOfCell } from './csv-text';
import { delimiterOf, readCsvRows, rowFault, type CsvRow } from './csv-rows';
import type { Report } from './input-error';
import { MOST_TRANSLATED_NODES, type LocatedMapping, type Member } from './located';
import { unknownKey } from '../domain/suggest-word';

type Columns = Pick<TermKind<unknown>, 'neededFields' | 'optionalFields'>;

export interface CsvReading {
  /** Whether an empty cell is an empty text, and clears what was there. */
  clearEmpty?: boolean;
}

const TRANSLATION = 'translations.';

/** The terms as JSON would have them, or null after reporting why there are none. */
export function readCsvTerms(
  text: string,
  kind: Columns,
  report: Report,
  { clearEmpty = false }: CsvReading = {},
): LocatedMapping[] | null {
  const delimiter = delimiterOf(text);
  const [header, ...rows] = readCsvRows(text, report, { delimiter, mostCells: MOST_TRANSLATED_NODES }) ?? [];
  if (header === undefined) return null;
  const columns = header.cells.map((cell) => cell.trim());
  // Columns at the end that a spreadsheet has saved, and that nobody named.
  const names = columns.slice(0, columns.findLastIndex((name) => name !== '') + 1);
  let isKnown = true;
  for (const [key, message] of headerFaults(names, kind)) {
    report({ line: header.line, key, message });
    isKnown = false;
  }
  if (!isKnown) return null;
  return rows.flatMap((row) => {
    if (row.cells.every((cell) => cell.trim() === '')) return [];
    const fault = rowFault(row.cells, names.length, delimiter);
    if (fault === null) return [termOf(names, row, clearEmpty)];
    report({ line: row.line, key: null, message: fault });
    return [];
  });
}

/** One at a time: whoever asks for them stops when there are too many. */
function* headerFaults(
  names: readonly string[],
  { neededFields, optionalFields }: Columns,
): Generator<[name: string, fault: string]> {
  const seen = new Set<string>();
  const fields = [...neededFields, ...optionalFields];
  const faultOf = (name: string): string | null => {
    if (seen.has(name)) return 'is the name of more than one column';
    const isKnown = fields.includes(name) || name.startsWith(TRANSLATION);
    return isKnown ? null : unknownKey(name, [...fields, `${TRANSLATION}<language>`]);
  };
  for (const name of names) {
    const fault = faultOf(name);
    if (fault !== null) yield [name, fault];
    seen.add(name);
  }
  for (const name of neededFields) if (!seen.has(name)) yield [name, 'is missing from the columns'];
}

function termOf(names: readonly string[], { cells, line }: CsvRow, clearEmpty: boolean): LocatedMapping {
  const members = names.flatMap((key, index): Member[] => {
    const value = textOfCell(cells[index] ?? '');
    return value === '' && !clearEmpty ? [] : [{ key, line, value: { kind: 'scalar', line, value } }];
  });
  const translations = members
    .filter(({ key }) => key.startsWith(TRANSLATION))
    .map((member) => ({ ...member, key: member.key.slice(TRANSLATION.length) }));
  const others = members.filter(({ key }) => !key.startsWith(TRANSLATION));
  const nested: Member = {
    key: 'translations',
    line,
    value: { kind: 'mapping', line, members: translations },
  };
  return { kind: 'mapping', line, members: translations.length === 0 ? others : [...others, nested] };
}
