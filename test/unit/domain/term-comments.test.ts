import { commentedOn, withComments } from '../../../src/domain/review/term-changes';
import type { SheetTerm } from '../../../src/domain/review/term-sheet';

const term = (id: string): SheetTerm => ({ id, term: 'Elder Mira' }) as unknown as SheetTerm;

it('each term has its own comments, in their order', () => {
  const said = (id: string, why: string, at: string) => ({ at, by: 'olga', what: commentedOn(id, 'x'), why });
  const decisions = [
    said('term_1', 'a name', '2026-11-18T10:00:00Z'),
    { at: '2026-11-18T10:01:00Z', by: 'olga', what: 'confirm terms', why: 'fine' },
    said('term_10', 'another term', '2026-11-18T10:02:00Z'),
    said('term_1', 'not a title', '2026-11-18T10:03:00Z'),
  ];
  const [first, second] = withComments([term('term_1'), term('term_2')], { decisions });
  expect(first?.comments).toEqual([
    { by: 'olga', at: '2026-11-18T10:00:00Z', text: 'a name' },
    { by: 'olga', at: '2026-11-18T10:03:00Z', text: 'not a title' },
  ]);
  expect(second).toEqual(term('term_2'));
});
