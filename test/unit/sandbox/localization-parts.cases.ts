import { IniWriter } from '../../../src/sandbox/localization/ini-writer';
import { signatureOf } from '../../../src/sandbox/localization/signature';
import fc from '../../support/fast-check';
import { md5Hex } from '../../support/md5';
import { scanTerms } from '../../../src/sandbox/localization/term-scan';
import {
  Glossary,
  type GlossaryEntry,
  LocalizedString,
  PLACEHOLDER,
  type Translation,
  noTerms,
  translateInto,
  untranslated,
} from '../../../src/sandbox/localization/localized-string';

describe('ini writer', () => {
  type IniLayout = 'language' | 'string';

  interface Row {
    string_id: string;
    texts: Record<string, string>;
  }

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
});

describe('signature', () => {
  describe('the signature of the sandbox', () => {
    it('is the MD5 of timestamp, body and secret in a row, whatever the bytes', () => {
      fc.assert(
        fc.property(fc.nat().map(String), fc.uint8Array(), fc.string(), (timestamp, body, secret) => {
          const whole = Buffer.concat([Buffer.from(timestamp), body, Buffer.from(secret)]);
          expect(signatureOf(timestamp, body, secret)).toBe(md5Hex(whole));
        }),
      );
    });
  });
});

describe('term scan', () => {
  const found = (...contents: string[]): string[] => scanTerms(contents).map(({ term }) => term);

  it.each([
    ['names of several words', ['You see the Silver Tower.'], ['Silver Tower']],
    ['single names that occur again within a sentence', ['Now ask Morgana.', 'Morgana left.'], ['Morgana']],
    ['no single name that occurs once', ['Now ask Morgana.'], []],
    ['no word that only begins sentences', ['Hello there.', 'Hello again. Hello!'], []],
    ['no common word before a name', ['The Silver Tower'], ['Silver Tower']],
    ['no placeholder', ['Now ask {Morgana Pendragon} or %Name', '{Morgana}'], []],
    ['names of any script with case', ['Где Железный Замок?'], ['Где Железный Замок']],
    ['nothing in scripts without case', ['剣を取れ'], []],
  ])('finds %s', (_, contents, terms) => {
    expect(found(...contents)).toEqual(terms);
  });

  it('gives each term a first context, a category, a score within bounds and a judgment', () => {
    const texts = Array.from({ length: 20 }, (_, index) => `${index}: the Ancient Stone Ring of Power`);
    expect(scanTerms(texts)).toEqual([
      {
        term: 'Ancient Stone Ring',
        content: '0: the Ancient Stone Ring of Power',
        category: 'Item',
        glossary_score: 10,
        judgment: expect.stringContaining('20 times') as string,
      },
      expect.objectContaining({ term: 'Power' }),
    ]);
  });

  it('finds the same in the same texts', () => {
    const texts = ['The Silver Tower fell.', 'Ask Morgana about the Dragon Sword; Morgana knows.'];
    expect(scanTerms(texts)).toEqual(scanTerms(texts));
  });

  it('bounds what a person is asked to read', () => {
    const texts = Array.from({ length: 6_000 }, (_, index) => `Hero H${index.toString(36)}x rises`);
    expect(scanTerms(texts)).toHaveLength(5_000);
  });
});

describe('localized string', () => {
  const term = (content: string, ja: string): GlossaryEntry => ({ content, translations: { ja } });

  function translate(content: string, terms: readonly GlossaryEntry[] = []): string | undefined {
    const strings = [new LocalizedString('id', content)];
    const translation = {
      languages: ['ja'],
      glossary: new Glossary(terms),
      memory: new Map<string, never>(),
    };
    return translateInto(strings, translation)[0]?.translations.ja;
  }

  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom('Dragon', ' ', '{name}', '%s', '\n', '=', ';', '"', '\\', '剣', 'x', 'é', '[a]'),
        {
          maxLength: 20,
        },
      )
      .map((parts) => parts.join('')),
  );

  it('cuts a text into pieces that are the text again', () => {
    const terms = fc.array(fc.constantFrom('Dragon', 'Dragon x', '剣', 'x', '=', 'é'), { maxLength: 4 });
    fc.assert(
      fc.property(texts, terms, (text, contents) => {
        const pieces = new Glossary(contents.map((content) => term(content, '?'))).split(text);
        expect(pieces.map((piece) => (typeof piece === 'string' ? piece : piece.content)).join('')).toBe(
          text,
        );
      }),
    );
  });

  it('translates every text into another that keeps all of it where no term is known', () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(text !== '');
        expect(translate(text)).toBe(`⟦ja⟧ ${text}`);
      }),
    );
  });

  it('keeps every placeholder, whatever the terms are', () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(text !== '');
        const terms = ['name', 's', 'n', '{', 'Dragon', '%'].map((content) => term(content, '*'));
        expect(translate(text, terms)?.match(PLACEHOLDER) ?? []).toEqual(
          expect.arrayContaining(text.match(PLACEHOLDER) ?? []),
        );
      }),
    );
  });

  it.each([
    [
      'the longest term wins',
      'Dragon Sword',
      [term('Dragon', '竜'), term('Dragon Sword', '竜の剣')],
      '竜の剣',
    ],
    ['whole words only', 'Dragons, a Dragon', [term('Dragon', '竜')], 'Dragons, a 竜'],
    ['case matters', 'dragon', [term('Dragon', '竜')], 'dragon'],
    ['scripts without spaces have no words', '我的龙剑', [term('龙', '竜')], '我的竜剑'],
    [
      'placeholders are no text',
      '{Dragon} %Dragon <Dragon>',
      [term('Dragon', '竜')],
      '{Dragon} %Dragon <Dragon>',
    ],
    ['a term without this language stays', 'Dragon', [{ content: 'Dragon', translations: {} }], 'Dragon'],
  ])('%s', (_, text, terms, expected) => {
    expect(translate(text, terms)).toBe(`⟦ja⟧ ${expected}`);
  });

  it('has no translation of nothing', () => {
    const [string] = translateInto([new LocalizedString('id', '')], {
      languages: ['ja'],
      glossary: noTerms,
      memory: new Map<string, never>(),
    });
    expect(string?.translations).toEqual({});
    expect(string?.hasLanguage('ja')).toBe(false);
  });

  it('keeps a language as it was made, whatever the glossary says later', () => {
    const entry = { content: 'Dragon', translations: { ja: '竜' } };
    const glossary = new Glossary([entry]);
    entry.translations.ja = 'changed';
    const memory = new Map<string, never>();
    const first = translateInto([new LocalizedString('id', 'Dragon')], {
      languages: ['ja'],
      glossary,
      memory,
    });
    const second = translateInto(first, { languages: ['ko'], glossary: noTerms, memory });
    expect(second[0]?.translations).toEqual({ ja: '⟦ja⟧ 竜', ko: '⟦ko⟧ Dragon' });
    expect(first[0]?.translations).toEqual({ ja: '⟦ja⟧ 竜' });
  });

  it('shares the renderings of strings with the same past, so that size is that of the strings', () => {
    const strings = Array.from(
      { length: 100 },
      (_, index) => new LocalizedString(String(index), `text ${index}`),
    );
    const remembered = new Map([['ja', noTerms]]);
    const translation: Translation = {
      languages: ['ja', 'ko'],
      glossary: new Glossary([]),
      memory: new Map(strings.slice(50).map(({ content }) => [content, remembered])),
    };
    const renderings = new Set(translateInto(strings, translation).map((string) => string.renderings));
    expect(renderings.size).toBe(2);
    expect(renderings.has(untranslated)).toBe(false);
  });
});
