/** Finds a sheet of an .xlsx file, and reads what is needed of it. */
import { XlsxArchive, XlsxFault } from './xlsx-archive';
import { readXml, type XmlTag } from './xml-events';

export interface XlsxSheet {
  sheet: string;
  /** Texts that cells refer to by their number; null: there are none. */
  sharedStrings: string | null;
}

/** The sheet of that name, or the first. Throws an `XlsxFault`. */
export async function openSheet(bytes: Buffer, name: string | undefined): Promise<XlsxSheet> {
  const archive = await XlsxArchive.open(bytes);
  const workbook = await archive.text('xl/workbook.xml');
  const relations = await archive.text('xl/_rels/workbook.xml.rels');
  if (workbook === null || relations === null) throw new XlsxFault('is not an .xlsx workbook');
  const parts = tagsIn(relations, 'Relationship').map((tag) => ({
    id: tag.attribute('Id'),
    kind: tag.attribute('Type')?.split('/').at(-1),
    path: partPath(tag.attribute('Target') ?? ''),
  }));
  const id = relationOf(tagsIn(workbook, 'sheet'), name);
  const path = parts.find((part) => part.id === id && part.kind === 'worksheet')?.path;
  const sheet = path === undefined ? null : await archive.text(path);
  if (sheet === null) throw new XlsxFault('has no such sheet of cells; save it again');
  const shared = parts.find(({ kind }) => kind === 'sharedStrings')?.path;
  return { sheet, sharedStrings: shared === undefined ? null : await archive.text(shared) };
}

/** Of the usual files, and of those that keep strictly to the standard. */
const RELATIONS = [
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
];
const MOST_NAMED = 20;

/** Which relation leads to the sheet. */
function relationOf(sheets: readonly XmlTag[], name: string | undefined): string | undefined {
  const names = sheets.map((tag) => tag.attribute('name') ?? '');
  const wanted = name === undefined ? sheets[0] : sheets[names.indexOf(name)];
  if (wanted !== undefined)
    return RELATIONS.map((uri) => wanted.attribute('id', uri)).find((id) => id !== undefined);
  if (name === undefined) throw new XlsxFault('has no sheets');
  throw new XlsxFault(
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
  readXml(text, { open, close: ignore, text: ignore }, ({ message }) => {
    throw new XlsxFault(`holds a part that ${message}`);
  });
  return tags;
}
