import fc from 'fast-check';
import { IniReader, type IniOptions } from '../../../src/localization/ini';
import { IniFault } from '../../../src/localization/ini-items';
import { escapeModes, exportModes } from '../../../src/localization/vocabulary';
import { IniWriter } from '../../../src/sandbox/localization/ini-writer';
import { parseIni } from '../../support/parse-ini';

interface Row {
  string_id: string;
  texts: Record<string, string>;
}

type IniLayout = 'language' | 'string';
const layouts: readonly IniLayout[] = ['language', 'string'];

function write(
  rows: readonly Row[],
  languages: readonly string[],
  layout: IniLayout,
  escape: IniOptions['escape'],
): string {
  const columns = languages.map((language) => ({ label: language, key: language }));
  const writer = new IniWriter({ columns, layout, encoding: 'utf-8', escapeMode: escape });
  for (const row of rows) writer.add(row.string_id, row.texts);
  return Buffer.concat(writer.chunks()).toString('utf8');
}

function expected(rows: readonly Row[], languages: readonly string[]): Map<string, Map<string, string>> {
  return new Map(
    languages.map((language) => [
      language,
      new Map(
        rows
          .map((row) => [row.string_id, row.texts[language] ?? ''] as const)
          .filter(([stringId, text]) => stringId !== '' && text !== ''),
      ),
    ]),
  );
}

/** A section per string names every string; a section per language only those that have a text. */
function idsIn(rows: readonly Row[], languages: readonly string[], layout: IniLayout): string[] {
  const hasText = (row: Row): boolean => languages.some((language) => (row.texts[language] ?? '') !== '');
  return rows
    .filter((row) => row.string_id !== '' && (layout === 'string' || hasText(row)))
    .map((row) => row.string_id);
}

function faultOf(text: string, languages: readonly string[], escape: IniOptions['escape'] = 'no-escape') {
  try {
    parseIni(text, { escape, languages });
  } catch (error) {
    if (error instanceof IniFault) return { line: error.line, reason: error.reason };
    throw error;
  }
  return null;
}

const plainObject = (
  translations: Map<string, Map<string, string>>,
): Record<string, Record<string, string>> =>
  Object.fromEntries([...translations].map(([language, texts]) => [language, Object.fromEntries(texts)]));

/** Everything that an INI reader stumbles over, and the scripts of the world. */
const troublesome = fc
  .array(
    fc.constantFrom(
      ...['=', ';', '#', '[', ']', '"', '""', '\n', '\r', '\r\n', '\t', '\\', '\\n', ' ', '\u00a0', '\u2028'],
      ...['\ufeff', '\u0085', '\u0000', 'a', 'key', 'ja', '開始', 'שלום', 'مرحبا', '\u200f', '👩‍🚀', 'é'],
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));
const languageCodes = ['ja', 'ko', 'zh-cn', 'ar'];
const stringId = fc.oneof({ weight: 3, arbitrary: troublesome }, fc.constantFrom(...languageCodes));

const table = fc.subarray(languageCodes, { minLength: 1 }).chain((languages) =>
  fc.record({
    languages: fc.constant(languages),
    rows: fc.uniqueArray(
      fc.record({ string_id: stringId, texts: fc.dictionary(fc.constantFrom(...languages), troublesome) }),
      { selector: (row) => row.string_id, maxLength: 6 },
    ),
  }),
);

describe('what the writer writes, the reader reads', () => {
  const cases = layouts.flatMap((layout) =>
    escapeModes.flatMap((escape) => exportModes.map((mode) => ({ layout, escape, mode }))),
  );

  test.each(cases)('a section per $layout, $escape, $mode', ({ layout, escape, mode }) => {
    fc.assert(
      fc.property(table, ({ languages, rows }) => {
        const files = mode === 'single' ? [languages] : languages.map((language) => [language]);
        for (const inFile of files) {
          const text = write(rows, inFile, layout, escape);
          // Strings that are all named like languages may leave two readings, and then there must be none.
          const mayBeAmbiguous =
            inFile.length > 1 && idsIn(rows, inFile, layout).every((stringId) => inFile.includes(stringId));
          const fault = faultOf(text, inFile, escape);
          if (fault !== null && mayBeAmbiguous) {
            expect(fault.reason).toContain('read in two ways');
          } else {
            expect(parseIni(text, { escape, languages: inFile }).translations).toEqual(
              expected(rows, inFile),
            );
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  test('with Windows line ends and a byte order mark too, where the texts hold no newline', () => {
    const oneLine = table.map(({ languages, rows }) => ({
      languages,
      rows: rows.filter((row) => !/[\r\n]/.test(row.string_id)),
    }));
    fc.assert(
      fc.property(oneLine, fc.constantFrom(...layouts), ({ languages: [language = 'ja'], rows }, layout) => {
        const text = `\ufeff${write(rows, [language], layout, 'escape').replaceAll('\n', '\r\n')}`;
        const { translations } = parseIni(text, { escape: 'escape', languages: [language] });
        expect(translations).toEqual(expected(rows, [language]));
      }),
      { numRuns: 500 },
    );
  });

  test('a hundred thousand strings in five languages', () => {
    const languages = ['ja', 'ko', 'fr', 'de', 'ru'];
    const texts = Object.fromEntries(languages.map((language) => [language, `text in ${language} "quoted"`]));
    const rows = Array.from({ length: 100_000 }, (_, n) => ({ string_id: `menu.item.${n}`, texts }));
    for (const layout of layouts) {
      const file = parseIni(write(rows, languages, layout, 'escape'), { escape: 'escape', languages });
      expect(file.layout).toBe(layout);
      expect([...file.translations.values()].map((texts) => texts.size)).toEqual(
        languages.map(() => 100_000),
      );
      expect(file.translations.get('ru')?.get('menu.item.99999')).toBe('text in ru "quoted"');
    }
  });
});

describe('a file that comes in pieces', () => {
  const cut = (text: string, places: readonly number[]): string[] => {
    const cuts = [0, ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length];
    return cuts.slice(1).map((end, index) => text.slice(cuts[index], end));
  };
  const outcomeOf = (pieces: string | readonly string[], options: IniOptions): unknown => {
    try {
      return parseIni(pieces, options);
    } catch (error) {
      if (error instanceof IniFault) return { line: error.line, reason: error.reason };
      throw error;
    }
  };
  const written = fc
    .tuple(table, fc.constantFrom(...layouts), fc.constantFrom(...escapeModes))
    .map(([{ rows, languages }, layout, escape]) => write(rows, languages, layout, escape));

  it('is read, or refused, as the whole is, wherever it was cut', () => {
    fc.assert(
      fc.property(
        fc.oneof(written, troublesome),
        fc.array(fc.nat(), { maxLength: 6 }),
        fc.constantFrom(...escapeModes),
        fc.subarray(languageCodes, { minLength: 1 }),
        (text, places, escape, languages) => {
          const options = { escape, languages };
          expect(outcomeOf(cut(text, places), options)).toEqual(outcomeOf(text, options));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('is refused where a quote is never closed, long before it has filled the memory', () => {
    const piece = 'x'.repeat(1024 * 1024);
    function* pieces(): Generator<string> {
      yield '[ja]\na="';
      for (let count = 0; count < 100; count += 1) {
        read = count;
        yield piece;
      }
    }
    let read = 0;
    const reader = new IniReader({ escape: 'no-escape', languages: ['ja'] }, () => undefined);
    expect(() => {
      for (const next of pieces()) reader.push(next);
    }).toThrow(/^line 2: a text that does not end$/);
    expect(read).toBeLessThan(20);
  });
});

describe('the writer', () => {
  const row = (string_id: string, ja: string, ko = ''): Row => ({ string_id, texts: { ja, ko } });

  test('leaves plain texts bare, and quotes only what could not be read back', () => {
    const rows = [row('menu.start', 'スタート "今"; #1 = [x]'), row('a=b', ' edge'), row('[x]', '"said"')];
    expect(write(rows, ['ja'], 'language', 'no-escape')).toBe(
      '[ja]\nmenu.start=スタート "今"; #1 = [x]\n"a=b"=" edge"\n"[x]"="""said"""\n',
    );
  });

  test('quotes a section name that holds a bracket', () => {
    expect(write([row('item[0]', '剣')], ['ja'], 'string', 'no-escape')).toBe('["item[0]"]\nja=剣\n');
  });

  test('escapes newline, carriage return, tab and backslash in values', () => {
    expect(write([row('a\\b', 'x\n\r\t\\y')], ['ja'], 'language', 'escape')).toBe(
      '[ja]\na\\b=x\\n\\r\\t\\\\y\n',
    );
  });

  test('keeps a raw newline inside quotes where escaping is off', () => {
    expect(write([row('a', 'x\ny')], ['ja'], 'language', 'no-escape')).toBe('[ja]\na="x\ny"\n');
  });

  test('leaves out empty texts, and rows without an id', () => {
    const rows = [row('a', '', '가'), row('', 'x', 'y')];
    expect(write(rows, ['ja', 'ko'], 'language', 'no-escape')).toBe('[ja]\n[ko]\na=가\n');
    expect(write(rows, ['ja', 'ko'], 'string', 'no-escape')).toBe('[a]\nko=가\n');
  });
});

describe('the reader takes', () => {
  const read = (text: string, languages: readonly string[], escape: IniOptions['escape'] = 'no-escape') => {
    const { layout, translations } = parseIni(text, { escape, languages });
    return { layout, translations: plainObject(translations) };
  };

  test('a section per language', () => {
    expect(read('[ja]\na=1\nb=2\n[ko]\na=3\n', ['ja', 'ko'])).toEqual({
      layout: 'language',
      translations: { ja: { a: '1', b: '2' }, ko: { a: '3' } },
    });
  });

  test('a section per string', () => {
    expect(read('[a]\nja=1\nko=3\n[b]\nja=2\n', ['ja', 'ko'])).toEqual({
      layout: 'string',
      translations: { ja: { a: '1', b: '2' }, ko: { a: '3' } },
    });
  });

  test('no sections, where one language is expected', () => {
    expect(read('a=1\nko=2', ['ja'])).toEqual({ layout: 'flat', translations: { ja: { a: '1', ko: '2' } } });
  });

  test('an empty file, which has no text in any language', () => {
    expect(read('\ufeff\n; nothing\n', ['ja', 'ko'])).toEqual({
      layout: 'flat',
      translations: { ja: {}, ko: {} },
    });
  });

  test('some expected languages only: the rest have no texts', () => {
    expect(read('[ja]\na=1', ['ja', 'ko']).translations).toEqual({ ja: { a: '1' }, ko: {} });
  });

  test('comments, blank lines, and blanks around names and values', () => {
    expect(read('# c\n\n [ja] \n  ; k=v\n a = 1 \n\tb\t=\t2; 3\n', ['ja']).translations).toEqual({
      ja: { a: '1', b: '2; 3' },
    });
  });

  test('quoted keys, section names and values, also over several lines', () => {
    expect(read('["a]\nb"]\n"ja" = " 1 ""x""\n" \n', ['ja'])).toEqual({
      layout: 'string',
      translations: { ja: { 'a]\nb': ' 1 "x"\n' } },
    });
  });

  test('bare ids with brackets', () => {
    expect(read('[item[0]]\nja=剣', ['ja']).translations).toEqual({ ja: { 'item[0]': '剣' } });
    expect(read('[ja]\nitem[0]=剣', ['ja']).translations).toEqual({ ja: { 'item[0]': '剣' } });
  });

  test('a value with an equals sign, an empty one, and one without a newline after it', () => {
    expect(read('[ja]\na=x=y\nb=\nc=z', ['ja']).translations).toEqual({ ja: { a: 'x=y', b: '', c: 'z' } });
  });

  test('speech: a bare value that begins with a quote', () => {
    expect(read('[ja]\na="Run!" he said\n', ['ja']).translations).toEqual({ ja: { a: '"Run!" he said' } });
    expect(read('[ja]\na="Run!\nb=1', ['ja'], 'escape').translations).toEqual({ ja: { a: '"Run!', b: '1' } });
  });

  test('escapes in values, quoted or not, and only in the escape mode', () => {
    const text = '[ja]\na\\n=x\\ny\\\\n\nb=" \\t"\n';
    expect(read(text, ['ja'], 'escape').translations).toEqual({ ja: { 'a\\n': 'x\ny\\n', b: ' \t' } });
    expect(read(text, ['ja'], 'no-escape').translations).toEqual({ ja: { 'a\\n': 'x\\ny\\\\n', b: ' \\t' } });
  });

  test('ids that are language codes, as long as something tells the layout', () => {
    expect(read('[ja]\nko=1\nmenu=2\n[ko]\nja=3', ['ja', 'ko'])).toEqual({
      layout: 'language',
      translations: { ja: { ko: '1', menu: '2' }, ko: { ja: '3' } },
    });
    expect(read('[ja]\nko=1\n[menu]\nja=2', ['ja', 'ko'])).toEqual({
      layout: 'string',
      translations: { ja: { menu: '2' }, ko: { ja: '1' } },
    });
    expect(read('[ja]\nja=1', ['ja']).translations).toEqual({ ja: { ja: '1' } });
  });
});

describe('the reader refuses, with the line', () => {
  test.each([
    ['prose', 'Access denied\n', ['ja'], 1, 'not a section, a comment or key=value'],
    ['a page of HTML', '<html>\n<body class="x">\n', ['ja'], 1, 'not a section'],
    ['a line without a value', '[ja]\na=1\nb\nc=2', ['ja'], 3, 'not a section'],
    ['a raw newline in a bare value', '[ja]\na=one\ntwo\n', ['ja'], 3, 'not a section'],
    ['a value without a key', '[ja]\n=1', ['ja'], 2, 'without a key'],
    ['an empty quoted key', '[ja]\n""=1', ['ja'], 2, 'without a key'],
    ['a section without a name', '\n[ ]\na=1', ['ja'], 2, 'without a name'],
    ['an open section name', '[ja\na=1', ['ja'], 1, 'not closed'],
    ['text after a section', '["ja"] x', ['ja'], 1, 'text after the section name'],
    ['a key in brackets', '[ja]\n[a]=b]', ['ja'], 2, 'a key that starts with ['],
    ['a key twice', '[ja]\na=1\n[ko]\na=1\nb=1\na=2', ['ja', 'ko'], 6, 'key "a" appears twice'],
    ['a key twice, once quoted', 'a=1\n"a"=2', ['ja'], 2, 'key "a" appears twice'],
    ['a section twice', '[ja]\na=1\n[ko]\n[ja]\nb=2', ['ja', 'ko'], 4, 'section "ja" appears twice'],
    ['a key above the first section', '\na=1\n[ja]\nb=2', ['ja'], 2, 'above the first section'],
    [
      'no sections but several languages',
      '\n\na=1',
      ['ja', 'ko'],
      3,
      'has one language, but 2 were expected',
    ],
    ['a section of another language', '[ja]\na=1\n[en]\na=2', ['ja'], 3, 'section "en", key "a"'],
    ['a key of another language', '[a]\nja=1\nen=2', ['ja'], 3, 'section "a", key "en"'],
    ['two readings', '; c\n[ja]\nja=1\nko=2\n[ko]\nja=3\nko=4', ['ja', 'ko'], 2, 'read in two ways'],
    ['an open quoted value', '[ja]\na="x\nb=1\n', ['ja'], 2, 'not closed'],
    ['text after a quoted value of several lines', '[ja]\na="x\ny" z\n', ['ja'], 2, 'not closed'],
    ['an open quoted key', '[ja]\n"a=1\n', ['ja'], 2, 'not closed'],
    ['a quoted key alone', '[ja]\n"a" b=1\n', ['ja'], 2, 'without = after it'],
    ['old Macintosh line ends', '; c\r[ja]\ra=1\r', ['ja'], 1, 'carriage return'],
    ['a carriage return in a bare value', '[ja]\na=x\ry', ['ja'], 2, 'carriage return'],
  ] as const)('%s', (_name, text, languages, line, reason) => {
    expect(faultOf(text, languages)).toEqual({ line, reason: expect.stringContaining(reason) as string });
  });

  test.each(['x\\', 'x\\u0041', '"\\q"'])('an escape that the service does not write: %s', (value) => {
    expect(faultOf(`[ja]\na=${value}`, ['ja'], 'escape')).toEqual({
      line: 2,
      reason: expect.stringContaining('unknown escape') as string,
    });
  });

  test('with a message that holds the line', () => {
    expect(() => parseIni('a=1\nb', { escape: 'escape', languages: ['ja'] })).toThrow(
      /^line 2: not a section/,
    );
  });

  test('any text that it does not read, and never falls over one', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), troublesome),
        fc.subarray(languageCodes),
        fc.constantFrom(...escapeModes),
        (text, languages, escape) => {
          const fault = faultOf(text, languages, escape);
          if (fault === null) return;
          expect(fault.line).toBeGreaterThanOrEqual(1);
          expect(fault.line).toBeLessThanOrEqual(text.split('\n').length);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
