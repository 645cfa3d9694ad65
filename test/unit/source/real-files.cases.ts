import type { SourceFiles } from '../../../src/domain/release/release-file';
import type { Finding } from '../../../src/source/input-error';
import { readSourceJson } from '../../../src/source/read-source';
import { readSourceFiles } from '../../../src/source/read-source-files';
import { useScratch } from '../../support/scratch';
import { findingsOf } from './readings';

const scratch = useScratch();

async function readAs(name: string, text: string, options: Omit<SourceFiles, 'file'> = {}) {
  const doubts: Finding[] = [];
  const file = await scratch.write(name, text);
  const { strings } = await readSourceFiles({ file, ...options }, undefined, (found) =>
    doubts.push(...found),
  );
  return {
    strings: strings.map(({ string_id, content, note }) => [string_id, content, ...(note ? [note] : [])]),
    doubts: doubts.map(({ line, message }) => `${line} ${message}`),
  };
}

const xliff = (attributes: string, units: string): string =>
  `<xliff version="1.0">\n<file ${attributes}><header/><body>\n${units}\n</body></file></xliff>`;
const unit = (id: string, source: string, target = ''): string =>
  `<trans-unit id="${id}"><source>${source}</source>${target && `<target>${target}</target>`}</trans-unit>`;
const plist = (inner: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
${inner}
</dict></plist>`;
const entry = (key: string, value: string): string => `<key>${key}</key>${value}`;
const text = (key: string, value: string): string => entry(key, `<string>${value}</string>`);

describe('what is no text is left out and counted, and the rest is read', () => {
  it.each<[what: string, name: string, text: string, strings: unknown[], doubts: string[]]>([
    [
      'numbers, flags, symbols and nothing, as Rails has them',
      'en.yml',
      'en:\n  months: [~, Jan]\n  order:\n  - :year\n  - :month\n  format:\n    precision: 2\n    significant: false\n    unit: "$"\n  none:\n  blank: " "\n  empty: {}\n',
      [
        ['months.1', 'Jan'],
        ['format.unit', '$'],
      ],
      [
        '2 leaves out 4 strings without a text: months.0, none, blank and 1 more',
        '4 leaves out 2 strings with only a reference or a symbol: order.0, order.1',
        '7 leaves out 2 strings with a number, a flag or a list instead of a text: format.precision, format.significant',
      ],
    ],
    [
      'references, as Home Assistant, i18next and vue-i18n write them',
      'strings.json',
      '{"a": "[%key:common::state::off%]", "b": "$t(common.ok)", "c": "@:menu.start", "d": "See [%key:x%]", "e": ":-)", "f": "@:"}',
      [
        ['d', 'See [%key:x%]'],
        ['e', ':-)'],
        ['f', '@:'],
      ],
      ['1 leaves out 3 strings with only a reference or a symbol: a, b, c'],
    ],
    [
      'keys that stand for texts',
      'en.json',
      '{"menu": {"start": "menu.start", "stop_now": "stop_now"}, "MENU_OK": "MENU_OK", "ok": "ok", "Node.js": "Uses Node.js", "a": "example.com"}',
      [
        ['ok', 'ok'],
        ['Node.js', 'Uses Node.js'],
        ['a', 'example.com'],
      ],
      ['1 leaves out 3 strings with a key instead of a text: menu.start, menu.stop_now, MENU_OK'],
    ],
    [
      'msgids that are keys without a msgstr',
      'a.po',
      'msgid "menu.start"\nmsgstr ""\n\nmsgctxt "c"\nmsgid "menu_stop"\nmsgstr ""\n\nmsgid "Go on"\nmsgstr ""\n',
      [['Go on', 'Go on']],
      ['1 leaves out 2 strings with a key instead of a text: menu.start, c|menu_stop'],
    ],
    [
      'what is about the file',
      'en.json',
      '{"@metadata": {"authors": ["A"]}, "$schema": "x", "_comment": "y", "//": "z", "": {"lang": "en"}, "@you": "Hi"}',
      [['@you', 'Hi']],
      [
        '1 leaves out 4 strings with only a description: @metadata, $schema, _comment and 1 more',
        '1 leaves out 1 string without an id: line 1',
      ],
    ],
    [
      'rows without a text or an id',
      'a.csv',
      'string_id,content\n# Menu,\n,\nstart,Start\n,A heading\n',
      [['start', 'Start']],
      ['2 leaves out 1 string without a text: # Menu', '5 leaves out 1 string without an id: line 5'],
    ],
    [
      'lines of INI without a text',
      'a.ini',
      'a=x\nb=\nc=""\n',
      [['a', 'x']],
      ['2 leaves out 2 strings without a text: b, c'],
    ],
    [
      'properties without a text or a key',
      'a.properties',
      'a=x\nb=\n=y\n',
      [['a', 'x']],
      ['2 leaves out 1 string without a text: b', '3 leaves out 1 string without an id: line 3'],
    ],
    [
      'strings of Apple without a text',
      'a.strings',
      '"a" = "";\n"b" = "x";\n',
      [['b', 'x']],
      ['1 leaves out 1 string without a text: a'],
    ],
    [
      'messages of ARB that are no texts',
      'app_en.arb',
      '{"a": 5, "b": "", "c": {"d": "x"}, "e": null}',
      [['c.d', 'x']],
      [
        '1 leaves out 1 string with a number, a flag or a list instead of a text: a',
        '1 leaves out 2 strings without a text: b, e',
      ],
    ],
    [
      'what Android does not translate or takes from elsewhere',
      'strings.xml',
      '<resources>\n<string name="a" translatable="false">say "hi</string>\n<string name="b">@string/c</string><string name="e">@null</string>\n<string name="c">x</string>\n<string name="d"/>\n<string>y</string></resources>',
      [['c', 'x']],
      [
        '2 leaves out 1 string marked as not to be translated: a',
        '3 leaves out 2 strings with only a reference or a symbol: b, e',
        '5 leaves out 1 string without a text: d',
        '6 leaves out 1 string without an id: line 6',
      ],
    ],
    [
      'units of XLIFF without a source, and what they do not translate',
      'a.xlf',
      xliff(
        'source-language="en" original="x"',
        `${unit('a', 'x')}\n${unit('b', '')}<trans-unit id="c"/>\n${unit('d', 'y').replace('>', ' translate="no">')}`,
      ),
      [['a', 'x']],
      [
        '4 leaves out 2 strings without a text: b, c',
        '5 leaves out 1 string marked as not to be translated: d',
      ],
    ],
  ])('%s', async (_what, name, content, strings, doubts) => {
    expect(await readAs(name, content)).toEqual({ strings, doubts });
  });

  it('names the first three, on one line whatever is in their ids', async () => {
    const { doubts } = await readAs('a.json', '{"x": "y", "a\\nb": "", "c": "", "d": "", "e": ""}');
    expect(doubts).toEqual(['1 leaves out 4 strings without a text: "a\\nb", c, d and 1 more']);
  });

  it('is said where nothing is left', async () => {
    const file = await scratch.write(
      'strings.xml',
      '<resources translatable="false">\n<string name="a">x</string><plurals name="b"/></resources>',
    );
    expect(await findingsOf(readSourceFiles({ file }))).toEqual([
      { line: null, key: null, message: 'has no strings' },
      { line: 2, key: null, message: 'leaves out 1 string marked as not to be translated: a' },
    ]);
  });

  it('of one file stops no other, nor does an empty file', async () => {
    await scratch.write('all/a.json', '');
    await scratch.write('all/b.yaml', '# later\n');
    await scratch.write('all/c.json', '{"a": ""}');
    await scratch.write('all/d.xml', '<resources/>');
    await scratch.write('all/e.json', '{"e": "x"}');
    const doubts: Finding[] = [];
    const source = { file: 'all/*', directory: scratch.path('.') };
    const { strings } = await readSourceFiles(source, undefined, (found) => doubts.push(...found));
    expect(strings).toEqual([{ string_id: 'e', content: 'x' }]);
    expect(doubts.map(({ file, message }) => `${file.slice(-6)}: ${message}`)).toEqual([
      'a.json: has no strings',
      'b.yaml: has no strings',
      'c.json: has no strings',
      'c.json: leaves out 1 string without a text: a',
      '/d.xml: has no strings',
    ]);
  });

  it('is refused in strings that come without a person to be warned', () => {
    expect(() => readSourceJson('strings', '{"a": "x", "b": ""}')).toThrow(
      'strings:1: leaves out 1 string without a text: b',
    );
    expect(readSourceJson('strings', '{"a_one": "x {{count}}"}')).toHaveLength(1);
  });
});

describe('a repeated id', () => {
  it.each([
    ['a.json', '{"a": {"b": "x"}, "a.b": "x", "c": "y", "c": "y"}', ['a.b', 'c']],
    ['a.yaml', 'a: x\na: x\n', ['a']],
    ['a.ini', 'a="x"\na="x"\n', ['a']],
    ['a.arb', '{"a": "x", "@a": {}, "a": "x", "@a": {}}', ['a']],
    ['a.xlf', xliff('original="a"', unit('a', 'x') + unit('a', 'x')), ['a']],
    ['a.po', 'msgid "a"\nmsgstr ""\nmsgid "a"\nmsgstr ""\n', ['a']],
  ])('with the same text is one: %s', async (name, content, ids) => {
    const { strings, doubts } = await readAs(name, content);
    expect(strings.map(([id]) => id)).toEqual(ids);
    expect(doubts).toEqual([]);
  });

  it('is one in several files too, and refused where the texts differ', async () => {
    const file = [await scratch.write('a.json', '{"a": "x"}'), await scratch.write('b.json', '{"a": "x"}')];
    expect((await readSourceFiles({ file })).strings).toEqual([{ string_id: 'a', content: 'x' }]);
    await scratch.write('b.json', '{"a": "y"}');
    expect(await findingsOf(readSourceFiles({ file }))).toMatchObject([{ line: 1, key: 'a' }]);
  });
});

describe('files as projects have them', () => {
  const godot = ',en,es\nHI,"Hello, friend","Hola, amigo"\nASK,How are you?\n';
  it.each<
    [what: string, name: string, text: string, strings: unknown[], options?: Omit<SourceFiles, 'file'>]
  >([
    [
      'a browser extension',
      'messages.json',
      '{"name": {"message": "Notes", "description": "Of the extension"}, "hi": {"message": "Hi $USER$", "placeholders": {"user": {"content": "$1", "example": "Ann"}}}}',
      [
        ['name', 'Notes', { comment: 'Of the extension' }],
        ['hi', 'Hi $USER$'],
      ],
    ],
    [
      'Docusaurus, with one message',
      'code.json',
      '{"theme.title": {"message": "This page is gone.", "description": "The title"}}',
      [['theme.title', 'This page is gone.', { comment: 'The title' }]],
    ],
    [
      'an extension of VS Code',
      'package.nls.json',
      '{"a.title": "Open", "b.title": {"message": "Close {0}", "comment": ["{0} is a file", "A verb"]}}',
      [
        ['a.title', 'Open'],
        ['b.title', 'Close {0}', { comment: '{0} is a file\nA verb' }],
      ],
    ],
    [
      'messages that are shown with their descriptions',
      'en.json',
      '{"alert": {"message": "Sure?", "description": "It is gone then."}, "title": "Notes"}',
      [
        ['alert.message', 'Sure?'],
        ['alert.description', 'It is gone then.'],
        ['title', 'Notes'],
      ],
    ],
    ['an id that ends in message', 'en.json', '{"error": {"message": "Gone"}}', [['error.message', 'Gone']]],
    [
      'Symfony: keys as sources, and targets in the same language',
      'messages.en.xlf',
      xliff(
        'source-language="en" target-language="en" original="x"',
        unit('a1', 'title.home', '<![CDATA[Welcome <b>home</b>]]>') +
          unit('a2', 'home', 'Home') +
          unit('a3', 'Same', 'Same'),
      ),
      [
        ['a1', 'Welcome <b>home</b>'],
        ['a2', 'Home'],
        ['a3', 'Same'],
      ],
    ],
    [
      'XLIFF 2 in one language',
      'messages.en.xlf',
      '<xliff version="2.0" srcLang="en_US" trgLang="en-US"><file id="f"><unit id="1" name="title.home"><segment><source>title.home</source><target>Home</target></segment></unit></file></xliff>',
      [['title.home', 'Home']],
    ],
    [
      'an XLIFF of another language',
      'messages.fr.xlf',
      xliff('source-language="en" target-language="fr" original="x"', unit('a', 'Home', 'Accueil')),
      [['a', 'Home']],
    ],
    [
      'Godot: a first column without a name, and rows that end early',
      'a.csv',
      godot,
      [
        ['HI', 'Hello, friend'],
        ['ASK', 'How are you?'],
      ],
      { columns: { id: 1, content: 'en' } },
    ],
    [
      'Magento: no header, and each text beside itself',
      'en_US.csv',
      '"Add to Cart; now","Add to Cart; now"\n"Hi, %1",Hello\n',
      [
        ['Add to Cart; now', 'Add to Cart; now'],
        ['Hi, %1', 'Hello'],
      ],
    ],
    [
      'no header, as the release file says',
      'a.tsv',
      'start\tA verb\tStart\nstop\t\tStop\n',
      [
        ['start', 'Start', { comment: 'A verb' }],
        ['stop', 'Stop'],
      ],
      { columns: { id: 1, content: 3, comment: 2 } },
    ],
    [
      'semicolons of a spreadsheet, with its mark at the start',
      'a.csv',
      '\uFEFFstring_id;content\r\na;"Hi; you"\r\nb;5,5 m\r\n',
      [
        ['a', 'Hi; you'],
        ['b', '5,5 m'],
      ],
    ],
    [
      'a comma in the name of a column',
      'a.csv',
      '"Key, short";English\na;b\n',
      [['a', 'b']],
      { columns: { id: 'Key, short', content: 'English' } },
    ],
    ['tabs in a .csv file', 'a.csv', 'string_id\tcontent\na\tHi, you\n', [['a', 'Hi, you']]],
    [
      'OBS: quotes with a backslash before them',
      'en-US.ini',
      'a="Are you \\"sure\\"?"\nb="C:\\dir\\"\nc="\\"x\\""\nd="say ""hi"""\ne="one" and "two"\nf="\\"open"\n',
      [
        ['a', 'Are you "sure"?'],
        ['b', 'C:\\dir\\'],
        ['c', '"x"'],
        ['d', 'say "hi"'],
        ['e', '"one" and "two"'],
        ['f', '"open'],
      ],
    ],
    [
      'CDATA of Android: quotes and white space stay as aapt2 leaves them',
      'strings.xml',
      `<resources><string name="a"><![CDATA[<a href="x">A  "link"</a>\\n]]></string>
       <string name="b">Hello<![CDATA[ "</string>' ]]>      "World"  </string></resources>`,
      [
        ['a', '<a href="x">A  "link"</a>\n'],
        ['b', 'Hello "</string>\'  World'],
      ],
    ],
    [
      'plurals of Apple',
      'Localizable.stringsdict',
      plist(
        entry(
          '%d files',
          `<dict>${text('NSStringLocalizedFormatKey', '%#@n@ here')}${entry(
            'n',
            `<dict>${text('NSStringFormatSpecTypeKey', 'NSStringPluralRuleType')}${text('NSStringFormatValueTypeKey', 'd')}${text('one', 'A file')}${text('other', '%d files &amp; more')}</dict>`,
          )}</dict>`,
        ) +
          entry(
            'width',
            `<dict>${entry('NSStringVariableWidthRuleType', `<dict>${text('20', 'Hi')}</dict>`)}</dict>`,
          ),
      ),
      [
        ['%d files', '%#@n@ here'],
        ['%d files.n.one', 'A file'],
        ['%d files.n.other', '%d files & more'],
        ['width.NSStringVariableWidthRuleType.20', 'Hi'],
      ],
    ],
    ['texts as keys of Apple', 'a.strings', '"Two\\nlines " = "x";', [['Two\\nlines\\040', 'x']]],
    ['.strings that are a property list', 'a.strings', plist(text('a.b', 'It"s')), [['a.b', 'It"s']]],
    [
      'a String Catalog',
      'Localizable.xcstrings',
      JSON.stringify({
        sourceLanguage: 'en',
        strings: {
          'Two\nlines ': { comment: 'On the first page' },
          'menu.start': {
            localizations: {
              en: { stringUnit: { state: 'new', value: 'Start' } },
              de: { stringUnit: { state: 'translated', value: 'Los' } },
            },
          },
          files: {
            localizations: {
              en: {
                stringUnit: { value: '%#@n@ here' },
                substitutions: {
                  n: {
                    argNum: 1,
                    variations: {
                      plural: {
                        one: { stringUnit: { value: '%arg file' } },
                        other: { variations: { device: { mac: { stringUnit: { value: '%arg files' } } } } },
                      },
                    },
                  },
                },
              },
            },
          },
        },
        version: '1.0',
      }),
      [
        ['Two\\nlines\\040', 'Two\nlines ', { comment: 'On the first page' }],
        ['menu.start', 'Start'],
        ['files', '%#@n@ here'],
        ['files.n.one', '%arg file'],
        ['files.n.other.mac', '%arg files'],
      ],
    ],
  ])('%s', async (_what, name, content, strings, options = {}) => {
    expect(await readAs(name, content, options)).toEqual({ strings, doubts: [] });
  });

  it('are not multiplied by a long key until the memory is full', async () => {
    const one = '{"stringUnit": {"value": "x"}}';
    const cases = Array.from({ length: 20_000 }, (_, at) => `"${at}": ${one}`).join(',');
    const long = 'k'.repeat(9000);
    for (const [name, content] of [
      [
        'a.xcstrings',
        `{"sourceLanguage": "en", "strings": {"${long}": {"localizations": {"en": {"variations": {"plural": {${cases}}}}}}}}`,
      ],
      ['a.stringsdict', plist(entry(long, `<dict>${text('x', 'y').repeat(20_000)}</dict>`))],
    ] as const)
      expect(await findingsOf(readSourceFiles({ file: await scratch.write(name, content) }))).toMatchObject([
        { message: expect.stringMatching(/^has ids of more than 134217728 characters/) as string },
      ]);
  });

  it.each([
    [
      'keys as sources whose targets are in another language',
      'a.xlf',
      xliff('source-language="en" target-language="fr" original="x"', unit('a', 'title.home', 'Accueil')),
      'leaves out 1 string with a key instead of a text: a',
    ],
    [
      'keys as sources whose targets are in an unknown language',
      'a.xlf',
      xliff('source-language="en" original="x"', unit('a', 'title.home', 'Home')),
      'leaves out 1 string with a key instead of a text: a',
    ],
    [
      'keys as sources without a target',
      'a.xlf',
      xliff('source-language="en" target-language="en" original="x"', unit('a', 'title.home')),
      'leaves out 1 string with a key instead of a text: a',
    ],
    [
      'a String Catalog with keys alone',
      'a.xcstrings',
      '{"sourceLanguage": "en", "strings": {"menu.start": {}, "x": {"shouldTranslate": false}, "": {}}}',
      'leaves out 1 string with a key instead of a text: menu.start',
    ],
    [
      'no String Catalog',
      'a.xcstrings',
      '{"strings": {}}',
      'must have sourceLanguage and strings, as Xcode writes them',
    ],
    ['no property list', 'a.stringsdict', '<dict/>', 'must be a property list with a dict in it'],
    [
      'a property list with a key too many',
      'a.stringsdict',
      plist('<key>a</key>'),
      'is not a key with its value',
    ],
    [
      'a property list that declares entities',
      'a.stringsdict',
      '<!DOCTYPE plist "x[" [<!ENTITY a "b">]><plist><dict/></plist>',
      'has a DOCTYPE with declarations, which can define entities without end; remove it',
    ],
    [
      'a column without a name that nobody names',
      'a.csv',
      godot,
      'must name the columns string_id and content, and no others; it has a column without a name, en, es. To use others, name them in the release file: source: { file: …, columns: { id: …, content: … } }. Give a number for a column without a name, and for all where the first row names none: { id: 1, content: 2 }',
    ],
  ])('is refused and never taken silently: %s', async (_what, name, content, message) => {
    const file = await scratch.write(name, content);
    const findings = await findingsOf(readSourceFiles({ file }));
    expect(findings.map((finding) => finding.message)).toContain(message);
  });
});
