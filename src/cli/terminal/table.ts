/** Tables for people: headers, aligned columns, and lines no wider than the terminal. */
import { InvalidArgumentError } from 'commander';
import stringWidth from 'string-width';
import { unknownValue } from '../../domain/text/suggest-word';
import { visibleValue } from '../../domain/text/visible-text';
import { oneOf, type Given } from '../command-options';
import type { Terminal } from './terminal';

type Cell = string | number | null | undefined | readonly string[];
/** Any name where the fields are open, as in the replies of the services. */
type FieldOf<Row> = string extends keyof Row
  ? string
  : { [Name in keyof Row]-?: Row[Name] extends Cell ? Name : never }[keyof Row] & string;

/** The name is that in `--columns` and `--sort`; the header is the same in capitals. Numbers are aligned to the right. */
type Column<Row> = {
  /** May be cut in a long line; ids must stay whole. */
  flexible?: true;
  /** Shown only when `--columns` names it. */
  hidden?: true;
} & ({ name: FieldOf<Row>; value?: never } | { name: string; value: (row: Row) => Cell });

export interface TableOptions {
  columns?: string[];
  sort?: { name: string; isDescending: boolean };
}

const GAP = '  ';
const LEAST_WIDTH = 8;
/** Bounds the padding when nothing is cut, so that one long text does not widen every line. */
const MOST_PADDED = 60;

export class Table<Row> {
  readonly #columns: readonly Column<Row>[];

  /** A column that is only a name shows the field of this name. */
  constructor(columns: readonly (FieldOf<Row> | Column<Row>)[]) {
    this.#columns = columns.map((column) => (typeof column === 'string' ? { name: column } : column));
  }

  get options() {
    const columns = 'Columns to show as text, separated by commas.';
    const sort = 'Column to sort what is listed by. With a hyphen before its name, the last comes first.';
    return {
      columns: this.#option('<names>', columns, (text) => [
        ...new Set(text.split(',').map((word) => this.#known(word.trim()))),
      ]),
      sort: this.#option('<column>', sort, (text) => ({
        name: this.#known(text.replace(/^-/, '')),
        isDescending: text.startsWith('-'),
      })),
    };
  }

  write(
    terminal: Terminal,
    key: string,
    rows: readonly Row[],
    options: TableOptions,
    { none = '', ...more }: { none?: string; [more: string]: unknown } = {},
  ): void {
    const sorted = this.sorted(rows, options);
    terminal.data({ ...more, [key]: sorted }, () => (rows.length === 0 ? none : this.text(sorted, options)));
  }

  #option<Value>(what: string, description: string, parse: (text: string) => Value): Given<Value, false> {
    const { named } = oneOf(what, description, this.#names());
    return { named: (name) => named(name).argParser(parse) };
  }

  #names(): string[] {
    return this.#columns.map(({ name }) => name);
  }

  #known(name: string): string {
    const names = this.#names();
    if (names.includes(name)) return name;
    throw new InvalidArgumentError(`"${name}" ${unknownValue(name, names)}.`);
  }

  sorted(rows: readonly Row[], { sort }: TableOptions): Row[] {
    const column = this.#columns.find(({ name }) => name === sort?.name);
    if (column === undefined) return [...rows];
    const turned = sort?.isDescending === true ? -1 : 1;
    return rows.toSorted((one, other) => turned * compared(valueOf(column, one), valueOf(column, other)));
  }

  text(rows: readonly Row[], { columns: wanted }: TableOptions, width = terminalWidth()): string {
    const columns = this.#shown(wanted);
    const cells = rows.map((row) => columns.map((column) => visibleValue(cellText(valueOf(column, row)))));
    const lines = [columns.map(({ name }) => name.toUpperCase()), ...cells];
    const widths = fitted(
      columns.map(({ flexible = false }, place) => ({
        width: lines.reduce((most, line) => Math.max(most, textWidth(line[place] ?? '')), 0),
        flexible,
      })),
      width - GAP.length * (columns.length - 1),
    );
    const isNumeric = columns.map((column) => rows.some((row) => typeof valueOf(column, row) === 'number'));
    const padded = (cell: string, place: number): string => {
      const most = widths[place] ?? 0;
      const shown = width === Infinity ? cell : cutToWidth(cell, most);
      const padding = ' '.repeat(Math.max(0, most - textWidth(shown)));
      return isNumeric[place] === true ? padding + shown : shown + padding;
    };
    return lines.map((line) => cutToWidth(line.map(padded).join(GAP).trimEnd(), width)).join('\n');
  }

  /** The text of one cell, whole and as it is. */
  cell(name: string, row: Row): string {
    return this.#named([name])
      .map((column) => cellText(valueOf(column, row)))
      .join('');
  }

  #named(names: readonly string[]): Column<Row>[] {
    return names.flatMap((name) => this.#columns.filter((column) => column.name === name));
  }

  #shown(wanted: readonly string[] | undefined): readonly Column<Row>[] {
    return wanted === undefined ? this.#columns.filter(({ hidden }) => hidden !== true) : this.#named(wanted);
  }
}

function valueOf<Row>(column: Column<Row>, row: Row): Cell {
  return column.value === undefined ? (row[column.name as keyof Row] as Cell) : column.value(row);
}

const cellText = (value: Cell): string => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));

function compared(one: Cell, other: Cell): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return order.compare(cellText(one), cellText(other));
}

const order = new Intl.Collator('en', { numeric: true });

/** Output to a program is never cut. */
function terminalWidth(): number {
  return process.stdout.isTTY ? process.stdout.columns : Infinity;
}

/** The widest flexible columns are cut first. */
function fitted(columns: readonly { width: number; flexible: boolean }[], most: number): number[] {
  const widths = columns.map(({ width }) => width);
  const rigid = columns.reduce((sum, { width, flexible }) => sum + (flexible ? 0 : width), 0);
  const natural = columns.flatMap(({ width, flexible }) => (flexible ? [width] : [])).sort((a, b) => a - b);
  let space = most - rigid;
  let share = most === Infinity ? MOST_PADDED : Infinity;
  for (const [place, width] of natural.entries()) {
    const fair = Math.floor(space / (natural.length - place));
    if (width > fair) {
      share = Math.max(fair, LEAST_WIDTH);
      break;
    }
    space -= width;
  }
  return widths.map((width, place) => (columns[place]?.flexible === true ? Math.min(width, share) : width));
}

const PLAIN = /^[\x20-\x7e]*$/;
const ELLIPSIS = '…';

const signs = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Plain ASCII is the common case, and stringWidth is slow for thousands of rows. */
export function textWidth(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}

/** Cuts between graphemes, never within one. */
export function beginning(text: string, most: number, { leastLetters = 0 } = {}): string {
  let [fits, width, letters] = ['', 0, 0];
  for (const { segment } of signs.segment(text)) {
    width += textWidth(segment);
    if (width > most && letters >= leastLetters) break;
    fits += segment;
    letters += 1;
  }
  return fits;
}

export function cutToWidth(text: string, most: number): string {
  if (most === Infinity || textWidth(text) <= most) return text;
  return beginning(text, most - ELLIPSIS.length).trimEnd() + ELLIPSIS;
}
