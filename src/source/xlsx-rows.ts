/**
 * The rows of a sheet of an .xlsx file. Texts are as they are shown, also those that a formula makes, as they were when the
 * file was saved; how anything else is shown is not known, so that it is told apart and never made a text.
 */
import type { Report } from './input-error';
import type { OtherCell, TableRow } from './table-strings';
import type { XlsxSheet } from './xlsx-workbook';
import { readXml, type XmlHandler, type XmlTag } from './xml-events';

/** There are millions of elements, and all that is read of them is of one namespace. */
const namesAlone = { namespaces: false };

/** All rows that hold something, or null after reporting why they cannot be read. */
export function sheetRows({ sheet, sharedStrings }: XlsxSheet, report: Report): TableRow[] | null {
  // Lines of the parts in the archive are nobody's: what is wrong with these is wrong with the file.
  const reportPart: Report = ({ message }) =>
    report({ line: null, key: null, message: `a sheet ${message}` });
  const shared = new SharedStrings();
  if (sharedStrings !== null && !readXml(sharedStrings, shared, reportPart, namesAlone)) return null;
  const rows = new SheetReader(shared.texts);
  return readXml(sheet, rows, reportPart, namesAlone) ? rows.rows : null;
}

/** Collects the texts of `t` elements; those of `rPh` tell how others are pronounced. */
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

/** What XML cannot hold is spelt `_x000D_`. */
function unspelt(text: string): string {
  return text.replace(/_x([0-9a-fA-F]{4})_/g, (_spelt, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
}

class SharedStrings implements XmlHandler {
  readonly texts: string[] = [];
  readonly #open: string[] = [];
  readonly #collector = new TextCollector();

  open({ name }: XmlTag): void {
    this.#open.push(name);
    this.#collector.open(name);
  }

  close(): void {
    const name = this.#open.pop() ?? '';
    this.#collector.close(name);
    if (name === 'si') this.texts.push(this.#collector.take());
  }

  text(text: string): void {
    this.#collector.text(text);
  }
}

class SheetReader implements XmlHandler {
  readonly rows: TableRow[] = [];
  readonly #open: string[] = [];
  readonly #collector = new TextCollector();
  #cells = new Map<number, string | OtherCell>();
  #line = 0;
  #column = -1;
  #type = 'n';
  #value: string | null = null;
  #isFormula = false;

  constructor(private readonly shared: readonly string[]) {}

  open(tag: XmlTag): void {
    const { name } = tag;
    this.#open.push(name);
    this.#collector.open(name);
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

  close(): void {
    const name = this.#open.pop() ?? '';
    this.#collector.close(name);
    if (name === 'c') {
      const cell = this.#cell();
      if (cell !== '') this.#cells.set(this.#column, cell);
    } else if (name === 'row' && this.#cells.size > 0) {
      this.rows.push({ cells: this.#cells, line: this.#line });
    }
  }

  text(text: string): void {
    if (this.#open.at(-1) === 'v') this.#value = (this.#value ?? '') + text;
    else this.#collector.text(text);
  }

  /** Empty: the cell is. */
  #cell(): string | OtherCell {
    const inline = this.#collector.take();
    const value = this.#value ?? '';
    if (this.#type === 'inlineStr') return inline;
    if (this.#isFormula && this.#value === null) return { kind: 'a formula without a value', value };
    switch (this.#type) {
      case 's':
        return value === '' ? '' : (this.shared[Number(value)] ?? { kind: 'an error', value });
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
}

/** `AB12` is the 28th, which is 27. */
function columnOf(place: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(place ?? '')?.[0];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
