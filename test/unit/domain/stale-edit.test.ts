import { changedSince, replacedValues } from '../../../src/domain/review/term-changes';
import type { TermValues } from '../../../src/domain/review/term-sheet';
import fc from '../../support/fast-check';

const mira: TermValues = {
  ...{ term: 'Elder Mira', category: 'Character', score: 8, note: 'a name' },
  translations: { ja: 'ミラ', fr: '' },
};

describe('an edit of a term that somebody else has changed since', () => {
  it.each<[string, Partial<TermValues>, Partial<TermValues>, string[]]>([
    ['in the same field', { category: 'Villain' }, { category: 'Mentor' }, ['category: Character']],
    ['in another field', { category: 'Villain' }, { category: 'Character', note: 'a title' }, []],
    ['in a field of which nothing was seen', { score: 1 }, {}, []],
    ['to what the edit wants', { note: 'a name' }, { note: 'a title' }, []],
    [
      'in two fields',
      { score: 1, translations: { ja: '長老', fr: 'Mira' } },
      { score: 3, translations: { ja: '', fr: '' } },
      ['score: 8', 'ja: ミラ'],
    ],
    [
      'in no translation, where an empty one was none',
      { translations: { de: 'x' } },
      { translations: { de: '' } },
      [],
    ],
    ['in a translation that is gone', { translations: { de: 'x' } }, { translations: { de: 'y' } }, ['de: ']],
    [
      'in a name that every object has',
      { translations: { ja: 'x' } },
      { translations: { constructor: 'y' } },
      [],
    ],
  ])('%s', (_where, edit, seen, expected) => {
    expect(changedSince(mira, { edit, seen }).map(({ field, now }) => `${field}: ${now}`)).toEqual(expected);
  });

  it('never overwrites what was seen as it is', () => {
    const texts = fc.constantFrom('', 'a', 'b');
    const values = fc.record<TermValues>({
      ...{ term: texts, category: texts, score: fc.nat(2), note: texts },
      translations: fc.dictionary(fc.constantFrom('ja', 'fr', '__proto__'), texts),
    });
    const edits: fc.Arbitrary<Partial<TermValues>> = fc.record(
      {
        term: texts,
        category: texts,
        score: fc.nat(2),
        note: texts,
        translations: values.map((one) => one.translations),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(values, edits, (now, edit) => {
        expect(changedSince(now, { edit, seen: replacedValues(now, edit) })).toEqual([]);
      }),
    );
  });
});
