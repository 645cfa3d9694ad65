/**
 * Reads strings from a sheet of an Excel workbook, one per row. Texts are those that Excel shows, including saved
 * results of formulas; the displayed form of other values is not known, so they are marked and never become a text. The
 * parser is our own because `read-excel-file` refuses a sheet for one wrong cell, and unpacks an archive of any size.
 */
import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { FileFault, type Report } from '../input-error';
import { MOST_CHARS_OF_ALL, tooManyChars, type ReadingOptions, type SourceEntry } from '../source-entry';
import { tableStrings, type OtherCell, type TableRow } from './table-strings';
import { readXml, type XmlTag, type XmlHandler } from './xml-events';

const NO_ROWS = 'has no rows in its sheet; name another with source.sheet';

export async function openWorkbook(
  bytes: Buffer,
  { sheet, columns }: ReadingOptions,
): Promise<(report: Report) => SourceEntry[]> {
  const opened = await openSheet(bytes, sheet);
  return (report) => tableStrings(sheetRows(opened), { columns, noRows: NO_ROWS }, report);
}

/** The parts of a sheet and of the texts that cells refer to by their number; null: there are none. */
interface XlsxSheet {
  sheet: string;
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
  withoutLines('holds a part that', () => readXml(text, { open }));
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

export function sheetRows({ sheet, sharedStrings }: XlsxSheet): TableRow[] {
  const reader = new SheetReader();
  withoutLines('a sheet', () => {
    if (sharedStrings !== null) readXml(sharedStrings, reader, namesAlone);
    readXml(sheet, reader, namesAlone);
  });
  return reader.rows;
}

/** Characters that XML cannot have are escaped as `_x000D_`. */
function unspelt(text: string): string {
  return text.replace(/_x([0-9a-fA-F]{4})_/g, (_spelt, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
}

/** Reads the shared texts, and then the rows of the sheet. Texts in `rPh` are pronunciations, and left out. */
class SheetReader implements XmlHandler {
  readonly rows: TableRow[] = [];
  readonly #shared: string[] = [];
  #sharedChars = 0;
  #cells = new Map<number, string | OtherCell>();
  #line = 0;
  #column = -1;
  #type = 'n';
  #isFormula = false;
  #isPronunciation = false;
  /** The element whose text is read. */
  #within: string | null = null;
  /** The text of `v` in a cell; null: there is none. */
  #value: string | null = null;
  /** The texts of `t` in a cell or a shared text. */
  #text = '';

  open(tag: XmlTag): void {
    const { name } = tag;
    if (name === 'rPh') this.#isPronunciation = true;
    this.#within = name === 'v' || (name === 't' && !this.#isPronunciation) ? name : null;
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
    this.#within = null;
    if (name === 'rPh') this.#isPronunciation = false;
    else if (name === 'si') this.#shared.push(this.#takeText());
    else if (name === 'c') {
      const cell = this.#cell();
      if (cell !== '') this.#cells.set(this.#column, cell);
    } else if (name === 'row' && this.#cells.size > 0) {
      this.rows.push({ cells: this.#cells, line: this.#line });
    }
  }

  text(text: string): void {
    if (this.#within === 'v') this.#value = (this.#value ?? '') + text;
    else if (this.#within === 't') this.#text += text;
  }

  #takeText(): string {
    const text = this.#text;
    this.#text = '';
    return unspelt(text);
  }

  #cell(): string | OtherCell {
    const inline = this.#takeText();
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
    const text = this.#shared[number];
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

/** The limit for all parts that are read: a sheet of a million strings. */
const MOST_BYTES = 128 * 1024 * 1024;
/** Pictures and fonts are parts too. */
const MOST_PARTS = 10_000;
/** Sheets compress to a tenth; a part that compresses to a two-hundredth was made to attack. */
const MOST_RATIO = 200;
const SMALL_BYTES = 4 * 1024 * 1024;

/**
 * The parts of an .xlsx archive, which is not trusted: the unpacked sizes are checked before unpacking, and a part that
 * is larger than declared is refused.
 */
class XlsxArchive {
  #left = MOST_BYTES;

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  static async open(bytes: Buffer): Promise<XlsxArchive> {
    if (bytes.toString('latin1', 0, 2) !== 'PK') throw new FileFault('is not an .xlsx file');
    try {
      const zip = await fromBufferPromise(bytes, { validateEntrySizes: true });
      return new XlsxArchive(zip, await entriesOf(zip));
    } catch (error) {
      throw error instanceof FileFault ? error : damaged(error);
    }
  }

  async text(name: string): Promise<string | null> {
    const entry = this.entries.get(name.toLowerCase());
    if (entry === undefined) return null;
    const { uncompressedSize, compressedSize } = entry;
    this.#left -= uncompressedSize;
    if (this.#left < 0) throw new FileFault(`holds more than ${MOST_BYTES / 1024 / 1024} MB of sheets`);
    if (uncompressedSize > SMALL_BYTES && uncompressedSize > compressedSize * MOST_RATIO)
      throw new FileFault(`has a part that is compressed more than ${MOST_RATIO} times; save it again`);
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of await this.zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    } catch (error) {
      throw damaged(error);
    }
    const bytes = Buffer.concat(chunks);
    // yauzl leaves this check to its caller.
    if (crc32(bytes) !== entry.crc32)
      throw new FileFault('has a part with a wrong checksum: it is damaged; save it again');
    if (!isUtf8(bytes)) throw new FileFault('has a sheet that is not UTF-8; save it again');
    return bytes.toString('utf8').replace(/^\uFEFF/, '');
  }
}

function damaged(error: unknown): FileFault {
  const why = error instanceof Error ? error.message : String(error);
  return new FileFault(`cannot be unpacked: ${why.slice(0, 200)}`);
}

/** Part names in a package ignore case. */
async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName.toLowerCase(), entry);
    if (entries.size > MOST_PARTS) throw new FileFault(`holds more than ${MOST_PARTS} parts`);
  }
  return entries;
}
