/** Reads terms from a person's file: a list in JSON or YAML, or a table that a spreadsheet saved. */
import { extname } from 'node:path';
import type { NewTerm, TermChange } from '../localization/requests';
import {
  termDecisions,
  type TermDecision,
  checkTerms,
  newTerms,
  termChanges,
  type TermKind,
} from './check-terms';
import { fileError, FileFault, unlessReported, type Report } from './input-error';
import { memberOf, MOST_TRANSLATED_NODES, type Located, type LocatedMapping, type Member } from './located';
import { parseJson } from './formats/parse-json';
import { readYaml } from './formats/parse-yaml';
import { readText } from './read-text';
import { textOfCell, delimiterOf, readCsvRows, rowFault, type CsvRow } from './formats/csv-rows';
import { unknownKey } from '../domain/text/suggest-word';

/** Terms to add, or to merge over those of the same content. */
export function readNewTerms(file: string, reading: CsvReading = {}): Promise<NewTerm[]> {
  return readTerms(file, newTerms, reading);
}

/** Changes of existing terms by their id; the source language cannot be changed. */
export function readTermChanges(file: string, reading: CsvReading = {}): Promise<TermChange[]> {
  return readTerms(file, termChanges, reading);
}

export function readTermDecisions(file: string): Promise<TermDecision[]> {
  return readTerms(file, termDecisions);
}

async function readTerms<Term>(
  file: string,
  kind: TermKind<Term>,
  reading: CsvReading = {},
): Promise<Term[]> {
  const readItems = itemReader(file, kind, reading);
  // Excel's "Unicode text" is UTF-16.
  const text = await readText(file, { otherEncoding: 'utf-16' });
  const terms = unlessReported(file, (report) => checkTerms(readItems(text, report), kind, report));
  if (terms.length > 0) return terms;
  throw fileError(file, 'has no terms');
}

function itemReader<Term>(
  file: string,
  kind: TermKind<Term>,
  reading: CsvReading,
): (text: string, report: Report) => Located[] {
  switch (extname(file).toLowerCase()) {
    case '.json':
      return (text) => itemsOf(parseJson(text, MOST_TRANSLATED_NODES), kind);
    case '.yaml':
    case '.yml':
      return (text) => itemsOf(readYaml(text, MOST_TRANSLATED_NODES), kind);
    case '.csv':
    case '.tsv':
    case '.txt':
      return (text, report) => readCsvTerms(text, kind, report, reading);
    default:
      throw fileError(file, 'must be a .json, .yaml, .yml, .csv, .tsv or .txt file');
  }
}

function itemsOf<Term>(root: Located, { listKey = '' }: TermKind<Term>): Located[] {
  if (root.kind === 'list') return root.items;
  const held = memberOf(root, listKey)?.value;
  if (held?.kind === 'list') return held.items;
  throw new FileFault('must be a list of terms', root.line);
}

/**
 * Terms in CSV: a column for each field, and one such as `translations.ja` for each language. An empty cell counts as
 * absent, so that a language without a translation stays as it is, unless the caller wants it cleared.
 */
type Columns = Pick<TermKind<unknown>, 'neededFields' | 'optionalFields'>;

interface CsvReading {
  /** Whether an empty cell clears the existing value. */
  clearEmpty?: boolean;
}

const TRANSLATION = 'translations.';

/** Returns the terms in the form that JSON would have. */
function readCsvTerms(
  text: string,
  kind: Columns,
  report: Report,
  { clearEmpty = false }: CsvReading,
): LocatedMapping[] {
  const delimiter = delimiterOf(text);
  const [header, ...rows] = readCsvRows(text, delimiter, { mostCells: MOST_TRANSLATED_NODES });
  if (header === undefined) return [];
  const columns = header.cells.map((cell) => cell.trim());
  // Spreadsheets save empty columns at the end, which nobody named.
  const names = columns.slice(0, columns.findLastIndex((name) => name !== '') + 1);
  const faults = headerFaults(names, kind);
  for (const [key, message] of faults) report({ line: header.line, key, message });
  if (faults.length > 0) return [];
  return rows.flatMap((row) => {
    if (row.cells.every((cell) => cell.trim() === '')) return [];
    const fault = rowFault(row.cells, names.length, delimiter);
    if (fault === null) return [termOf(names, row, clearEmpty)];
    report({ line: row.line, key: null, message: fault });
    return [];
  });
}

function headerFaults(
  names: readonly string[],
  { neededFields, optionalFields }: Columns,
): [name: string, fault: string][] {
  const fields = [...neededFields, ...optionalFields];
  const faultOf = (name: string, at: number): string | null => {
    if (names.indexOf(name) < at) return 'is the name of more than one column';
    const isKnown = fields.includes(name) || name.startsWith(TRANSLATION);
    return isKnown ? null : unknownKey(name, [...fields, `${TRANSLATION}<language>`]);
  };
  const faults = names.map((name, at) => [name, faultOf(name, at)] as const);
  const missing = neededFields.filter((name) => !names.includes(name));
  return [
    ...faults.flatMap(([name, fault]): [string, string][] => (fault === null ? [] : [[name, fault]])),
    ...missing.map((name): [string, string] => [name, 'is missing from the columns']),
  ];
}

function termOf(names: readonly string[], { cells, line }: CsvRow, clearEmpty: boolean): LocatedMapping {
  const members: Member[] = [];
  const translations: Member[] = [];
  for (const [index, key] of names.entries()) {
    const value = textOfCell(cells[index] ?? '');
    if (value === '' && !clearEmpty) continue;
    const scalar: Located = { kind: 'scalar', line, value };
    if (!key.startsWith(TRANSLATION)) members.push({ key, line, value: scalar });
    else translations.push({ key: key.slice(TRANSLATION.length), line, value: scalar });
  }
  if (translations.length > 0)
    members.push({ key: 'translations', line, value: { kind: 'mapping', line, members: translations } });
  return { kind: 'mapping', line, members };
}
