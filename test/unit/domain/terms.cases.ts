import type { SheetTerm } from '../../../src/domain/review/term-sheet';
import {
  commentedOn,
  confirmationChanges,
  decisionCounts,
  editLines,
  listChanges,
  missingValues,
  replacedValues,
  withComments,
} from '../../../src/domain/review/term-changes';
import { conflicts, overwriting, termbaseEdit } from '../../../src/domain/review/termbase-conflicts';
import {
  LISTED_FAILURES,
  type TermFailure,
  newUploadRecord,
  settleBatch,
  uploadStatus,
} from '../../../src/domain/review/termbase-upload';

describe('termbase conflicts', () => {
  const existing = { category: 'Place', translations: { ja: '塔', fr: 'tour', de: '' } };
  const term: Pick<SheetTerm, 'existing' | 'category' | 'translations' | 'removed'> = {
    existing,
    category: 'Item',
    translations: { ja: '水晶の塔', ko: '탑', de: 'Turm' },
    removed: null,
  };

  it('a conflict is a value that both have, and not the same', () => {
    expect(conflicts(term)).toEqual([
      { language: null, termbase: 'Place', ours: 'Item' },
      { language: 'ja', termbase: '塔', ours: '水晶の塔' },
    ]);
    expect(conflicts({ ...term, category: 'Place', translations: { fr: '' } })).toEqual([]);
    expect(conflicts({ ...term, existing: null })).toEqual([]);
  });

  it('a term that is to be deleted overwrites nothing', () => {
    const removed = { by: 'olga', at: '2026-03-01T10:00:00.000Z' };
    expect(overwriting([term, { ...term, removed }, { ...term, existing: null }])).toEqual([term]);
  });

  it('keeping what the termbase has leaves no conflict and touches nothing else', () => {
    const edit = termbaseEdit(term);
    expect(edit).toEqual({ category: 'Place', translations: { ja: '塔' } });
    const kept = { ...term, ...edit, translations: { ...term.translations, ...edit?.translations } };
    expect(conflicts(kept)).toEqual([]);
    expect(termbaseEdit(kept)).toBeNull();
  });
});

describe('termbase upload', () => {
  const input = { project: 'default', name: 'glossary', mode: 'update', sha256: '0'.repeat(64) } as const;
  const failure = (place: number): TermFailure => ({
    first: place,
    last: place,
    id: `row ${place}`,
    code: 'invalid_id',
    message: 'this is not a term id',
  });

  describe('the record of a termbase upload', () => {
    it('is running until all terms are settled, and then done', () => {
      const record = newUploadRecord('update');
      expect(uploadStatus(input, record)).toMatchObject({ state: 'running', terms: null });
      record.plan = { mode: 'update', terms: 150, termsPerCall: 100 };
      settleBatch(record, { first: 1, last: 100 }, { counts: { updated: 60, unchanged: 40 }, failures: [] });
      expect(uploadStatus(input, record)).toMatchObject({ state: 'running', terms: 150, termsDone: 100 });
      settleBatch(record, { first: 101, last: 150 }, { counts: { updated: 50 }, failures: [] });
      expect(uploadStatus(input, record)).toMatchObject({
        id: 'default/glossary',
        state: 'done',
        termsDone: 150,
        counts: { updated: 110, unchanged: 40, not_found: 0, invalid_id: 0, error: 0 },
      });
    });

    it('is partial in the end where a term is not as it should be', () => {
      const record = newUploadRecord('update');
      record.plan = { mode: 'update', terms: 3, termsPerCall: 100 };
      settleBatch(
        record,
        { first: 1, last: 3 },
        { counts: { updated: 2, error: 1 }, failures: [failure(3)] },
      );
      expect(uploadStatus(input, record).state).toBe('partial');
    });

    it('counts every failure and lists the first of them', () => {
      const record = newUploadRecord('update');
      for (let first = 1; first <= 300; first += 100) {
        const failures = Array.from({ length: 30 }, (_, index) => failure(first + index));
        settleBatch(
          record,
          { first, last: first + 99 },
          { counts: { updated: 70, invalid_id: 30 }, failures },
        );
      }
      expect(record.counts.invalid_id).toBe(90);
      expect(record.failures).toHaveLength(LISTED_FAILURES);
      expect(record.failures.at(-1)).toEqual(failure(120));
    });
  });
});

describe('term changes', () => {
  const values = { term: 'Sword', category: 'item', score: 80, note: 'a\nb', translations: { ja: 'A' } };
  const AT = '2026-11-15T00:00:00.000Z';
  const termOf = (more: Partial<SheetTerm> = {}): SheetTerm =>
    ({
      id: 't1',
      context: '',
      edited: null,
      removed: null,
      existing: null,
      compared: true,
      comments: [],
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
      term: 'Sword',
      category: 'item',
      score: 80,
      note: 'a\nb',
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
});

describe('term comments', () => {
  const term = (id: string): SheetTerm => ({ id, term: 'Elder Mira' }) as unknown as SheetTerm;

  it('each term has its own comments, in their order', () => {
    const said = (id: string, why: string, at: string) => ({
      at,
      by: 'olga',
      what: commentedOn(id, 'x'),
      why,
    });
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
});
