/**
 * Reads strings from a sheet of an Excel workbook, one per row. Texts are those that Excel shows, including saved
 * results of formulas; the displayed form of other values is not known, so they are marked and never become a text. The
 * parser is our own because `read-excel-file` refuses a sheet for one wrong cell, and unpacks an archive of any size.
 */
import { FileFault, type Report } from '../input-error';
import { MOST_CHARS_OF_ALL, tooManyChars, type ReadingOptions, type SourceEntry } from '../source-entry';
import { tableStrings, type OtherCell, type TableRow } from './table-strings';
import { XlsxArchive } from './xlsx-archive';
import { readXml, type XmlTag, type XmlHandler } from './xml-events';

const NO_ROWS = 'has no rows in its sheet; name another with source.sheet';

export async function openWorkbook(
  bytes: Buffer,
  { sheet, columns }: ReadingOptions,
): Promise<(report: Report) => SourceEntry[]> {
  const opened = await openSheet(bytes, sheet);
  return (report) => tableStrings(sheetRows(opened), { columns, noRows: NO_ROWS }, report);
}

interface XlsxSheet {
  sheet: string;
  /** Texts that cells refer to by their number; null: there are none. */
  sharedStrings: string | null;
}

export async function openSheet(bytes: Buffer, name: string | undefined): Promise<XlsxSheet> {
  const archive = await XlsxArchive.open(bytes);
  const workbook = await archive.text('xl/workbook.xml');
  const relations = await archive.text('xl/_rels/workbook.xml.rels');
  if (workbook === null || relations === null) throw new FileFault('is not an .xlsx workbook');
  const parts = tagsIn(relations, 'Relationship').map((tag) => ({
    id: tag.attribute('Id'),
    kind: tag.attribute('Type')?.split('/').at(-1),
    path: partPath(tag.attribute('Target') ?? ''),
  }));
  const id = relationOf(tagsIn(workbook, 'sheet'), name);
  const path = parts.find((part) => part.id === id && part.kind === 'worksheet')?.path;
  const sheet = path === undefined ? null : await archive.text(path);
  if (sheet === null) throw new FileFault('has no such sheet of cells; save it again');
  const shared = parts.find(({ kind }) => kind === 'sharedStrings')?.path;
  return { sheet, sharedStrings: shared === undefined ? null : await archive.text(shared) };
}

/** The namespaces of usual files, and of those that follow the standard strictly. */
const RELATIONS = [
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
];
const MOST_NAMED = 20;

/** The id of the relation that leads to the sheet. */
function relationOf(sheets: readonly XmlTag[], name: string | undefined): string | undefined {
  const names = sheets.map((tag) => tag.attribute('name') ?? '');
  const wanted = name === undefined ? sheets[0] : sheets[names.indexOf(name)];
  if (wanted !== undefined)
    return RELATIONS.map((uri) => wanted.attribute('id', uri)).find((id) => id !== undefined);
  if (name === undefined) throw new FileFault('has no sheets');
  throw new FileFault(
    `has no sheet "${name}", which source.sheet names; it has ${names.slice(0, MOST_NAMED).join(', ')}`,
  );
}

/** Targets are relative to the workbook, or begin with a slash. */
function partPath(target: string): string {
  return target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
}

function tagsIn(text: string, name: string): XmlTag[] {
  const tags: XmlTag[] = [];
  const open = (tag: XmlTag): void => {
    if (tag.name === name) tags.push(tag);
  };
  const ignore = (): void => undefined;
  withoutLines('holds a part that', () => readXml(text, { open, close: ignore, text: ignore }));
  return tags;
}

/** The lines of parts are dropped from messages, because nobody can see them: the fault is that of the file. */
function withoutLines(what: string, read: () => void): void {
  try {
    read();
  } catch (error) {
    throw error instanceof FileFault ? new FileFault(`${what} ${error.message}`) : error;
  }
}

/** Namespace lookups are turned off, because there are millions of elements, all of one namespace. */
const namesAlone = { namespaces: false };

/** Empty rows are left out. */
export function sheetRows({ sheet, sharedStrings }: XlsxSheet): TableRow[] {
  const shared = new SharedStrings();
  const rows = new SheetReader(shared.texts);
  withoutLines('a sheet', () => {
    if (sharedStrings !== null) readXml(sharedStrings, shared, namesAlone);
    readXml(sheet, rows, namesAlone);
  });
  return rows.rows;
}

/** Collects the texts of `t` elements, except those of `rPh`, which are pronunciations. */
class TextCollector {
  #text = '';
  #isIn = false;
  #isPronunciation = false;

  open(name: string): void {
    if (name === 'rPh') this.#isPronunciation = true;
    this.#isIn = name === 't' && !this.#isPronunciation;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isPronunciation = false;
    this.#isIn = false;
  }

  text(text: string): void {
    if (this.#isIn) this.#text += text;
  }

  take(): string {
    const text = this.#text;
    this.#text = '';
    return unspelt(text);
  }
}

/** Characters that XML cannot have are escaped as `_x000D_`. */
function unspelt(text: string): string {
  return text.replace(/_x([0-9a-fA-F]{4})_/g, (_spelt, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
}

class SharedStrings implements XmlHandler {
  readonly texts: string[] = [];
  readonly #collector = new TextCollector();

  open({ name }: XmlTag): void {
    this.#collector.open(name);
  }

  close(_source: string, name: string): void {
    this.#collector.close(name);
    if (name === 'si') this.texts.push(this.#collector.take());
  }

  text(text: string): void {
    this.#collector.text(text);
  }
}

class SheetReader implements XmlHandler {
  readonly rows: TableRow[] = [];
  readonly #collector = new TextCollector();
  #cells = new Map<number, string | OtherCell>();
  #line = 0;
  #column = -1;
  #type = 'n';
  #value: string | null = null;
  #isInValue = false;
  #isFormula = false;
  #sharedChars = 0;

  constructor(private readonly shared: readonly string[]) {}

  open(tag: XmlTag): void {
    const { name } = tag;
    this.#collector.open(name);
    this.#isInValue = name === 'v';
    if (name === 'row') {
      const number = /^\d{1,7}$/.exec(tag.attribute('r') ?? '')?.[0];
      this.#line = number === undefined ? this.#line + 1 : Number(number);
      this.#column = -1;
      this.#cells = new Map();
    } else if (name === 'c') {
      this.#column = columnOf(tag.attribute('r')) ?? this.#column + 1;
      this.#type = tag.attribute('t') ?? 'n';
      this.#value = null;
      this.#isFormula = false;
    } else if (name === 'v') this.#value = '';
    else if (name === 'f') this.#isFormula = true;
  }

  close(_source: string, name: string): void {
    this.#collector.close(name);
    this.#isInValue = false;
    if (name === 'c') {
      const cell = this.#cell();
      if (cell !== '') this.#cells.set(this.#column, cell);
    } else if (name === 'row' && this.#cells.size > 0) {
      this.rows.push({ cells: this.#cells, line: this.#line });
    }
  }

  text(text: string): void {
    if (this.#isInValue) this.#value = (this.#value ?? '') + text;
    else this.#collector.text(text);
  }

  /** Empty: the cell is empty. */
  #cell(): string | OtherCell {
    const inline = this.#collector.take();
    const value = this.#value ?? '';
    if (this.#type === 'inlineStr') return inline;
    if (this.#isFormula && this.#value === null) return { kind: 'a formula without a value', value };
    switch (this.#type) {
      case 's':
        return value === '' ? '' : (this.#sharedText(Number(value)) ?? { kind: 'an error', value });
      case 'str':
        return unspelt(value);
      case 'b':
        return { kind: 'true or false', value };
      case 'e':
        return { kind: 'an error', value };
      default:
        return value === '' ? '' : { kind: 'a number or a date', value };
    }
  }

  /** The total is bounded, because any number of cells may refer to one text. */
  #sharedText(number: number): string | undefined {
    const text = this.shared[number];
    this.#sharedChars += text?.length ?? 0;
    if (this.#sharedChars > MOST_CHARS_OF_ALL) throw new FileFault(tooManyChars);
    return text;
  }
}

/** Column `AB12` is the 28th, with index 27. */
function columnOf(place: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(place ?? '')?.[0];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
