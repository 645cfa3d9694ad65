import { truncate } from 'node:fs/promises';
import { dump } from 'js-yaml';
import type { SourceString } from '../../../src/localization/requests';
import { sourceFormats, unknownFormat } from '../../../src/source/formats/source-formats';
import { iniStringsReader } from '../../../src/source/formats/ini-strings';
import { InputError } from '../../../src/source/input-error';
import { readSource } from '../../support/read-source';
import fc from '../../support/fast-check';
import { writtenSources } from '../../support/written-sources';
import { useScratch } from '../../support/scratch';
import { findingsOf, placesOf } from './readings';

const scratch = useScratch();

/** Reads a text as a source file of that name. */
async function readAs(name: string, content: string | Uint8Array): Promise<SourceString[]> {
  return readSource(await scratch.write(name, content));
}

const twoStrings: SourceString[] = [
  { string_id: 'menu.start', content: 'Start "now", {name}!' },
  { string_id: 'menu.quit', content: 'Quit\nfor good' },
];

describe('a source file', () => {
  it.each([
    ['map.json', '{"menu.start": "Start \\"now\\", {name}!", "menu.quit": "Quit\\nfor good"}'],
    ['list.json', JSON.stringify(twoStrings)],
    ['map.yaml', 'menu.start: Start "now", {name}!\nmenu.quit: |-\n  Quit\n  for good\n'],
    [
      'list.yml',
      '- string_id: menu.start\n  content: Start "now", {name}!\n- {string_id: menu.quit, content: "Quit\\nfor good"}',
    ],
    ['cells.csv', 'string_id,content\nmenu.start,"Start ""now"", {name}!"\nmenu.quit,"Quit\nfor good"\n'],
    ['turned.csv', 'content,string_id\n"Start ""now"", {name}!",menu.start\n"Quit\nfor good",menu.quit'],
    ['UPPER.JSON', JSON.stringify(twoStrings)],
  ])('%s holds its strings in its order', async (name, text) => {
    expect(await readAs(name, text)).toEqual(twoStrings);
  });

  it.each(['a.json', 'a.csv', 'a.yaml', 'a.ini'])('%s may begin with a byte order mark', async (name) => {
    const texts: Record<string, string> = {
      'a.json': '{"a": "b"}',
      'a.csv': 'string_id,content\na,b',
      'a.yaml': 'a: b',
      'a.ini': 'a=b',
    };
    expect(await readAs(name, `\uFEFF${texts[name] ?? ''}`)).toEqual([{ string_id: 'a', content: 'b' }]);
  });

  it('of any strings reads back from JSON and CSV', async () => {
    const id = fc.stringMatching(/^[a-z0-9._"',;=-]{1,20}$/);
    const content = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => text.trim() !== '' && !/[{}\0]/.test(text));
    const strings = fc.uniqueArray(fc.record({ string_id: id, content }), {
      minLength: 1,
      selector: (one) => one.string_id,
    });
    const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(strings, async (these) => {
        const csv = these.map((one) => `${quoted(one.content)},${quoted(one.string_id)}\r\n`);
        expect(await readAs('a.csv', `content,string_id\r\n${csv.join('')}`)).toEqual(these);
        expect(await readAs('list.json', JSON.stringify(these))).toEqual(these);
        const map = these.map((one) => `${JSON.stringify(one.string_id)}: ${JSON.stringify(one.content)}`);
        expect(await readAs('map.json', `{${map.join(',\n')}}`)).toEqual(these);
      }),
    );
  });

  it('keeps keys that look like numbers or like parts of an object where they stand', async () => {
    const strings = await readAs('a.json', '{"b": "x", "404": "y", "__proto__": "z", "constructor": "w"}');
    expect(strings.map((one) => one.string_id)).toEqual(['b', '404', '__proto__', 'constructor']);
    expect(await readAs('a.yaml', '404: Not found\n1.50: x\n')).toEqual([
      { string_id: '404', content: 'Not found' },
      { string_id: '1.50', content: 'x' },
    ]);
  });

  const many = Array.from({ length: 20_000 }, (_, i) => ({
    string_id: `menu.item.${i}`,
    content: `Some text of a usual length, ${i}.`,
  }));

  it.each([
    ...Object.entries(writtenSources).map(([extension, write]) => [`big${extension}`, write] as const),
    ['list.yaml', dump] as const,
  ])('of 20,000 strings is read in seconds, even on a busy machine: %s', async (name, write) => {
    const file = await scratch.write(name, write(many));
    const cpuBefore = process.cpuUsage();
    const read = await readSource(file);
    const { user, system } = process.cpuUsage(cpuBefore);
    expect((user + system) / 1e6).toBeLessThan(6);
    // A comparison of so many takes longer than reading them.
    const plain = read.map(({ string_id, content }) => ({ string_id, content }));
    expect(JSON.stringify(plain) === JSON.stringify(many)).toBe(true);
  });

  const long = 20_000_000;
  it.each([
    ['deep.json', '{"a":'.repeat(long / 5), 1, null, /^is not valid JSON: nested more than 100 levels deep$/],
    ['deep.yaml', '{a: '.repeat(long / 4), 1, null, /nesting exceeded/],
    [
      'deep.arb',
      `{"a": "${'{a,select,other{'.repeat(3000)}${'}}'.repeat(3000)}"}`,
      1,
      'a',
      /30 levels deep$/,
    ],
    [
      'long.arb',
      `{"a": "${'{a}'.repeat(long / 3)}",\n"@a": {"placeholders": {}}}`,
      1,
      'a',
      /^content is longer/,
    ],
    [
      'plurals.json',
      `{"a_one": "${'{a}'.repeat(long / 3)}",\n"a_other": "x"}`,
      1,
      'a_one',
      /^content is longer/,
    ],
    ['long.po', `msgid "k"\nmsgstr "${'x'.repeat(long)}"`, 2, 'k', /^content is longer/],
    ['escapes.po', `msgid "k"\nmsgstr "${'\\"'.repeat(long)}"`, 2, 'k', /^content is longer/],
    ['pieces.po', `msgid "k"\nmsgstr ""\n${'"x\\n"\n'.repeat(long / 25)}`, 2, 'k', /^content is longer/],
    ['lines.po', '#\n'.repeat(long), 3_000_001, null, /^is beyond the 3000000 lines that a file may have$/],
    ['lines.ini', '#\n'.repeat(long), 1_000_001, null, /^is beyond the 1000000 lines that a file may have$/],
    [
      'ragged.csv',
      `string_id,content\n${'a,b,c\n'.repeat(long / 50)}`,
      2,
      'a',
      /^has 3 cells, but the first row has 2/,
    ],
    ['returns.csv', 'a,b\r'.repeat(long / 4), null, null, /^has more than 6000000 cells and lines$/],
    ['faults.po', 'msgid "k"\n'.repeat(long / 25), 1, 'k', /^has no msgstr$/],
    ['escapes.strings', `k = "${'\\U00e9'.repeat(long / 6)}";`, 1, 'k', /^content is longer/],
    ['slashes.strings', `k = "${'\\'.repeat(long)}`, 1, 'k', /^has a quote that is not closed$/],
    ['blanks.strings', `k${' '.repeat(long)}`, 1, 'k', /^expected = after the key$/],
    ['escapes.properties', `k=${'\\u00e9'.repeat(long / 6)}`, 1, 'k', /^content is longer/],
    ['slashes.properties', `k=${'\\'.repeat(long)}`, 1, 'k', /^content is longer/],
    ['goes-on.properties', `k=${'x\\\n'.repeat(long / 25)}`, 1, 'k', /^content is longer/],
    [
      'plural.json',
      `{"k_one": "%${'0'.repeat(90_000)}",\n"k_other": "${'{{a'.repeat(30_000)}"}`,
      2,
      'k_other',
      /not closed/,
    ],
  ])('that was made to be slow is refused soon: %s', async (name, text, line, key, message) => {
    const file = await scratch.write(name, text);
    const cpuBefore = process.cpuUsage();
    const [finding] = await findingsOf(readSource(file));
    expect(finding).toEqual({ line, key, message: expect.stringMatching(message) as string });
    const { user, system } = process.cpuUsage(cpuBefore);
    expect((user + system) / 1e6).toBeLessThan(30);
  });

  it.each(sourceFormats.flatMap(({ extensions }) => extensions))(
    'that is too large is refused before it is read: %s',
    async (extension) => {
      const file = await scratch.write(`large${extension}`, '');
      // It says how large it is, and has nothing on the disk.
      await truncate(file, 100_000_000_000);
      const message = 'is larger than 64 MB';
      expect(await findingsOf(readSource(file))).toEqual([{ line: null, key: null, message }]);
    },
  );

  it('with hostile lines is read in time that grows with their length', async () => {
    const blanks = ' '.repeat(200_000);
    const text = `[${blanks}a\na${blanks}b\n"${'""'.repeat(2_000_000)}"=c\nd="${'""'.repeat(2_000_000)}"\n`;
    const cpuBefore = process.cpuUsage();
    const findings = await findingsOf(readAs('a.ini', text));
    expect(findings.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
    expect(process.cpuUsage(cpuBefore).user / 1e6).toBeLessThan(30);
  });

  it('may have half a million lines of YAML, whatever ends them', async () => {
    expect(await readAs('a.yaml', `${'#\r\n'.repeat(500_000)}a: b\r\n`)).toHaveLength(1);
    expect(await placesOf(readAs('a.yaml', `${'#\r'.repeat(1_000_000)}a: b\r`))).toEqual(['- -']);
  });

  it('may not use an anchor so often that nothing could hold its text', async () => {
    const text = `a: &x ${'x'.repeat(100_000)}\n${Array.from({ length: 2700 }, (_, at) => `b${at}: *x\n`).join('')}`;
    const message = expect.stringMatching(/^holds more than 256 MB of text/) as string;
    expect(await findingsOf(readAs('a.yaml', text))).toEqual([{ line: 2685, key: null, message }]);
  });

  it('may use an anchor many times', async () => {
    expect(await readAs('a.yaml', 'a: &x Yes\nb: *x\nc: *x\n')).toHaveLength(3);
  });
});

describe('a source file is refused with line and key for', () => {
  it.each([
    ['an id twice in a JSON mapping', 'a.json', '{\n"a": "x",\n"b": "y",\n"a": "z"\n}', ['4 a']],
    [
      'an id twice in a JSON list',
      'a.json',
      '[{"string_id":"a","content":"x"},\n{"string_id":"a","content":"y"}]',
      ['2 a'],
    ],
    ['an id twice in CSV', 'a.csv', 'string_id,content\na,"x\ny"\n\nb,c\na,z\n', ['6 a']],
    ['content without end', 'a.json', `{"a": "${'x'.repeat(100_001)}"}`, ['1 a']],
    ['an id twice in YAML', 'a.yaml', 'a: x\nb: y\na: z\n', ['3 a']],
    ['an id twice in INI', 'a.ini', 'm.a=x\n[m]\na=y\n', ['3 m.a']],
    ['a field twice', 'a.json', '[{"string_id":"a",\n"content":"x",\n"content":"y"}]', ['3 content']],
    ['an id in INI that is not there', 'a.ini', 'a=x\n=y\n', ['2 -']],
    ['an id with blanks around it', 'a.csv', 'string_id,content\n a,x\n', ['2  a']],
    ['an id of two lines', 'a.csv', 'string_id,content\n"a\nb",x\n', ['2 a\nb']],
    ['an unknown field', 'a.yaml', '- string_id: a\n  contents: x\n', ['2 contents']],
    ['an id that is not text', 'a.yaml', '- {string_id: 404, content: x}\n', ['1 string_id']],
    ['items that are not mappings', 'a.json', '["x",\n3]', ['1 -', '2 -']],
    ['half a character', 'a.json', '{"a": "x\\ud83d"}', ['1 a']],
    ['a placeholder that is not closed', 'a.json', '{"a": "x",\n"b": "Hi {name!"}', ['2 b']],
    ['a placeholder that is not opened', 'a.csv', 'string_id,content\na,Hi name}!\n', ['2 a']],
  ])('%s', async (_what, name, text, places) => {
    expect(await placesOf(readAs(name, text))).toEqual(places);
  });

  it('an unknown field, with the known ones', async () => {
    const [finding] = await findingsOf(readAs('a.yaml', '- string_id: a\n  contents: x\n'));
    expect(finding?.message).toBe(
      'is not a known key (did you mean content?); allowed keys: string_id, content',
    );
  });

  it('a repetition, with the line of the first', async () => {
    const [finding] = await findingsOf(readAs('a.yaml', 'b: x\na: y\na: z\n'));
    expect(finding?.message).toBe('appears twice; the first is on line 2');
  });

  it('everything at once, in the order of the lines', async () => {
    const text = 'string_id,content\na,\nb,x\nb,{y\n,z\nc,d,e\n';
    expect(await placesOf(readAs('a.csv', text))).toEqual(['4 b', '4 b', '6 c']);
  });
});

const REMEDY =
  'To use others, name them in the release file: source: { file: …, columns: { id: …, content: … } }. Give a number for a column without a name, and for all where the first row names none: { id: 1, content: 2 }';

describe('a source file is refused as a whole', () => {
  const latin1 = Buffer.from('string_id,content\na,b\nc,caf\xe9\n', 'latin1');
  const hasNul = 'has a NUL character; remove it, or save it as UTF-8';
  const utf16 = Buffer.from('\uFEFF{"a": "b"}', 'utf16le');

  it.each([
    ['in Latin-1', 'a.csv', latin1, 3, 'is not UTF-8; save it as UTF-8'],
    ['in UTF-16', 'a.json', utf16, 1, 'is UTF-16; save it as UTF-8'],
    ['in UTF-16 without its mark', 'a.json', utf16.subarray(2), 1, hasNul],
    ['in UTF-32', 'a.json', Buffer.from('\xff\xfe\0\0a\0\0\0', 'latin1'), 1, 'is UTF-32; save it as UTF-8'],
    [
      'in UTF-32, the other way',
      'a.json',
      Buffer.from('\0\0\xfe\xff\0\0\0a', 'latin1'),
      1,
      'is UTF-32; save it as UTF-8',
    ],
    ['with a NUL', 'a.csv', 'string_id,content\na,b\nc,\0\n', 3, hasNul],
    [
      'that ends amid a character',
      'a.csv',
      Buffer.from('a\né').subarray(0, 3),
      2,
      'is not UTF-8; save it as UTF-8',
    ],
    ['that is empty', 'a.json', '', null, 'has no strings'],
    ['that is blank', 'a.csv', '\uFEFF\n \n', null, 'has no strings'],
    ['of comments alone', 'a.yaml', '# later\n', null, 'has no strings'],
    ['without strings', 'a.json', '{}', null, 'has no strings'],
    ['with an empty list', 'a.yaml', '[]', null, 'has no strings'],
    ['with a header alone', 'a.csv', 'string_id,content\n', null, 'has no strings'],
    ['with a section alone', 'a.ini', '[menu]\n', null, 'has no strings'],
    ['that is a single text', 'a.yaml', 'hello\n', 1, 'must map string_id to content, or list both'],
    ['that is not JSON', 'a.json', '{"a": "b",}', 1, 'is not valid JSON: expected a key in double quotes'],
    ['with tabs in YAML', 'a.yaml', 'a:\n\tb: c\n', 2, 'is indented with a tab; indent with spaces'],
    [
      'with two documents',
      'a.yaml',
      'a: b\n---\nc: d\n',
      2,
      'starts a second document; a file can have only one',
    ],
    ['with an unknown tag', 'a.yaml', 'a: b\nc: !secret d\n', 2, 'has a tag that is not known: !secret'],
    ['with an alias to nothing', 'a.yaml', 'a: b\nc: *d\n', 2, 'has an alias without an anchor'],
    ['with a circle', 'a.yaml', 'a: &x\n  - *x\n', 2, 'has an alias inside another alias'],
    ['with a key that is a list', 'a.yaml', '? [a]\n: b\n', 1, 'has a key that is not text'],
    [
      'with a quote left open',
      'a.csv',
      'string_id,content\na,"x\r\ny"\nb,"c\nd,e\nf,g\n',
      4,
      'has a quote that is not closed',
    ],
    [
      'with a quote amid a cell',
      'a.csv',
      'string_id,content\r\na,"x\r\ny"\r\nb,5" wide\r\n',
      4,
      'has a quote inside a cell; put the whole cell in quotes, and double the quotes in it',
    ],
    [
      'with an unknown column',
      'a.csv',
      'string_id,content,note\na,b,c\n',
      1,
      `must name the columns string_id and content, and no others; it has string_id, content, note. ${REMEDY}`,
    ],
    [
      'with bars',
      'a.csv',
      'string_id|content\na|b\n',
      1,
      'must name the columns string_id and content, and no others; it has string_id|content. Separate the columns by commas, semicolons or tabs',
    ],
    [
      'without a header',
      'a.csv',
      'a,b\nc,d\n',
      1,
      `must name the columns string_id and content, and no others; it has a, b. ${REMEDY}`,
    ],
    ['of another kind', 'a.txt', 'a=b', null, unknownFormat()],
  ])('%s', async (_what, name, content, line, message) => {
    expect(await findingsOf(readAs(name, content))).toEqual([{ line, key: null, message }]);
  });

  it('of another kind, with all that are read', () => {
    const known = sourceFormats.flatMap(({ extensions }) => extensions);
    expect(known.filter((extension) => !unknownFormat().includes(extension))).toEqual([]);
    expect(unknownFormat()).toMatch(/^must be a \.json, [^\n]* or \.\w+ file$/);
  });

  it('that does not exist, or is a directory', async () => {
    await scratch.write('there.json/inside', '');
    await expect(readSource(scratch.path('absent.json'))).rejects.toThrow(
      new InputError([
        { file: scratch.path('absent.json'), line: null, key: null, message: 'does not exist' },
      ]),
    );
    const [finding] = await findingsOf(readSource(scratch.path('there.json')));
    expect(finding?.message).toBe('is a directory, not a file');
  });
});

describe('lines in CSV', () => {
  it.each(['\n', '\r\n', '\r'])('are right after cells of several lines parted by %j', async (newline) => {
    const rows = ['string_id,content', '"a","x', 'y', 'z"', 'b,{x', 'c,"p', 'q"', 'd,{y'];
    expect(await placesOf(readAs('a.csv', rows.join(newline)))).toEqual(['5 b', '8 d']);
  });
});

describe('an INI source', () => {
  const contents = async (text: string, escape?: 'escape' | 'no-escape'): Promise<Record<string, string>> => {
    const strings = await readSource(await scratch.write('a.ini', text), escape);
    return Object.fromEntries(strings.map((one) => [one.string_id, one.content]));
  };

  it('takes its ids from keys, and below a section from both', async () => {
    const text =
      '; a comment\n# another\ntitle = My game\r\n[menu]\nstart=Start\n[ shop ]\n"a=b"=Buy; or not\n';
    expect(await contents(text)).toEqual({
      title: 'My game',
      'menu.start': 'Start',
      'shop.a=b': 'Buy; or not',
    });
  });

  it('unquotes what is quoted as a whole, and leaves speech alone', async () => {
    const text = 'a="  Hi  "\nb="Say ""hi"""\nc="Run!" he said\nd=5" wide\n';
    expect(await contents(text)).toEqual({ a: '  Hi  ', b: 'Say "hi"', c: '"Run!" he said', d: '5" wide' });
  });

  it('reads escapes only where the export writes them', async () => {
    const text = 'a=one\\ntwo\\\\n\\tthree\n';
    expect(await contents(text)).toEqual({ a: 'one\\ntwo\\\\n\\tthree' });
    expect(await contents(text, 'escape')).toEqual({ a: 'one\ntwo\\n\tthree' });
  });

  it('is refused with lines for what is no entry, an open quote and an unknown escape', async () => {
    const text = 'hello\na="open\nb=C:\\dir\nc=x\\\n[menu\n[ ]\n';
    const reading = readSource(await scratch.write('a.ini', text), 'escape');
    expect(await placesOf(reading)).toEqual(['1 -', '2 a', '3 b', '4 c', '5 -', '6 -']);
  });

  it('may have colons in the whole file, if its first string has one', async () => {
    const text = '; of Python\n[menu]\nstart: Start\n"a b" : Time: 12=12\nquit=Quit: now\nstop=Stop\n';
    const file = await scratch.write('a.ini', text);
    expect(await placesOf(readSource(file))).toEqual(['5 -', '6 -']);
    const right = await scratch.write('b.ini', text.replace(/quit.*/s, ''));
    const strings = [
      { string_id: 'menu.start', content: 'Start' },
      { string_id: 'menu.a b', content: 'Time: 12=12' },
    ];
    expect(await readSource(right)).toEqual(strings);
    expect(await placesOf(readAs('c.ini', 'a=b\nstart: Start\n'))).toEqual(['2 -']);
  });

  it('reads back any text that is escaped as the service escapes', () => {
    const letters: Record<string, string> = { '\n': 'n', '\r': 'r', '\t': 't', '\\': '\\' };
    const escaped = (text: string): string => text.replace(/[\n\r\t\\]/g, (one) => `\\${letters[one] ?? ''}`);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('\n', '\r', '\t', '\\', 'n', '"', '=', ';', ' ', '日') }),
        (text) => {
          const line = `a="${escaped(text).replaceAll('"', '""')}"`;
          const entries = iniStringsReader('escape')(line, () => undefined);
          expect(entries).toEqual([{ id: 'a', content: text, idLine: 1, contentLine: 1 }]);
        },
      ),
    );
  });
});
