import { linesOf, numberedLines } from '../../../src/source/lines';
import fc from '../../support/fast-check';

describe('lines', () => {
  it('of offsets are right in whatever order they are asked for', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r\n') });
    fc.assert(
      fc.property(text, fc.array(fc.nat(60)), (drawn, offsets) => {
        const lineAt = linesOf(drawn);
        for (const offset of offsets) expect(lineAt(offset)).toBe(drawn.slice(0, offset).split('\n').length);
      }),
    );
  });

  it('one after the other are those of the text, whatever ends them', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', '\r') });
    fc.assert(
      fc.property(text, (drawn) => {
        const lines = [...numberedLines(drawn, () => undefined)];
        expect(lines.map(({ source }) => source)).toEqual(drawn.split(/\r\n|\r|\n/));
        expect(lines.map(({ line }) => line)).toEqual(lines.map((_, index) => index + 1));
      }),
    );
  });
});
