import type { NewTerm } from '../../../src/localization/requests';
import type { TermbaseTerm } from '../../../src/localization/replies';
import { termbaseDifference } from '../../../src/client/glossary/termbase-difference';
import fc from '../../support/fast-check';

const rest = { category: '', pic: '', created_at: null, updated_at: null };
const mira: TermbaseTerm = {
  ...rest,
  id: '1',
  content: 'Elder Mira',
  source_language: 'en',
  category: 'Character',
  translations: { ja: 'ミラ', ko: '미라' },
};
const keep: TermbaseTerm = {
  ...rest,
  id: '2',
  content: 'Crystal Keep',
  source_language: 'en',
  translations: {},
};
const nothing = { new: [], changed: [], removed: [], unchanged: 0, untouched: 0 };

it('tells new terms, changed values and cleared ones apart, and counts the rest', () => {
  const upload: NewTerm[] = [
    {
      content: 'Elder Mira',
      source_language: 'en',
      category: 'Person',
      translations: { ja: 'ミラ', ko: '', fr: 'Mira' },
    },
    { content: 'Moonstone', source_language: 'en' },
  ];
  expect(termbaseDifference([mira, keep], upload)).toEqual({
    new: ['Moonstone'],
    changed: [
      { content: 'Elder Mira', field: 'category', before: 'Character', after: 'Person' },
      { content: 'Elder Mira', field: 'fr', before: '', after: 'Mira' },
    ],
    removed: [{ content: 'Elder Mira', field: 'ko', before: '미라', after: '' }],
    unchanged: 0,
    untouched: 1,
  });
});

it('takes what is left out for what stays', () => {
  const upload = [{ content: 'Elder Mira', source_language: 'en' }];
  expect(termbaseDifference([mira, keep], upload)).toEqual({ ...nothing, unchanged: 1, untouched: 1 });
});

it('takes the same content in another source language for another term', () => {
  expect(termbaseDifference([mira], [{ content: 'Elder Mira', source_language: 'de' }])).toEqual({
    ...nothing,
    new: ['Elder Mira'],
    untouched: 1,
  });
});

it('finds nothing to change in a termbase that has the upload already', () => {
  const terms = fc.uniqueArray(
    fc.record({
      content: fc.string({ minLength: 1 }),
      source_language: fc.constantFrom('en', 'de'),
      category: fc.string(),
      translations: fc.dictionary(fc.constantFrom('ja', 'ko', 'fr'), fc.string({ minLength: 1 })),
    }),
    { selector: ({ content, source_language }) => `${source_language} ${content}` },
  );
  fc.assert(
    fc.property(terms, (upload) => {
      const existing = upload.map((term, index) => ({ ...rest, id: String(index), ...term }));
      expect(termbaseDifference(existing, upload)).toEqual({ ...nothing, unchanged: upload.length });
    }),
  );
});
