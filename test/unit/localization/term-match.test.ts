import type { NewTerm } from '../../../src/localization/requests';
import { hasValues, termKey } from '../../../src/localization/term-match';
import { changedTerm } from '../../../src/sandbox/localization/project-state';
import fc from '../../support/fast-check';

const text = fc.constantFrom('', 'a', 'b');
const term = fc.record(
  {
    content: fc.constant('Keep'),
    source_language: fc.constant('en'),
    category: text,
    pic: text,
    translations: fc.dictionary(fc.constantFrom('ja', 'ko'), text),
  },
  { requiredKeys: ['content', 'source_language'] },
);
const stored = (given: NewTerm) =>
  changedTerm(
    {
      id: 'term_1',
      content: given.content,
      source_language: given.source_language,
      category: '',
      pic: '',
      translations: {},
      created_at: 'then',
      updated_at: 'then',
    },
    given,
    'now',
  );

describe('a term of the termbase', () => {
  it('has the values of an upload exactly where that upload would change nothing', () => {
    fc.assert(
      fc.property(term, term, (before, wanted) => {
        const existing = stored(before);
        expect(hasValues(existing, wanted)).toBe(changedTerm(existing, wanted, 'later') === existing);
      }),
    );
  });

  it('has the values of an upload once that is done', () => {
    fc.assert(
      fc.property(term, term, (before, wanted) => {
        expect(hasValues(changedTerm(stored(before), wanted, 'later'), wanted)).toBe(true);
      }),
    );
  });

  it('is another one in another source language', () => {
    const words = fc.record({ content: fc.string(), source_language: fc.string() });
    fc.assert(
      fc.property(words, words, (a, b) => {
        const same = a.content === b.content && a.source_language === b.source_language;
        expect(termKey(a) === termKey(b)).toBe(same);
      }),
    );
  });
});
