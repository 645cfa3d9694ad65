/** How soon a file is refused that was made to be slow to read: just below the greatest size, and above it. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSource } from '../../test/support/read-source';
import { workbookOf } from '../../test/support/workbook';

const MOST_MS = 1000;
/** Just below the limit. */
const LONG = 62_000_000;
const TOO_LONG = 100_000_000;

const filled = (before: string, piece: string, after = ''): string =>
  before + piece.repeat((LONG - before.length - after.length) / piece.length) + after;

/** Numbered, so that no id is there twice. */
function numbered(before: string, write: (number: number) => string, after = ''): string {
  const parts = [before];
  let left = LONG - before.length - after.length;
  for (let number = 0; left > 100; number += 1) {
    const part = write(number);
    left -= part.length;
    parts.push(part);
  }
  return parts.join('') + after;
}

const entities = (root: string): string =>
  `<?xml version="1.0"?><!DOCTYPE ${root} [<!ENTITY a "aaaaaaaaaa">${Array.from(
    { length: 20 },
    (_, at) =>
      `<!ENTITY ${String.fromCharCode(98 + at)} "${`&${String.fromCharCode(97 + at)};`.repeat(10)}">`,
  ).join('')}]><${root}>&u;</${root}>`;

const xliff = '<xliff version="1.2"><file original="a"><body>';
const android = '<resources><string name="a">';
const table = 'string_id,content\n';

/** By the name of the file, whose ending is the format. */
const hostile: Readonly<Record<string, () => string | Promise<Buffer>>> = {
  'deep.json': () => filled('', '{"a":'),
  'lists.json': () => filled('', '['),
  'one-string.json': () => filled('{"a": "', 'x', '"}'),
  'escapes.json': () => filled('{"a": "', '\\n', '"}'),
  'open-string.json': () => filled('{"a": "', '\\"'),
  'values.json': () => filled('[', '1,', '1]'),
  'same-keys.json': () => filled('{', '"a":"b",', '"c":"d"}'),
  'keys.json': () => numbered('{', (number) => `"k${number}":"b",\n`, '"c":"d"}'),
  'blanks.json': () => filled('', ' ', '{'),
  'plurals.json': () => filled('{"a_one": "', '{a}', '","a_other": "x"}'),
  'broken.json': () => filled('{"a": "', 'é\n'),
  'deep.yaml': () => filled('', '{a: '),
  'indented.yaml': () => numbered('', (number) => `${' '.repeat(number)}a:\n`),
  'one-string.yaml': () => filled('a: ', 'x'),
  'one-line.yaml': () => filled('a: "', 'x ', '"'),
  'same-keys.yaml': () => filled('', 'a: b\n'),
  'keys.yaml': () => numbered('', (number) => `k${number}: b\n`),
  'list.yaml': () => filled('', '- a\n'),
  'anchors.yaml': () => numbered('', (number) => `- &a${number} b\n`),
  'brackets.yaml': () => filled('a: [', '[],', ']'),
  'one-cell.csv': () => filled(table, 'x'),
  'rows.csv': () => filled(table, 'a,b\n'),
  'keys.csv': () => numbered(table, (number) => `k${number},b\n`),
  'commas.csv': () => filled(table, ','),
  'columns.csv': () => filled('', 'a,'),
  'quotes.csv': () => filled(`${table}a,"`, '""'),
  'returns.csv': () => filled(table, 'a,b\r'),
  'ragged.csv': () => table + 'a\n'.repeat(2_000_000),
  'rows.tsv': () => filled('string_id\tcontent\n', 'a\tb\n'),
  'lines.ini': () => filled('', 'k=v\n'),
  'keys.ini': () => numbered('', (number) => `k${number}=v\n`),
  'quotes.ini': () => filled('k="', '""'),
  'blank-lines.ini': () => filled('', '\n'),
  'one-string.po': () => filled('msgid "k"\nmsgstr "', 'x', '"'),
  'escapes.po': () => filled('msgid "k"\nmsgstr "', '\\"', '"'),
  'pieces.po': () => filled('msgid "k"\nmsgstr ""\n', '"\\n"\n'),
  'comments.po': () => filled('', '#\n'),
  'keys.po': () => numbered('', (number) => `msgid "k${number}"\nmsgstr "v"\n`),
  'faults.po': () => filled('', 'msgid "k"\n'),
  'one-string.arb': () => filled('{"a": "', '{a}', '",\n"@a": {"placeholders": {}}}'),
  'escapes.strings': () => filled('k = "', '\\U00e9', '";'),
  'slashes.strings': () => filled('k = "', '\\'),
  'blanks.strings': () => filled('k', ' '),
  'same-keys.strings': () => filled('', 'k="v";'),
  'keys.strings': () => numbered('', (number) => `k${number}="v";`),
  'comments.strings': () => filled('', '/**/'),
  'escapes.properties': () => filled('k=', '\\u00e9'),
  'goes-on.properties': () => filled('k=', 'x\\\n'),
  'same-keys.properties': () => filled('', 'k=v\n'),
  'keys.properties': () => numbered('', (number) => `k${number}=v\n`),
  'bomb.xml': () => entities('resources'),
  'deep.xml': () => filled('<resources>', '<a>'),
  'elements.xml': () => filled('<resources>', '<a/>', '</resources>'),
  'strings.xml': () =>
    numbered('<resources>', (number) => `<string name="k${number}">v</string>`, '</resources>'),
  'attributes.xml': () => numbered('<resources><string ', (number) => `a${number}="" `, '/></resources>'),
  'many-attributes.xml': () =>
    filled(
      '<resources>',
      `<a ${Array.from({ length: 900 }, (_, at) => `a${at}=""`).join(' ')}/>`,
      '</resources>',
    ),
  'one-string.xml': () => filled(android, 'x', '</string></resources>'),
  'entities.xml': () => filled(android, '&amp;', '</string></resources>'),
  'one-attribute.xml': () => filled('<resources><string name="', 'x', '">a</string></resources>'),
  'comment.xml': () => filled('<resources><!--', 'x'),
  'comments.xml': () => filled('<resources>', '<!---->', '</resources>'),
  'brackets.xml': () => filled('', '<'),
  'bomb.xlf': () => entities('xliff'),
  'deep.xlf': () => filled(xliff, '<group>'),
  'units.xlf': () =>
    numbered(
      xliff,
      (number) => `<trans-unit id="k${number}"><source>x</source></trans-unit>`,
      '</body></file></xliff>',
    ),
  'inline.xlf': () =>
    filled(
      `${xliff}<trans-unit id="a"><source>`,
      '<x id="1"/>',
      '</source></trans-unit></body></file></xliff>',
    ),
  'bomb.xlsx': () => workbookOf({ A: '<row/>'.repeat(LONG / 6) }),
  'cells.xlsx': () =>
    workbookOf({ A: numbered('', (number) => `<row><c t="str"><v>k${number}</v></c></row>`) }),
  'shared.xlsx': () =>
    workbookOf(
      { A: '' },
      numbered('', (number) => `<si><t>k${number}</t></si>`),
    ),
};

export async function benchHostileSources(directory: string): Promise<boolean> {
  console.log(`Files made to be slow to read, of ${LONG / 1e6} MB unless packed:`);
  let holds = true;
  for (const [name, write] of Object.entries(hostile)) {
    const { ms, what } = await refusal(join(directory, name), await write());
    holds &&= ms <= MOST_MS;
    console.log(
      `  ${name.padEnd(22)} ${ms.toFixed(0).padStart(5)} ms: ${ms > MOST_MS ? 'MISSED' : 'ok    '}  ${what}`,
    );
  }
  const large = await refusal(join(directory, 'large.json'), '{"a":'.repeat(TOO_LONG / 5));
  console.log(`  ${'larger than allowed'.padEnd(22)} ${large.ms.toFixed(0).padStart(5)} ms: ${large.what}`);
  console.log(`  Required: at most ${MOST_MS} ms each.`);
  return holds && large.ms <= MOST_MS;
}

/** In time of the processor, which other programs do not change. */
async function refusal(file: string, content: string | Buffer): Promise<{ ms: number; what: string }> {
  await writeFile(file, content);
  const before = process.cpuUsage();
  const what = await readSource(file).then(
    (strings) => `${strings.length} strings`,
    (error: unknown) => String(error).replaceAll(file, '').replace(/\s+/g, ' ').slice(0, 80),
  );
  const { user, system } = process.cpuUsage(before);
  await rm(file);
  return { ms: (user + system) / 1000, what };
}
