/** What the public descriptions of the formats say of texts, one by one. */
import type { ExportFormatName } from '../../../src/domain/release/export-format-names';
import { exportFormats } from '../../../src/export-formats/export-formats';
import type { TranslatedString, WrittenText } from '../../../src/export-formats/writer';

type Given = Partial<TranslatedString> & { key: string; text: string };

function write(
  name: ExportFormatName,
  strings: readonly Given[],
  { language = 'ja', sourceFormat = null as string | null } = {},
): WrittenText {
  const all = strings.map((string) => ({ source: null, ...string }));
  const format = exportFormats[name];
  return 'write' in format
    ? format.write(all, { language, sourceFormat })
    : format.writeAll([{ language, strings: all }]);
}

describe('android', () => {
  it.each([
    ["Don't", String.raw`Don\'t`],
    ['Say "hi"', String.raw`Say \"hi\"`],
    ['@name', String.raw`\@name`],
    ['me@home', 'me@home'],
    ['?attr', String.raw`\?attr`],
    ['what?', 'what?'],
    ['C:\\new', String.raw`C:\\new`],
    ['one\ntwo\tthree', String.raw`one\ntwo\tthree`],
    [' a  b ', String.raw`\u0020a \u0020b\u0020`],
    ['1\u00a0000\u3000円', String.raw`1\u00a0000\u3000円`],
    ['a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d'],
    ['<b>bold</b>', '&lt;b&gt;bold&lt;/b&gt;'],
    ['%1$s %2$d 50%', '%1$s %2$d 50%'],
  ])('%j', (text, inner) => {
    expect(write('android', [{ key: 'a', text }]).text).toContain(`>${inner}</string>`);
  });

  it('markup of an Android source stays markup', () => {
    const text = `<b>Don't</b> &amp; <a href="x">go</a>`;
    const source = { sourceFormat: 'android' };
    expect(write('android', [{ key: 'a', text }], source).text).toContain(
      String.raw`><b>Don\'t</b> &amp; <a href="x">go</a></string>`,
    );
    expect(write('android', [{ key: 'a', text: ' <i> a </i> b <i> </i> ' }], source).text).toContain(
      String.raw`>\u0020<i>\u0020a </i>\u0020b <i>\u0020</i>\u0020</string>`,
    );
    expect(write('android', [{ key: 'a', text: 'Fish & <b>chips' }], source).text).toContain(
      '>Fish &amp; &lt;b&gt;chips</string>',
    );
  });

  it('arguments without places are no fault', () => {
    const { text } = write('android', [
      { key: 'a', text: '%s of %s' },
      { key: 'b', text: '%1$s of %2$s' },
      { key: 'c', text: '%s, 100%%' },
    ]);
    expect(text.match(/<string [^>]*>/g)).toEqual([
      '<string name="a" formatted="false">',
      '<string name="b">',
      '<string name="c">',
    ]);
  });

  it('makes arrays and plurals again, and tells what is no resource', () => {
    const of = (key: string): Given => ({ key, text: `t ${key}` });
    const { text, keys, notes } = write(
      'android',
      ['days[1]', 'days[0]', 'mail[one]', 'mail[other]', 'half[one]', 'gap[1]', 'menu start', '1st'].map(of),
    );
    expect(text).toBe(`<?xml version="1.0" encoding="utf-8"?>
<resources>
    <string-array name="days">
        <item>t days[0]</item>
        <item>t days[1]</item>
    </string-array>
    <plurals name="mail">
        <item quantity="one">t mail[one]</item>
        <item quantity="other">t mail[other]</item>
    </plurals>
</resources>
`);
    expect(keys).toBe(4);
    expect(notes).toEqual([
      'Leaves out 1 string of a plural without the form other: half[one].',
      'Leaves out 1 string of an array that would lack items: gap[1].',
      'Leaves out 2 strings with a name that Android does not take: menu start, 1st.',
    ]);
  });
});

describe('one line each', () => {
  it.each<[ExportFormatName, key: string, text: string, line: string]>([
    ['apple', 'Say "hi"', 'a\\b "c"\n\u0007', String.raw`"Say \"hi\"" = "a\\b \"c\"\n\U0007";`],
    ['properties', 'a b=c:d#e!', '  x = y: \\z\n', String.raw`a\ b\=c\:d\#e\!=\  x = y: \\z\n`],
    ['properties', 'a', '\u0000ミラ', String.raw`a=\u0000ミラ`],
    ['ini', 'a', 'Say "hi"\n', String.raw`a="Say ""hi""\n"`],
    ['ini', '[a=b]', 'x', '"[a=b]"="x"'],
    ['csv', 'a', '=1+2', 'a,=1+2'],
    ['csv', 'a', 'x,"y"\nz', 'a,"x,""y""\nz"'],
    ['tsv', 'a', 'x\ty', 'a\t"x\ty"'],
    ['yaml', 'no', 'yes', '"no": "yes"'],
    ['yaml', 'menu.start', 'a: b # c\u0085', String.raw`"menu.start": "a: b # c\u0085"`],
    ['yaml', 'title', 'x', 'title: "x"'],
  ])('%s: %j with %j', (name, key, text, line) => {
    expect(`\n${write(name, [{ key, text }]).text}`).toContain(`\n${line}\n`);
  });
});

it.each(['apple', 'properties'] as const)('%s has no plurals, and says which forms stand alone', (name) => {
  const forms = [
    { key: 'mail[one]', text: 'a' },
    { key: 'mail[other]', text: 'b' },
  ];
  expect(write(name, forms, { sourceFormat: name }).notes).toEqual([]);
  const { keys, notes } = write(name, forms, { sourceFormat: 'android' });
  expect(keys).toBe(2);
  expect(notes).toEqual([
    'Writes 2 strings as plain entries, since this format has no plurals: mail[one], mail[other].',
  ]);
});

describe('json', () => {
  it('keeps the order of keys that look like numbers', () => {
    expect(
      write(
        'json',
        [10, 9, 1].map((n) => ({ key: String(n), text: 'x' })),
      ).text,
    ).toBe('{\n  "10": "x",\n  "9": "x",\n  "1": "x"\n}\n');
  });

  it('nests at dots, makes lists, and keeps dots below a key that is a text', () => {
    const of = (key: string): Given => ({ key, text: key });
    const { text } = write('json-nested', ['a.b', 'a.tips.0', 'a.tips.1', 'c.d', 'c', 'c.e.f'].map(of));
    expect(JSON.parse(text)).toEqual({
      a: { b: 'a.b', tips: ['a.tips.0', 'a.tips.1'] },
      'c.d': 'c.d',
      c: 'c',
      'c.e': { f: 'c.e.f' },
    });
  });

  it('is ARB with its locale', () => {
    const { text, notes } = write(
      'arb',
      [
        { key: '@x', text: 'x' },
        { key: 'y', text: 'y' },
      ],
      { language: 'zh-cn' },
    );
    expect(JSON.parse(text)).toEqual({ '@@locale': 'zh_CN', y: 'y' });
    expect(notes).toEqual([
      'Leaves out 1 string with a key that begins with @, which is a description in ARB: @x.',
    ]);
  });
});

it('rails: below the language, which may look like a flag', () => {
  const strings = [
    { key: 'cart.title', text: 'Kurv' },
    { key: 'cart.tips.0', text: 'a' },
  ];
  expect(write('yaml-rails', strings, { language: 'no' }).text).toBe(
    '"no":\n  cart:\n    title: "Kurv"\n    tips:\n      - "a"\n',
  );
});

describe('po', () => {
  const source = { language: 'ru', sourceFormat: 'po' };

  it('has context, comments and lines as its source had them', () => {
    const note = { context: 'cart', comment: 'On the button.\nc-format\nUsed in cart.c:12', maxLength: 40 };
    const { text } = write('po', [{ key: String.raw`cart|Pay\nnow`, text: 'a\nb"', note }], source);
    expect(text).toBe(String.raw`msgid ""
msgstr ""
"Language: ru\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\n"

#. On the button.
#, c-format
#: cart.c:12
#, max-length:40
msgctxt "cart"
msgid ""
"Pay\n"
"now"
msgstr ""
"a\n"
"b\""
`);
  });

  it('makes a plural of both forms, and tells which forms nobody translated', () => {
    const strings = [
      { key: '%d item.one', text: '%d вещь', source: '%d item' },
      { key: '%d item.other', text: '%d вещи', source: '%d items' },
    ];
    const { text, notes, keys } = write('po', strings, source);
    expect(text).toContain(String.raw`msgid "%d item"
msgid_plural "%d items"
msgstr[0] "%d вещь"
msgstr[1] "%d вещи"
msgstr[2] "%d вещи"
`);
    expect(notes).toEqual([
      'Writes 1 string with the text of the form other in plural forms that were not translated: %d item.',
    ]);
    expect(keys).toBe(2);
    expect(write('po', strings, { language: 'ja', sourceFormat: 'po' }).text).toContain(
      'msgid_plural "%d items"\nmsgstr[0] "%d вещи"\n',
    );
    // In another source, these are two strings.
    expect(write('po', strings, { language: 'ja' }).text).not.toContain('msgid_plural');
  });
});

describe('xml', () => {
  it.each(['xliff', 'resx'] as const)('%s cannot have control characters', (name) => {
    const { text, keys, notes } = write(name, [
      { key: 'a', text: 'x\u0007', source: 'x' },
      { key: 'b', text: 'x & y\r', source: 'x' },
    ]);
    expect(text).toContain('>x &amp; y&#13;</');
    expect(keys).toBe(1);
    expect(notes[0]).toBe('Leaves out 1 string with control characters, which XML cannot have: a.');
  });

  it('xliff has source, target, note and greatest length; elements of an XLIFF source stay elements', () => {
    const note = { comment: 'On <the> button', maxLength: 9 };
    const string = {
      key: 'a"b',
      text: 'Zahle <x id="1"/> &amp; geh',
      source: 'Pay <x id="1"/> &amp; go',
      note,
    };
    const { text } = write('xliff', [string], { language: 'pt-br', sourceFormat: 'xliff' });
    expect(text).toContain('target-language="pt-BR"');
    expect(text)
      .toContain(`      <trans-unit id="a&quot;b" resname="a&quot;b" maxwidth="9" size-unit="char" xml:space="preserve">
        <source>Pay <x id="1"/> &amp; go</source>
        <target>Zahle <x id="1"/> &amp; geh</target>
        <note>On &lt;the&gt; button</note>
      </trans-unit>
`);
    expect(write('xliff', [string]).text).toContain('<target>Zahle &lt;x id="1"/&gt; &amp;amp; geh</target>');
  });
});

describe('the names of files', () => {
  const pathOf = (name: ExportFormatName, language: string): string => {
    const { file } = exportFormats[name];
    return typeof file === 'string' ? file : file(language);
  };

  it.each([
    ['android', 'ja', 'values-ja/strings.xml'],
    ['android', 'pt-br', 'values-pt-rBR/strings.xml'],
    ['android', 'zh-hans', 'values-b+zh+Hans/strings.xml'],
    ['android', 'es-419', 'values-b+es+419/strings.xml'],
    ['android', 'he', 'values-iw/strings.xml'],
    ['apple', 'zh-cn', 'zh-Hans.lproj/Localizable.strings'],
    ['apple', 'pt-br', 'pt-BR.lproj/Localizable.strings'],
    ['po', 'zh-cn', 'zh_CN/LC_MESSAGES/messages.po'],
    ['properties', 'zh-hans-cn', 'messages_zh_Hans_CN.properties'],
    ['arb', 'pt-br', 'app_pt_BR.arb'],
    ['xliff', 'zh-hans', 'zh-Hans.xlf'],
    ['json', 'zh-cn', 'zh-CN.json'],
    ['yaml-rails', 'ja', 'ja.yml'],
    ['resx', 'zh-hans', 'Resources.zh-Hans.resx'],
    ['ini', 'ja', 'ja.ini'],
    ['csv', 'ja', 'strings.csv'],
  ] as const)('%s of %s', (name, language, path) => {
    expect(pathOf(name, language)).toBe(path);
  });
});
