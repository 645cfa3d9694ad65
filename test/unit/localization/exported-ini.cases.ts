import { ExportedIniReader, type ExpectedContent } from '../../../src/localization/exported-ini';
import { ReleaseKeys } from '../../../src/localization/release-keys';
import { escapeModes, exportModes } from '../../../src/localization/vocabulary';
import { IniWriter } from '../../../src/sandbox/localization/ini-writer';
import fc, { runs } from '../../support/fast-check';
import { parseIni } from '../../support/parse-ini';
import { isNightly } from '../../support/nightly';

type IniLayout = 'language' | 'string';

interface Row {
  string_id: string;
  texts: Record<string, string>;
}

/** What is blank is no text. */
const isSeen = (text: string): boolean => /[^\s\p{Cc}\p{Cf}]/u.test(text);

const layouts: readonly IniLayout[] = ['language', 'string'];
const languageCodes = ['ja', 'ko', 'zh-cn', 'ar'];

function write(
  rows: readonly Row[],
  languages: readonly string[],
  layout: IniLayout,
  escapeMode: 'escape' | 'no-escape',
): string {
  const columns = languages.map((language) => ({ label: language, key: language }));
  const writer = new IniWriter({ columns, layout, encoding: 'utf-8', escapeMode });
  for (const row of rows) writer.add(row.string_id, row.texts);
  return Buffer.concat(writer.chunks()).toString('utf8');
}

/** In quotes, with those doubled, it is what Go's library writes for the lines within. */
const isGos = (text: string): boolean => /^"[^"]*\n[^"]*"$/.test(text);

/** Everything that a reader of INI files stumbles over, and the scripts of the world; no name of a string or language. */
const troublesome = fc
  .array(
    fc.constantFrom(
      ...['=', ';', '#', '[', ']', '"', '""', '\n', '\r', '\r\n', '\t', '\\', '\\n', ' ', '\u00a0', '\u2028'],
      ...['\u0085', '\u0000', 'a', 'key', 'key=1', '開始', 'שלום', 'مرحبا', '\u200f', '👩‍🚀', 'é'],
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => !isGos(text));

const ids = [
  'menu.start',
  'a=b',
  'item[0]',
  '[x]',
  '開始.1',
  'with blank',
  '"said"',
  ';c',
  'ja.title',
  'UI_OK',
];

const table = fc.subarray(languageCodes, { minLength: 1 }).chain((languages) =>
  fc.record({
    languages: fc.constant(languages),
    rows: fc.uniqueArray(
      fc.record({
        string_id: fc.constantFrom(...ids),
        texts: fc.dictionary(fc.constantFrom(...languages), troublesome),
      }),
      { selector: (row) => row.string_id, maxLength: 6 },
    ),
  }),
);

describe('what the sandbox writes is read as it was', () => {
  const cases = layouts.flatMap((layout) =>
    escapeModes.flatMap((escape) => exportModes.map((mode) => ({ layout, escape, mode }))),
  );

  test.each(cases)('a section per $layout, $escape, $mode', ({ layout, escape, mode }) => {
    fc.assert(
      fc.property(table, ({ languages, rows }) => {
        const files = mode === 'single' ? [languages] : languages.map((language) => [language]);
        for (const inFile of files) {
          const text = write(rows, inFile, layout, escape);
          const { translations } = parseIni(text, { escape, languages: inFile, ids });
          const written = inFile.map((language) => [
            language,
            new Map(
              rows
                .map((row) => [row.string_id, row.texts[language] ?? ''] as const)
                .filter(([, value]) => isSeen(value)),
            ),
          ]);
          expect([...translations]).toEqual(written);
        }
      }),
      runs(500),
    );
  });

  const MANY = isNightly ? 100_000 : 20_000;

  test(`${MANY} strings in five languages`, () => {
    const languages = ['ja', 'ko', 'fr', 'de', 'ru'];
    const texts = Object.fromEntries(languages.map((language) => [language, `text in ${language} "quoted"`]));
    const rows = Array.from({ length: MANY }, (_, n) => ({ string_id: `menu.item.${n}`, texts }));
    for (const layout of layouts) {
      const file = parseIni(write(rows, languages, layout, 'escape'), {
        escape: 'escape',
        languages,
        ids: rows.map(({ string_id }) => string_id),
      });
      expect([...file.translations.values()].map((found) => found.size)).toEqual(languages.map(() => MANY));
      expect(file.translations.get('ru')?.get(`menu.item.${MANY - 1}`)).toBe('text in ru "quoted"');
    }
  });
});

const known: ExpectedContent = {
  languages: ['ja', 'ko', 'zh-cn'],
  keys: new ReleaseKeys(['a', 'b', 'menu.it']),
  escape: 'no-escape',
};

function read(text: string, expected: ExpectedContent = known): string[] {
  const found: string[] = [];
  const reader = new ExportedIniReader(expected, ({ language, id, text: value }) => {
    found.push(`${language} ${id}: ${value.replaceAll('\n', '⏎')}`);
  });
  reader.push(text);
  reader.end();
  return found;
}

describe('raw texts, which hold line breaks and equals signs', () => {
  test.each([
    ['a line break in a text', '[ja]\na=one\ntwo\nb=three\n', ['ja a: one⏎two', 'ja b: three']],
    ['an equals sign in a line', '[ja]\na=one\nx = two\nb=three', ['ja a: one⏎x = two', 'ja b: three']],
    ['an empty line', '[ja]\na=one\n\ntwo\n\n[ko]\na=three\n', ['ja a: one⏎⏎two', 'ko a: three']],
    ['a line in brackets', '[ja]\na=one\n[Chapter 1]\ntwo\nb=x', ['ja a: one⏎[Chapter 1]⏎two', 'ja b: x']],
    ['a line in brackets at the end', '[ja]\na=one\n[Chapter 1]\n', ['ja a: one⏎[Chapter 1]']],
    ['a text that begins in the next line', '[ja]\na=\none\n', ['ja a: one']],
    ['quotes that are not closed', '[ja]\na="Run!\nb=1\n', ['ja a: "Run!', 'ja b: 1']],
    ['a string of another release', '[ja]\na=one\nother=two\nthree\nb=x', ['ja a: one', 'ja b: x']],
    [
      'a line of it that is written in another way',
      '[ja]\na=one\nother = two\nb=x',
      ['ja a: one⏎other = two', 'ja b: x'],
    ],
    [
      'a quoted line that looks like a string',
      '[ja]\na="one\nother=two"\nb=x',
      ['ja a: one⏎other=two', 'ja b: x'],
    ],
    ['an open quote before another string', '[ja]\na="one\nother=two\nb=x', ['ja a: "one', 'ja b: x']],
    ['an open quote before another section', '[ja]\na="one\n[fr]\na=two\n', ['ja a: "one']],
    ['a line in brackets before a string', '[ja]\na=one\n[Laughs]\nb=x', ['ja a: one⏎[Laughs]', 'ja b: x']],
    [
      'a section of a field',
      '[ja]\na=one\nb=x\n[content]\na=y\nb=z\n[ko]\nb=v',
      ['ja a: one', 'ja b: x', 'ko b: v'],
    ],
    ['Windows line ends', '[ja]\r\na=one\r\ntwo\r\nb=x\r\n', ['ja a: one\r⏎two', 'ja b: x']],
  ])('%s', (_what, text, found) => {
    expect(read(text)).toEqual(found);
  });
});

describe('quotes around a text, and signs that stand for others', () => {
  const a = (value: string, escape: 'escape' | 'no-escape'): string[] =>
    read(`[ja]\na=${value}\nb=x`, { ...known, escape });

  test.each([
    [String.raw`"She said \"hello\" = fine"`, 'She said "hello" = fine'],
    [String.raw`"say ""it"" \"now\""`, 'say "it" "now"'],
    [String.raw`"C:\\"`, 'C:\\'],
    [String.raw`"one" and "two"`, '"one" and "two"'],
    [String.raw`say \"hello\"\; \#1`, 'say "hello"; #1'],
    [String.raw`\u8BD1\u00ABx\u00bb \\u8BD1`, String.raw`译«x» \u8BD1`],
    [String.raw`one\ntwo \x`, String.raw`one⏎two \x`],
    ['`one; two`', 'one; two'],
  ])('escaped: %s', (value, text) => {
    expect(a(value, 'escape')).toEqual([`ja a: ${text}`, 'ja b: x']);
  });

  test.each([
    ['"""one\ntwo"""', 'one⏎two'],
    ['"""one "a"\ntwo"""', 'one "a"⏎two'],
    ['"""it`s"""', 'it`s'],
    ['"""said"""', '"said"'],
    ['"""one""\ntwo"', '"one"⏎two'],
    ['`one; "two" # three`', 'one; "two" # three'],
    ['`one` and `two`', '`one` and `two`'],
    [String.raw`"say \"hello\""`, String.raw`"say \"hello\""`],
    [String.raw`\u8BD1`, String.raw`\u8BD1`],
  ])('raw: %s', (value, text) => {
    expect(a(value, 'no-escape')).toEqual([`ja a: ${text}`, 'ja b: x']);
  });
});

describe('every division of a file that makes sense', () => {
  test.each([
    ['a section per language', '[ja]\na=1\n[ko]\na=2', ['ja a: 1', 'ko a: 2']],
    ['a section per string', '[a]\nja=1\nko=2\n[b]\nja=3', ['ja a: 1', 'ko a: 2', 'ja b: 3']],
    ['keys that name the language first', 'ja.a=1\nko.menu.it=2\n', ['ja a: 1', 'ko menu.it: 2']],
    ['keys that name the language last', 'a.ja=1\nmenu.it.zh-cn=2', ['ja a: 1', 'zh-cn menu.it: 2']],
    ['languages in capitals and with underscores', '[JA]\na=1\n[zh_CN]\na=2', ['ja a: 1', 'zh-cn a: 2']],
    ['sections that name more than the language', '[game_ja]\na=1\n[game_ko]\na=2', ['ja a: 1', 'ko a: 2']],
    ['quoted names', '["ja"]\n"a" = "1"', ['ja a: 1']],
    ['a comment after a section', '[ja] ; Japanese\na=1\n[ko] # [x]\na=2', ['ja a: 1', 'ko a: 2']],
    ['keys that name the language, in a group', '[strings]\nja.a=1\nb.ko=2', ['ja a: 1', 'ko b: 2']],
    ['blanks and comments', '; c\n\n [ja] \n # d\n a = 1 \n', ['ja a: 1']],
  ])('%s', (_what, text, found) => {
    expect(read(text)).toEqual(found);
  });

  test('no sections, where one language is expected', () => {
    expect(read('a=1\nb=2', { ...known, languages: ['ja'] })).toEqual(['ja a: 1', 'ja b: 2']);
  });

  test('groups that name no language, where one is expected', () => {
    const japanese = { ...known, languages: ['ja'] };
    expect(read('[Game]\na=1\n\n[Menu]\nmenu.it=2', japanese)).toEqual(['ja a: 1', 'ja menu.it: 2']);
    expect(read('[strings]\na=1\n[fr]\nb=2', japanese)).toEqual(['ja a: 1']);
  });

  test('without knowing which strings there are', () => {
    const expected = { languages: ['ja', 'ko'], keys: null, escape: null };
    expect(read('[ja]\nx=1\ny.z=2\n[en]\nx=0\n[ko]\nx=3', expected)).toEqual([
      'ja x: 1',
      'ja y.z: 2',
      'ko x: 3',
    ]);
    expect(read('[x]\nja=1\nen=0\n[y]\nko=3', expected)).toEqual(['ja x: 1', 'ko y: 3']);
  });
});

describe('what is none of ours is not counted as ours', () => {
  test.each([
    ['a language that was not asked for', '[ja]\na=1\n[en]\nb=2\n[ko]\na=3', ['ja a: 1', 'ko a: 3']],
    ['a string of another release', '[a]\nja=1\n[other]\nko=2\n[b]\nko=3', ['ja a: 1', 'ko b: 3']],
    ['an empty text before a string of another release', '[ja]\na=\nother=2\nb=3', ['ja b: 3']],
    ['an empty text', '[ja]\na=\nb=""\n[ko]\na=1', ['ko a: 1']],
    ['an empty text before a comment', '[ja]\na=\n; c\n', []],
    ['prose', 'Access denied\n', []],
    ['a page', '<html>\n<body class="x">\n', []],
    ['several languages without sections', 'a=1\nb=2', []],
  ])('%s', (_what, text, found) => {
    expect(read(text)).toEqual(found);
  });
});

describe('keys and languages in other spellings', () => {
  const spelled = (text: string, languages = ['zh-cn', 'ja']) => {
    const found: string[] = [];
    const reader = new ExportedIniReader({ ...known, languages }, (of) => {
      const marks = [of.isOtherCase ? 'case' : '', of.isOtherCode ? 'code' : ''].join('');
      found.push(`${of.language} ${of.id}: ${of.text} ${marks}`.trim());
    });
    reader.push(text);
    reader.end();
    return { found, sections: [...reader.sections], unmatched: [...reader.unmatched] };
  };

  test.each([
    ['keys in capitals', '[ja]\nA=1\nMENU.IT=2', ['ja a: 1 case', 'ja menu.it: 2 case'], []],
    ['a script for a region', '[zh-Hans]\na=1\n[ja]\na=2', ['zh-cn a: 1 code', 'ja a: 2'], []],
    ['a region more', '[ja-JP]\na=1', ['ja a: 1 code'], []],
    ['the name of a language', '[Japanese]\na=1', ['ja a: 1 code'], []],
    ['the name of a language in other words', '[Chinese (Simplified)]\na=1', ['zh-cn a: 1 code'], []],
    [
      'the name of a language in its own',
      '[日本語]\na=1\n[简体中文]\na=2',
      ['ja a: 1 code', 'zh-cn a: 2 code'],
      [],
    ],
    ['another script', '[zh-Hant]\na=1\n[ja]\na=2', ['ja a: 2'], ['zh-Hant']],
    ['a language for each string', '[a]\nja=1\nfr=2\n[b]\nja=3', ['ja a: 1', 'ja b: 3'], ['fr']],
    ['keys that name both', 'ja.a=1\nfr.a=2\nzh_Hans.a=3', ['ja a: 1', 'zh-cn a: 3 code'], ['fr']],
  ])('%s', (_what, text, found, unmatched) => {
    expect(spelled(text)).toMatchObject({ found, unmatched });
  });

  it('a language whose section has nothing of ours has a place in the file, and no text', () => {
    expect(spelled('[ja]\nother=1\n[zh-cn]\na=" "\n')).toEqual({
      found: [],
      sections: ['ja', 'zh-cn'],
      unmatched: [],
    });
  });

  it('keys that differ in nothing but case are found exactly or not at all', () => {
    const keys = new ReleaseKeys(['Run', 'RUN', 'stop', 'Go', 'go']);
    expect(['Run', 'RUN', 'run', 'STOP', 'GO', 'go'].map((key) => keys.find(key)?.id)).toEqual([
      ...['Run', 'RUN', undefined, 'stop', undefined, 'go'],
    ]);
  });
});

/**
 * An export has all strings of its project. This writes one by itself, in every form that we say we read, and the texts of
 * our release have to come back as they were, whatever stands around them.
 */
describe('strings of several releases in one file', () => {
  type Layout = 'sections' | 'flat' | 'strings' | 'prefixed';
  type Form = 'escaped' | 'quoted' | 'bare';

  const separators = fc.constantFrom('.', '_', '/', '-', '::');
  const name = fc.stringMatching(/^[a-z][a-z0-9]{1,5}$/);
  const style = separators.chain((separator) =>
    fc
      .uniqueArray(
        fc.array(name, { minLength: 2, maxLength: 4 }).map((names) => names.join(separator)),
        { minLength: 4, maxLength: 12 },
      )
      .map((ids) => ({ separator, ids })),
  );

  /** No key of any project here: for blanks, for signs, for its alphabet, or for want of a separator. */
  const plainLines = [
    ...[
      'Hello',
      'x = 1',
      'score=5',
      'https://h.example/?q=1',
      '<b a="1">bold</b>',
      'スコア=5',
      '; no comment',
    ],
    ...['[Laughs]', '[END]', '[Chapter 1]', '100 %', '# 1', 'a: b', '"said"', 'back\\slash', '', 'tab\there'],
  ];
  /** In the section of a string, a word before an equals sign is a language or a field. */
  const bare = (layout: Layout) => {
    const lines = plainLines.filter((line) => layout !== 'strings' || !/^\w+ ?=/.test(line));
    const plain = fc
      .array(fc.constantFrom(...lines), { maxLength: 5 })
      .map((some) => ['Text', ...some, 'end'].join('\n'));
    return fc.oneof(
      plain,
      plain.map((text) => `${text}\n[Laughs]`),
    );
  };

  const file = style.chain(({ separator, ids }) => {
    const alike = [
      `other${separator}key=1`,
      `[other${separator}key]`,
      '"',
      '\\n',
      'key=',
      '[fr]',
      '=',
      '\t',
      '\r',
    ];
    const any = fc
      .array(fc.constantFrom(...plainLines, ...alike), { minLength: 1, maxLength: 6 })
      .map((lines) => lines.join('\n'))
      .filter((text) => !isGos(text));
    return fc
      .record({
        form: fc.constantFrom<Form>('escaped', 'quoted', 'bare'),
        layout: fc.constantFrom<Layout>('sections', 'flat', 'strings', 'prefixed'),
        casing: fc.constantFrom('as it is', 'upper', 'lower'),
        ours: fc.integer({ min: 1, max: ids.length - 1 }),
        separate: fc.constantFrom('=', ' = '),
      })
      .chain((how) =>
        fc.record({
          how: fc.constant(how),
          texts: fc.array(
            fc.tuple(...Array.from({ length: 3 }, () => (how.form === 'bare' ? bare(how.layout) : any))),
            { minLength: ids.length, maxLength: ids.length },
          ),
          ids: fc.shuffledSubarray(ids, { minLength: ids.length }),
        }),
      );
  });

  const escaped = (text: string): string =>
    text.replace(
      /[\\\n\r\t]/g,
      (sign) => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' })[sign] ?? '',
    );
  const quoted = (text: string): string => `"${text.split('"').join('""')}"`;

  test('each string of ours has its text, and nothing of any other', () => {
    fc.assert(
      fc.property(file, ({ how: { form, layout, casing, ours, separate }, ids, texts }) => {
        const codes = layout === 'flat' ? ['ja'] : ['ja', 'zh-Hans', 'fr'];
        const cased = (id: string): string =>
          casing === 'upper' ? id.toUpperCase() : casing === 'lower' ? id.toLowerCase() : id;
        const value = (text: string): string =>
          form === 'bare' ? text : form === 'quoted' ? quoted(text) : quotedIfNeeded(escaped(text));
        const quotedIfNeeded = (text: string): string =>
          text !== text.trim() || text.startsWith('"') ? quoted(text) : text;
        const rows = ids.map((id, place) => ({ id, texts: texts[place] ?? [] }));
        const line = (key: string, text = ''): string => `${key}${separate}${value(text)}\n`;
        const written = {
          sections: () =>
            codes.flatMap((code, at) => [
              `[${code}]\n`,
              ...rows.map((row) => line(cased(row.id), row.texts[at])),
            ]),
          flat: () => rows.map((row) => line(cased(row.id), row.texts[0])),
          strings: () =>
            rows.flatMap((row) => [
              `[${cased(row.id)}]\n`,
              ...codes.map((code, at) => line(code, row.texts[at])),
            ]),
          prefixed: () =>
            rows.flatMap((row) => codes.map((code, at) => line(`${code}.${cased(row.id)}`, row.texts[at]))),
        }[layout]();
        const wanted = rows.slice(0, ours);
        const languages = layout === 'flat' ? ['ja'] : ['ja', 'zh-cn'];
        const escape = form === 'escaped' ? 'escape' : 'no-escape';
        const options = { escape, languages, ids: wanted.map(({ id }) => id) } as const;
        const { translations } = parseIni(written.join(''), options);
        for (const [at, language] of languages.entries())
          expect(Object.fromEntries(translations.get(language) ?? [])).toEqual(
            Object.fromEntries(
              wanted.map((row) => [row.id, row.texts[at] ?? '']).filter(([, text = '']) => isSeen(text)),
            ),
          );
      }),
      runs(3000),
    );
  });
});

describe('a file that comes in pieces', () => {
  it('is read as the whole is, wherever it was cut', () => {
    const written = fc
      .tuple(table, fc.constantFrom(...layouts), fc.constantFrom(...escapeModes))
      .map(([{ rows, languages }, layout, escape]) => write(rows, languages, layout, escape));
    fc.assert(
      fc.property(
        fc.oneof(written, troublesome, fc.string({ unit: 'binary' })),
        fc.array(fc.nat(), { maxLength: 6 }),
        (text, places) => {
          const cuts = [
            0,
            ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b),
            text.length,
          ];
          const pieces = cuts.slice(1).map((end, index) => text.slice(cuts[index], end));
          const options = { escape: 'no-escape', languages: languageCodes, ids } as const;
          expect(parseIni(pieces, options)).toEqual(parseIni(text, options));
        },
      ),
      runs(1000),
    );
  });

  it('is not searched for a language at every place of a line that is all separators', () => {
    const take = jest.fn();
    const reader = new ExportedIniReader({ languages: ['zh-cn', 'ja'], keys: null, escape: null }, take);
    reader.push(`${':'.repeat(900_000)}ja=text\ngreeting${'.'.repeat(900_000)}:ja=text\nja.greeting=text\n`);
    reader.end();
    expect(take).toHaveBeenLastCalledWith(
      expect.objectContaining({ language: 'ja', id: 'greeting', text: 'text' }),
    );
  }, 30_000);

  it('fills no memory where a line, or a text, never ends', () => {
    const found: number[] = [];
    const reader = new ExportedIniReader(known, ({ text }) => found.push(text.length));
    reader.push('[ja]\na="');
    for (let count = 0; count < 40; count += 1) reader.push('x'.repeat(1024 * 1024));
    for (let count = 0; count < 100_000; count += 1) reader.push('\nanother line of it');
    for (const start of ['\nb=1', '\n[unknown]']) {
      reader.push(start);
      for (let count = 0; count < 100; count += 1) reader.push('\n'.repeat(10_000));
    }
    reader.end();
    expect(found).toHaveLength(2);
    expect(Math.max(...found)).toBeLessThan(20 * 1024 * 1024);
  });
});
