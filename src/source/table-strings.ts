/** Strings in a table: a header that names the columns, then a row for each string. */
import type { ColumnNames } from '../domain/release-file';
import type { Report } from './input-error';
import type { SourceEntry, StringNote } from './source-entry';

/** What a spreadsheet may hold instead of text: how it looks there is not known here. */
export interface OtherCell {
  kind: 'a number or a date' | 'true or false' | 'an error' | 'a formula without a value';
  /** As the file has it. */
  value: string;
}

type Cell = string | OtherCell;

export interface TableRow {
  /** By their place, from 0. */
  cells: ReadonlyMap<number, Cell>;
  line: number;
}

/** As the columns are called where nobody says otherwise; then there must be no others, for they would be lost. */
const USUAL: ColumnNames = { id: 'string_id', content: 'content' };

interface TableKind {
  /** Named in the release file; undefined: the usual ones. */
  columns: ColumnNames | undefined;
  /** Says of a file without a header what to do. */
  noRows: string;
  /** Why a row cannot be read beside that header. */
  rowFault?: (row: TableRow, header: TableRow) => string | null;
}

/** The entries, or null after reporting why there are none. */
export function tableStrings(
  [header, ...rows]: readonly TableRow[],
  { columns, noRows, rowFault }: TableKind,
  report: Report,
): SourceEntry[] | null {
  if (header === undefined) {
    report({ line: null, key: null, message: noRows });
    return null;
  }
  const places = placesOf(header, columns, report);
  return (
    places &&
    rows.flatMap((row) => {
      const fault = rowFault?.(row, header) ?? null;
      if (fault === null) return entryOf(row, places, report);
      report({ line: row.line, key: keyOf(row, places), message: fault });
      return [];
    })
  );
}

type Field = keyof ColumnNames;
interface Place {
  at: number;
  name: string;
}
type Places = Partial<Record<Field, Place>> & Record<'id' | 'content', Place>;

function placesOf(header: TableRow, columns: ColumnNames | undefined, report: Report): Places | null {
  const names = [...header.cells].map(([at, cell]) => ({ at, name: cellText(cell).trim() }));
  const refuse = (key: string | null, message: string): null => {
    report({ line: header.line, key, message });
    return null;
  };
  const wanted = columns ?? USUAL;
  const places: Partial<Places> = {};
  for (const [field, name] of Object.entries(wanted) as [Field, string][]) {
    const found = names.filter((column) => column.name === name);
    if (found.length > 1) return refuse(name, 'is the name of more than one column');
    const [place] = found;
    if (place !== undefined) places[field] = place;
    else if (columns !== undefined)
      return refuse(
        name,
        `is not a column of this file, but source.columns.${field} names it; ${had(names)}`,
      );
  }
  const { id, content } = places;
  if (id === undefined || content === undefined || (columns === undefined && names.length > 2))
    return refuse(
      null,
      `must name the columns string_id and content, and no others; ${had(names)}. ${isOneColumn(names) ? SEPARATORS : REMEDY}`,
    );
  return { ...places, id, content };
}

const REMEDY =
  'To use others, name them in the release file: source: { file: …, columns: { id: …, content: … } }';
/** What spreadsheet programs save where a comma is part of numbers. */
const SEPARATORS = 'Separate the columns by a comma in .csv files, and by a tab in .tsv files';
const MOST_NAMED = 20;

const isOneColumn = ([first, ...others]: readonly { name: string }[]): boolean =>
  others.length === 0 && /[;,\t|]/.test(first?.name ?? '');

function had(names: readonly { name: string }[]): string {
  const shown = names.slice(0, MOST_NAMED).map(({ name }) => name.slice(0, 50));
  return `it has ${shown.join(', ')}${names.length > MOST_NAMED ? ', …' : ''}`;
}

function keyOf({ cells }: TableRow, { id }: Places): string | null {
  const cell = cells.get(id.at);
  return typeof cell === 'string' && cell !== '' ? cell : null;
}

function entryOf(row: TableRow, places: Places, report: Report): SourceEntry[] {
  const { cells, line } = row;
  const faults: string[] = [];
  const textIn = (place: Place | undefined): string | undefined => {
    const cell = place && cells.get(place.at);
    if (typeof cell === 'object')
      faults.push(`${place?.name ?? ''} is ${cell.kind}, not text; ${remedies[cell.kind] ?? AS_TEXT}`);
    return typeof cell === 'string' ? cell : undefined;
  };
  const lengthIn = (place: Place): number | undefined => {
    const text = cellText(cells.get(place.at) ?? '').trim();
    const length = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
    if (text !== '' && length === undefined)
      faults.push(`${place.name} must be a whole number from 1, or empty`);
    return length;
  };
  const [id, content] = [textIn(places.id), textIn(places.content)];
  const [context, comment] = [textIn(places.context)?.trim(), textIn(places.comment)?.trim()];
  const maxLength = places.maxLength && lengthIn(places.maxLength);
  for (const message of faults) report({ line, key: keyOf(row, places), message });
  if (faults.length > 0) return [];
  const note: StringNote = {
    ...(context && { context }),
    ...(comment && { comment }),
    ...(maxLength !== undefined && { maxLength }),
  };
  const hasNote = Object.keys(note).length > 0;
  return [{ id, content, idLine: line, contentLine: line, ...(hasNote && { note }) }];
}

const AS_TEXT = 'format the cell as text, and type it again';
const remedies: Partial<Record<OtherCell['kind'], string>> = {
  'a formula without a value': 'open and save the file in the program that it is from',
  'an error': 'correct the formula',
};

const cellText = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.value);
