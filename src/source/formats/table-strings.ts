/** Reads strings from a table: a header that names the columns, then a row for each string. */
import type { ColumnNames } from '../../domain/release/release-file';
import { FileFault, type Report } from '../input-error';
import { noteFields, wholeLength, type SourceEntry, type EntryReader } from '../source-entry';
import { delimiterOf, readCsvRows, rowFault, type Delimiter } from './csv-rows';

/** A cell of a spreadsheet without text: its displayed form is not known here. */
export interface OtherCell {
  kind: 'a number or a date' | 'true or false' | 'an error' | 'a formula without a value';
  /** The raw value of the file. */
  value: string;
}

type Cell = string | OtherCell;

export interface TableRow {
  cells: ReadonlyMap<number, Cell>;
  line: number;
  /** Why the row does not fit the first one. */
  fault?: string | null;
}

/** The default columns. Others must then be absent, for they would be lost. */
const USUAL: ColumnNames = { id: 'string_id', content: 'content' };

/** `noRows` is the advice for a file without rows. */
export function tableStrings(
  rows: readonly TableRow[],
  { columns, noRows }: { columns: ColumnNames | undefined; noRows: string },
  report: Report,
): SourceEntry[] {
  const [first] = rows;
  if (first === undefined) throw new FileFault(noRows);
  const wanted = columns ?? (isOfTexts(first) ? { id: 1, content: 2 } : undefined);
  const hasHeader = wanted === undefined || Object.values(wanted).some((name) => typeof name === 'string');
  const places = placesOf(first, wanted);
  return rows.slice(hasHeader ? 1 : 0).flatMap((row) => {
    if (!row.fault) return entryOf(row, places, report);
    report({ line: row.line, key: keyOf(row, places), message: row.fault });
    return [];
  });
}

/** A header has no two columns with the same name, so the first row is a text next to itself, as in Magento's files. */
function isOfTexts({ cells }: TableRow): boolean {
  const [id, content] = [cells.get(0), cells.get(1)];
  return typeof id === 'string' && id.trim() !== '' && id === content;
}

interface Place {
  at: number;
  name: string;
}
type Places = Partial<Record<keyof ColumnNames, Place>> & Record<'id' | 'content', Place>;

function placesOf(first: TableRow, columns: ColumnNames | undefined): Places {
  const names = [...first.cells].map(([at, cell]) => ({ at, name: cellText(cell).trim() }));
  const refuse = (key: string | null, message: string): never => {
    throw new FileFault(message, first.line, key);
  };
  const wanted = columns ?? USUAL;
  const places: Partial<Places> = {};
  for (const [field, name] of Object.entries(wanted) as [keyof ColumnNames, string | number][]) {
    const found =
      typeof name === 'number'
        ? [{ at: name - 1, name: `column ${name}` }]
        : names.filter((column) => column.name === name);
    if (found.length > 1) return refuse(String(name), 'is the name of more than one column');
    const [place] = found;
    if (place !== undefined) places[field] = place;
    else if (columns !== undefined)
      return refuse(
        String(name),
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
  'To use others, name them in the release file: source: { file: …, columns: { id: …, content: … } }. Give a number for a column without a name, and for all where the first row names none: { id: 1, content: 2 }';
const SEPARATORS = 'Separate the columns by commas, semicolons or tabs';
const MOST_NAMED = 20;

const isOneColumn = ([first, ...others]: readonly { name: string }[]): boolean =>
  others.length === 0 && /[;,\t|]/.test(first?.name ?? '');

function had(names: readonly { name: string }[]): string {
  const shown = names.slice(0, MOST_NAMED).map(({ name }) => name.slice(0, 50) || 'a column without a name');
  return `it has ${shown.join(', ')}${names.length > MOST_NAMED ? ', …' : ''}`;
}

function keyOf({ cells }: TableRow, { id }: Places): string | null {
  const cell = cells.get(id.at);
  return typeof cell === 'string' && cell !== '' ? cell : null;
}

function entryOf(row: TableRow, places: Places, report: Report): SourceEntry[] {
  const { cells, line } = row;
  const [id, content] = [cells.get(places.id.at), cells.get(places.content.at)];
  const isBlank = [id, content].every((cell) => cell === undefined || cellText(cell).trim() === '');
  if (isBlank) return [];
  const reportContent = (message: string, isWarning?: true): void =>
    report({ line, key: keyOf(row, places), message, ...(isWarning && { isWarning }) });
  const textIn = (place: Place | undefined): string => cellText((place && cells.get(place.at)) ?? '');
  const maxLength = wholeLength(textIn(places.maxLength));
  if (maxLength === undefined && textIn(places.maxLength).trim() !== '')
    reportContent(`${places.maxLength?.name ?? ''} is not a whole number from 1, and is not read`, true);
  const entry: SourceEntry = {
    id,
    content,
    idLine: line,
    contentLine: line,
    ...noteFields(textIn(places.context), textIn(places.comment), maxLength),
  };
  if (isUnknown(content)) reportContent(`${places.content.name} ${UNKNOWN}`);
  else if (typeof id === 'object' && typeof content === 'string' && content.trim() !== '')
    reportContent(`${places.id.name} ${isUnknown(id) ? UNKNOWN : `is ${id.kind}, not text; ${AS_TEXT}`}`);
  else return [entry];
  return [];
}

const isUnknown = (cell: Cell | undefined): boolean =>
  typeof cell === 'object' && cell.kind === 'a formula without a value';

const UNKNOWN = 'is a formula without a value; open and save the file in the program that it is from';
const AS_TEXT = 'format the cell as text, and type it again';

const cellText = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.value);

export const csvStringsReader =
  (columns?: ColumnNames, usual?: Delimiter): EntryReader =>
  (text, report) => {
    const delimiter = delimiterOf(text, usual);
    const rows = readCsvRows(text, delimiter);
    const width = rows[0]?.cells.length ?? 0;
    return tableStrings(
      rows.map(({ cells, line }, row) => ({
        // An empty name in the header counts as a column.
        cells: new Map([...cells.entries()].filter(([, cell]) => row === 0 || cell !== '')),
        line,
        fault: rowFault(cells, width, delimiter),
      })),
      { columns, noRows: 'has no rows' },
      report,
    );
  };
