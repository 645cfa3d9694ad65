import {
  confirmationChanges,
  decisionCounts,
  editLines,
  listChanges,
  missingValues,
  replacedValues,
} from '../../../src/domain/review/term-changes';
import type { SheetTerm } from '../../../src/domain/review/term-sheet';

const values = { term: 'Sword', category: 'item', score: 80, note: 'a\nb', translations: { ja: 'A' } };
const AT = '2026-11-15T00:00:00.000Z';
const termOf = (more: Partial<SheetTerm> = {}): SheetTerm =>
  ({
    ...{ id: 't1', context: '', edited: null, removed: null, existing: null, compared: true, comments: [] },
    ...values,
    ...more,
  }) as SheetTerm;
const removed = { by: 'olga', at: AT } as SheetTerm['removed'];
const linesOf = (changes: ReturnType<typeof listChanges>): string[] =>
  changes.map(({ what, before, after }) => [what, before, after].join(' | '));

it('of wanted values, those are missing that are not so already but for line ends and blanks', () => {
  expect(missingValues(values, { ...values, term: ' Sword ', note: 'a\r\nb' })).toEqual({});
  expect(missingValues(values, {})).toEqual({});
  const others = { term: 'Axe', category: 'x', score: 0, note: 'c', translations: { ja: 'B', ko: 'C' } };
  expect(missingValues(values, others)).toEqual(others);
  expect(missingValues(values, { translations: { ja: 'A', ko: 'C' } })).toEqual({
    translations: { ko: 'C' },
  });
});

it('an edit is told beside what the term has, and only in what it names', () => {
  expect(editLines(values, { score: 0, translations: { ko: 'C' } })).toEqual([
    ['score', '80', '0'],
    ['ko', '', 'C'],
  ]);
  expect(replacedValues(values, {})).toEqual({});
  expect(replacedValues(values, { term: 'Axe', category: '', score: 1, note: '' })).toEqual({
    ...{ term: 'Sword', category: 'item', score: 80, note: 'a\nb' },
  });
  expect(replacedValues(values, { translations: { ko: 'C' } })).toEqual({ translations: { ko: '' } });
});

it('a confirmation is told by what it deletes, edits, overwrites and adds', () => {
  const edited = { by: 'olga', at: AT, before: { ...values, category: 'old' } } as SheetTerm['edited'];
  const existing = { category: 'item', translations: { ja: 'Z' } };
  const terms = [
    termOf(),
    termOf({ edited }),
    termOf({ removed, edited }),
    termOf({ existing, translations: { ja: 'A', ko: 'C' } }),
  ];
  expect(linesOf(confirmationChanges(terms))).toEqual([
    'category, edited by olga | old | item',
    'delete |  | to be deleted, by olga',
    'overwrites ja in the termbase | Z | A',
    'adds ko to the termbase |  | C',
  ]);
  expect(decisionCounts(terms)).toEqual({ kept: 2, edited: 1, deleted: 1 });
});

it('a list is told by how it differs from the one that was seen', () => {
  const conflict = { existing: { category: 'item', translations: { ja: 'Z' } } };
  const changed = (was: Partial<SheetTerm>, now: Partial<SheetTerm>): string[] =>
    linesOf(listChanges([termOf(was)], [termOf(now)]));
  expect(changed({}, {})).toEqual([]);
  expect(changed({}, { id: 't2' })).toEqual(['gone | Sword | ', 'new |  | Sword']);
  expect(changed({}, { removed })).toEqual(['delete |  | to be deleted, by olga']);
  expect(changed({ removed }, {})).toEqual(['restore | to be deleted | ']);
  expect(changed({ removed }, { removed })).toEqual([]);
  expect(changed({}, { translations: {} })).toEqual(['ja | A | ']);
  expect(changed({}, conflict)).toEqual(['overwrites ja in the termbase | Z | A']);
  expect(changed(conflict, conflict)).toEqual([]);
});
