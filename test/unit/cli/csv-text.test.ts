import { csvText } from '../../../src/cli/csv-text';
import { readTermDecisions } from '../../../src/source/read-terms';
import fc from '../../support/fast-check';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();

describe('a table for a spreadsheet', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1+1', '\r=1+1', '=HYPERLINK("https://x.example","?")'])(
    'has %j as a text',
    (cell) => {
      expect(csvText([[cell]])).toMatch(/^"?'/);
    },
  );

  it.each(['Elder Mira', "'tis", '1-2', 'a=b', ''])('has %j as it is', (cell) => {
    expect(csvText([[cell]])).toBe(cell);
  });

  it('gives every text back to whoever applies it', async () => {
    const text = fc.stringMatching(/^'{0,2}[=+@a"\t-]{1,3}[a-z,"'=]{0,6}$/);
    await fc.assert(
      fc.asyncProperty(text, text, async (category, translation) => {
        const rows = [
          ['id', 'category', 'translations.ja'],
          ['t1', category, translation],
        ];
        const file = await scratch.write('terms.csv', csvText(rows));
        expect(await readTermDecisions(file)).toMatchObject([
          { edit: { category, translations: { ja: translation } } },
        ]);
      }),
    );
  });
});
