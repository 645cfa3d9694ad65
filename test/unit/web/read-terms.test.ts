import type { TermsPage } from '../../../src/protocol/console-api';
import { readTerms } from '../../../web/review/read-terms';
import { sheetTerm } from './sheet-terms';

const all = Array.from({ length: 2500 }, (_, index) => sheetTerm(String(index)));

function pages(revisionOf: (reading: number) => string) {
  let readings = 0;
  return (asked: { offset: number; limit: number }): Promise<TermsPage> => {
    readings += 1;
    return Promise.resolve({
      digest: 'd',
      revision: revisionOf(readings),
      compared: true,
      matches: null,
      total: all.length,
      languages: ['ja'],
      offset: asked.offset,
      terms: all.slice(asked.offset, asked.offset + asked.limit),
    });
  };
}

it('puts the pages together, and tells of the first one at once', async () => {
  const first: number[] = [];
  const list = await readTerms(
    pages(() => '1'),
    ({ terms }) => first.push(terms.length),
  );
  expect(list.terms.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect(first).toEqual([100]);
});

it('begins anew when the list changed between its pages', async () => {
  const list = await readTerms(pages((reading) => (reading === 2 ? 'other' : '1')));
  expect(list.terms).toHaveLength(2500);
  expect(list.revision).toBe('1');
});

it('gives up on a list that never stands still', async () => {
  await expect(readTerms(pages(String))).rejects.toThrow('faster than it can be read');
});
