import { readSheet } from 'read-excel-file/node';
import type { SourceFiles } from '../../../src/domain/release/release-file';
import type { ReadString } from '../../../src/source/source-entry';
import { readSourceFiles } from '../../../src/source/read-source-files';
import fc, { runs } from '../../support/fast-check';
import { useScratch } from '../../support/scratch';
import { workbook, workbookOf, zipped } from '../../support/workbook';
import { findingsOf, placesOf } from './readings';
import { anyStrings } from './xml-writing';
import { isNightly } from '../../support/nightly';

const scratch = useScratch();

async function readAs(
  name: string,
  content: string | Uint8Array,
  more: Omit<SourceFiles, 'file'> = {},
): Promise<ReadString[]> {
  return (await readSourceFiles({ file: await scratch.write(name, content), ...more })).strings;
}

const columns = { id: 'Key', content: 'English', comment: 'Notes', context: 'Where', maxLength: 'Max' };
const rows = [
  ['Where', 'Key', 'German', 'English', 'Max', 'Notes'],
  ['menu', 'start', 'Los', 'Start, "now"', '12', 'A verb'],
  ['', 'quit', '', 'Quit', '', ' '],
];
const strings: ReadString[] = [
  {
    string_id: 'start',
    content: 'Start, "now"',
    note: { context: 'menu', comment: 'A verb', maxLength: 12 },
  },
  { string_id: 'quit', content: 'Quit' },
];
const written = (delimiter: string): string =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)).join('\r\n');

describe('a table whose columns the release file names', () => {
  it('is read from CSV, TSV and workbooks alike', async () => {
    expect(await readAs('a.csv', written(','), { columns })).toEqual(strings);
    expect(await readAs('a.tsv', written('\t'), { columns })).toEqual(strings);
    const cells = rows.map((row) => row.map((cell) => (cell === '' ? null : cell === '12' ? 12 : cell)));
    expect(await readAs('a.xlsx', await workbook(cells), { columns })).toEqual(strings);
  });

  it.each([
    ['a.csv', 'Key,Text\na,b\n'],
    ['a.tsv', 'Key\tText\na\tb\n'],
  ])('is refused without one of them, with those that %s has', async (name, text) => {
    expect(await findingsOf(readAs(name, text, { columns }))).toEqual([
      {
        line: 1,
        key: 'English',
        message: 'is not a column of this file, but source.columns.content names it; it has Key, Text',
      },
    ]);
  });

  it('is refused for a column twice, and for cells that are too many', async () => {
    const text = 'Key,English,Notes,Where,Max\nb,c\nc,d,,,,\nd,e,,,,f\n';
    expect(await placesOf(readAs('a.csv', text, { columns }))).toEqual(['4 d']);
    expect(
      await placesOf(
        readAs('a.csv', 'Key,Key,English\na,b,c\n', { columns: { id: 'Key', content: 'English' } }),
      ),
    ).toEqual(['1 Key']);
  });

  it('tells how to name them where there are others', async () => {
    const [finding] = await findingsOf(
      readAs(
        'a.xlsx',
        await workbook([
          ['Key', 'English'],
          ['a', 'b'],
        ]),
      ),
    );
    expect(finding).toEqual({
      line: 1,
      key: null,
      message:
        'must name the columns string_id and content, and no others; it has Key, English. To use others, name them in the release file: source: { file: …, columns: { id: …, content: … } }. Give a number for a column without a name, and for all where the first row names none: { id: 1, content: 2 }',
    });
  });
});

const header =
  '<row r="1"><c t="inlineStr"><is><t>string_id</t></is></c><c t="inlineStr"><is><t>content</t></is></c></row>';
const row = (number: number, id: string, cell: string): string =>
  `<row r="${number}"><c t="inlineStr"><is><t>${id}</t></is></c>${cell}</row>`;

describe('a workbook', () => {
  it('of any strings reads back, as another reader reads it', async () => {
    await fc.assert(
      fc.asyncProperty(anyStrings, async (these) => {
        // What looks like an escape of the format is one.
        fc.pre(these.every(({ content, string_id }) => !/_x[0-9a-f]{4}_/i.test(content + string_id)));
        const cells = these.map(({ string_id, content }) => [string_id, content]);
        const bytes = await workbook([['string_id', 'content'], ...cells]);
        expect(await readAs('a.xlsx', bytes)).toEqual(these);
        expect((await readSheet(bytes, { trim: false })).slice(1)).toEqual(cells);
      }),
      runs(30),
    );
  });

  it('has texts in many forms', async () => {
    const shared =
      '<si><t>string_id</t></si><si><t>content</t></si>' +
      '<si><r><rPr><b/></rPr><t>Rich </t></r><r><t xml:space="preserve">text</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>' +
      '<si><t>two_x000D_\nlines _x005F_x000D_</t></si>';
    const sheet =
      '<row r="2"><c r="B2" t="s"><v>0</v></c><c r="D2" t="s"><v>1</v></c></row><row r="3"/>' +
      '<row r="4"><c r="B4" t="inlineStr"><is><t>rich</t></is></c><c r="D4" t="s"><v>2</v></c></row>' +
      '<row r="5"><c r="B5" t="str"><f>A1</f><v>made</v></c><c r="D5" t="s"><v>3</v></c></row>';
    expect(await readAs('a.xlsx', await workbookOf({ Sheet1: sheet }, shared))).toEqual([
      { string_id: 'rich', content: 'Rich text' },
      { string_id: 'made', content: 'two\r\nlines _x000D_' },
    ]);
  });

  it('has the sheet that is named, or the first', async () => {
    const sheets = {
      One: header + row(2, 'a', '<c t="str"><v>x</v></c>'),
      Two: header + row(2, 'b', '<c t="str"><v>y</v></c>'),
    };
    const bytes = await workbookOf(sheets);
    expect(await readAs('a.xlsx', bytes)).toEqual([{ string_id: 'a', content: 'x' }]);
    expect(await readAs('a.xlsx', bytes, { sheet: 'Two' })).toEqual([{ string_id: 'b', content: 'y' }]);
    const [finding] = await findingsOf(readAs('a.xlsx', bytes, { sheet: 'Three' }));
    expect(finding?.message).toBe('has no sheet "Three", which source.sheet names; it has One, Two');
  });

  it('is refused for a sheet without rows, also among other files', async () => {
    const empty = await scratch.write('empty.xlsx', await workbookOf({ One: '<row r="1"/>', Two: header }));
    const other = await scratch.write('other.json', '{"a": "b"}');
    const noRows = {
      line: null,
      key: null,
      message: 'has no rows in its sheet; name another with source.sheet',
    };
    expect(await findingsOf(readSourceFiles({ file: empty }))).toEqual([noRows]);
    expect(await findingsOf(readSourceFiles({ file: [empty, other] }))).toEqual([noRows]);
  });

  it('leaves out numbers, flags and errors, and is refused where a text or an id is not known', async () => {
    const sheet = [
      header,
      row(2, 'a', '<c><v>5</v></c>'),
      row(3, 'b', '<c t="b"><v>1</v></c>'),
      row(4, 'c', '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>'),
      row(6, 'e', '<c><f>1+1</f><v>2</v></c>'),
      row(9, 'f', ''),
      row(10, 'g', '<c t="s"><v>99</v></c>'),
      row(11, 'h', '<c t="str"><v>x</v></c>'),
    ];
    const doubts: string[] = [];
    const file = await scratch.write('a.xlsx', await workbookOf({ S: sheet.join('') }));
    const { strings: read } = await readSourceFiles({ file }, undefined, (found) =>
      doubts.push(...found.map(({ line, message }) => `${line} ${message}`)),
    );
    expect(read).toEqual([{ string_id: 'h', content: 'x' }]);
    expect(doubts).toEqual([
      '2 leaves out 5 strings with a number, a flag or a list instead of a text: a, b, c and 2 more',
      '9 leaves out 1 string without a text: f',
    ]);
    const unknown = [
      header,
      row(5, 'd', '<c t="str"><f>A1</f></c>'),
      '<row r="10"><c><v>5</v></c><c t="str"><v>x</v></c></row>',
    ];
    const findings = await findingsOf(readAs('a.xlsx', await workbookOf({ S: unknown.join('') })));
    expect(findings.map(({ line, key, message }) => `${line} ${key} ${message}`)).toEqual([
      '5 d content is a formula without a value; open and save the file in the program that it is from',
      '10 null string_id is a number or a date, not text; format the cell as text, and type it again',
    ]);
  });

  const MANY = isNightly ? 100_000 : 20_000;

  it(`of ${MANY} strings is read in seconds, even on a busy machine`, async () => {
    const many = Array.from({ length: MANY }, (_, i) => [
      `menu.item.${i}`,
      `Some text of a usual length, ${i}.`,
    ]);
    const bytes = await workbook([['string_id', 'content'], ...many]);
    const file = await scratch.write('big.xlsx', bytes);
    const cpuBefore = process.cpuUsage();
    expect((await readSourceFiles({ file })).strings).toHaveLength(MANY);
    const { user, system } = process.cpuUsage(cpuBefore);
    expect((user + system) / 1e6).toBeLessThan(MANY / 3_000);
  });

  const relations =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="x/worksheet" Target="/xl/s.xml"/></Relationships>';
  const book =
    '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheet name="S" r:id="r"/></workbook>';
  const withSheet = (sheet: string): Promise<Buffer> =>
    zipped({ 'xl/workbook.xml': book, 'xl/_rels/workbook.xml.rels': relations, 'xl/s.xml': sheet });

  it.each([
    [
      'a sheet that unpacks to 100 MB',
      () => withSheet(`<a>${' '.repeat(100_000_000)}</a>`),
      /more than 200 times/,
    ],
    [
      'a sheet that unpacks to 150 MB',
      () => withSheet(`<a>${' '.repeat(150_000_000)}</a>`),
      /more than 128 MB/,
    ],
    ['elements without end', () => withSheet('<row>'.repeat(500_000)), /nested more than 100 levels/],
    ['a DOCTYPE', () => withSheet('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), /DOCTYPE/],
    [
      'a text that very many cells refer to',
      () =>
        workbook([
          ['string_id', 'content'],
          ...Array.from({ length: 2700 }, (_, at) => [`a${at}`, ' '.repeat(100_000)]),
        ]),
      /^a sheet holds more than 256 MB of text/,
    ],
    ['no workbook', () => zipped({ 'word/document.xml': '<a/>' }), 'is not an .xlsx workbook'],
    ['no archive', () => Promise.resolve(Buffer.from('string_id,content')), 'is not an .xlsx file'],
    ['half an archive', async () => (await withSheet('<a/>')).subarray(0, 200), /^cannot be unpacked: /],
  ])('is refused at once for %s', async (_what, make, message) => {
    const file = await scratch.write('a.xlsx', await make());
    const cpuBefore = process.cpuUsage();
    const findings = await findingsOf(readSourceFiles({ file }));
    expect(process.cpuUsage(cpuBefore).user / 1e6).toBeLessThan(10);
    expect(findings).toEqual([
      {
        line: null,
        key: null,
        message: typeof message === 'string' ? message : (expect.stringMatching(message) as string),
      },
    ]);
  });

  it('is refused where a part is larger than it says', async () => {
    const bytes = await withSheet(`<a>${'x'.repeat(100_000)}</a>`);
    // The size of the last part, in the directory of the archive.
    const entry = bytes.lastIndexOf('PK\x01\x02');
    bytes.writeUInt32LE(10, entry + 24);
    const [finding] = await findingsOf(readAs('a.xlsx', bytes));
    expect(finding?.message).toMatch(/^cannot be unpacked: /);
  });
});
