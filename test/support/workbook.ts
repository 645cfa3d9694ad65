/** A small .xlsx workbook, made by hand: what a spreadsheet program saves, without its styles. */
import { ZipFile } from 'yazl';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Texts are shared strings, numbers are numbers, and null is a cell that is not there. */
export async function workbook(rows: readonly (readonly (string | number | null)[])[]): Promise<Buffer> {
  const shared = new Map<string, number>();
  const cell = (value: string | number | null, row: number, column: number): string => {
    const place = `${String.fromCharCode(65 + column)}${row + 1}`;
    if (value === null) return '';
    if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`;
    if (!shared.has(value)) shared.set(value, shared.size);
    return `<c r="${place}" t="s"><v>${shared.get(value)}</v></c>`;
  };
  const sheet = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((value, column) => cell(value, row, column)).join('')}</row>`,
  );
  const texts = [...shared.keys()].map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`);
  return workbookOf({ Strings: sheet.join('') }, texts.join(''));
}

/** Of sheets by their names, each the XML of its rows, and the XML of the texts that they share. */
export async function workbookOf(sheets: Readonly<Record<string, string>>, shared = ''): Promise<Buffer> {
  const names = Object.keys(sheets);
  const parts = names.map((_name, index) => `worksheets/sheet${index + 1}.xml`);
  const override = (part: string, type: string): string =>
    `<Override PartName="/xl/${part}" ContentType="${SHEET_TYPE}.${type}+xml"/>`;
  return zipped({
    '[Content_Types].xml':
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
      `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      override('workbook.xml', 'sheet.main') +
      parts.map((part) => override(part, 'worksheet')).join('') +
      `${override('sharedStrings.xml', 'sharedStrings')}</Types>`,
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml':
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>` +
      names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('') +
      '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations([
      ...parts.map((part): [string, string] => ['worksheet', part]),
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${shared}</sst>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, index) => [
        `xl/${parts[index] ?? ''}`,
        `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  });
}

function relations(targets: readonly [type: string, target: string][]): string {
  const each = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`;
}

function escapeXml(text: string): string {
  return text.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
}

export async function zipped(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, xml] of Object.entries(files)) {
    archive.addBuffer(Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${xml}`), name);
  }
  archive.end();
  const chunks: Buffer[] = [];
  for await (const chunk of archive.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
