import fc from '../../support/fast-check';
import { markTerm } from '../../../web/review/list/term-words';

const marked = (context: string, ...terms: string[]): string[] =>
  markTerm(context, terms)
    .filter((segment) => segment.marked)
    .map(({ text }) => text);

it('marks every place where the term stands, in any case', () => {
  expect(marked('The Iron Blade, an iron blade', 'Iron Blade')).toEqual(['Iron Blade', 'iron blade']);
});

it('marks what the term was called when it is called otherwise now', () => {
  expect(marked('The Iron Blade', 'Steel Blade', 'Iron Blade')).toEqual(['Iron Blade']);
});

it.each(['鉄の刃', 'سيف', '<img src=x onerror=alert(1)>', 'a+b(c)[d]', 'İ', '$&'])(
  'takes %s for text',
  (term) => {
    expect(marked(`before ${term} after`, term)).toEqual([term]);
  },
);

it('loses nothing of any context, whatever the term', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary', maxLength: 3 }),
      (context, term) => {
        const segments = markTerm(context, [term]);
        expect(segments.map(({ text }) => text).join('')).toBe(context);
      },
    ),
  );
});
