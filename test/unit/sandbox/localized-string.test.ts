import {
  Glossary,
  PLACEHOLDER,
  type GlossaryEntry,
  LocalizedString,
  noTerms,
  translateInto,
  untranslated,
  type Translation,
} from '../../../src/sandbox/localization/localized-string';
import fc from '../../support/fast-check';

const term = (content: string, ja: string): GlossaryEntry => ({ content, translations: { ja } });

function translate(content: string, terms: readonly GlossaryEntry[] = []): string | undefined {
  const strings = [new LocalizedString('id', content)];
  const translation = { languages: ['ja'], glossary: new Glossary(terms), memory: new Map<string, never>() };
  return translateInto(strings, translation)[0]?.translations.ja;
}

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('Dragon', ' ', '{name}', '%s', '\n', '=', ';', '"', '\\', '剣', 'x', 'é', '[a]'), {
      maxLength: 20,
    })
    .map((parts) => parts.join('')),
);

it('cuts a text into pieces that are the text again', () => {
  const terms = fc.array(fc.constantFrom('Dragon', 'Dragon x', '剣', 'x', '=', 'é'), { maxLength: 4 });
  fc.assert(
    fc.property(texts, terms, (text, contents) => {
      const pieces = new Glossary(contents.map((content) => term(content, '?'))).split(text);
      expect(pieces.map((piece) => (typeof piece === 'string' ? piece : piece.content)).join('')).toBe(text);
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
  ['the longest term wins', 'Dragon Sword', [term('Dragon', '竜'), term('Dragon Sword', '竜の剣')], '竜の剣'],
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
    ...{ languages: ['ja'], glossary: noTerms, memory: new Map<string, never>() },
  });
  expect(string?.translations).toEqual({});
  expect(string?.hasLanguage('ja')).toBe(false);
});

it('keeps a language as it was made, whatever the glossary says later', () => {
  const entry = { content: 'Dragon', translations: { ja: '竜' } };
  const glossary = new Glossary([entry]);
  entry.translations.ja = 'changed';
  const memory = new Map<string, never>();
  const first = translateInto([new LocalizedString('id', 'Dragon')], { languages: ['ja'], glossary, memory });
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
