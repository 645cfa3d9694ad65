import type { TermsPage } from '../../../src/protocol/console-api';
import { readingAhead, readTerms } from '../../../web/review/read-terms';
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
      part: null,
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

it('asks for the first page ahead, once', async () => {
  const asked: number[] = [];
  const read = pages(() => '1');
  const ahead = readingAhead((page) => {
    asked.push(page.offset);
    return read(page);
  });
  expect(asked).toEqual([0]);
  expect((await readTerms(ahead)).terms).toHaveLength(2500);
  expect(asked).toEqual([0, 100, 1100, 2100]);
  await readTerms(ahead);
  expect(asked.slice(4)).toEqual([0, 100, 1100, 2100]);
});

it('tells of a failure ahead when it is asked for, and goes on afterwards', async () => {
  let isAway = true;
  const read = pages(() => '1');
  const ahead = readingAhead((page) => (isAway ? Promise.reject(new Error('away')) : read(page)));
  await expect(readTerms(ahead)).rejects.toThrow('away');
  isAway = false;
  expect((await readTerms(ahead)).terms).toHaveLength(2500);
});
