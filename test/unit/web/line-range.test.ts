import fc from '../../support/fast-check';
import { lineRange } from '../../../web/new/release-text';

it('finds each line of any text', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[^\n]*$/), { minLength: 1 }), (lines) => {
      const text = lines.join('\n');
      expect(lines.map((_, index) => text.slice(...lineRange(text, index + 1)))).toEqual(lines);
    }),
  );
});

it('is at the end where there is no such line', () => {
  expect(lineRange('a\nb', 9)).toEqual([3, 3]);
});
