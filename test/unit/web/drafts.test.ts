import { Drafts, isComplete, type Draft, type StoredDrafts } from '../../../web/review/saving/drafts';
import { valuesOf } from '../../../web/review/sheet';
import { sheetTerm } from './sheet-terms';

/** What a browser keeps, as text. */
function browser(): StoredDrafts {
  const kept = new Map<string, string>();
  return {
    read: () => [...kept.values()].map((text) => JSON.parse(text) as Draft),
    write: (termId, draft) => {
      if (draft === null) kept.delete(termId);
      else kept.set(termId, JSON.stringify(draft));
    },
  };
}

const base = valuesOf(sheetTerm('a'));
const typed = { termId: 'a', base, values: { ...base, category: 'half ty' } };

it('drafts are found again by whoever opens the page next, also where another window has some', () => {
  const kept = browser();
  const [one, other] = [new Drafts(kept), new Drafts(kept)];
  one.keep(typed);
  other.keep({ ...typed, termId: 'b' });
  const { all } = new Drafts(kept);
  expect([...all.value.keys()]).toEqual(['a', 'b']);
  expect(all.value.get('a')).toEqual(typed);
});

it('says nothing new where another window has written the same', () => {
  const kept = browser();
  const drafts = new Drafts(kept);
  drafts.keep(typed);
  const before = drafts.all.value;
  drafts.reread();
  expect(drafts.all.value).toBe(before);
  new Drafts(kept).keep({ ...typed, termId: 'b' });
  drafts.reread();
  expect([...drafts.all.value.keys()]).toEqual(['a', 'b']);
});

it('what changes nothing any more, and what was dropped, is no draft', () => {
  const kept = browser();
  const drafts = new Drafts(kept);
  drafts.keep(typed);
  drafts.keep({ ...typed, values: base });
  drafts.keep({ ...typed, termId: 'b' });
  drafts.drop('b');
  expect(drafts.all.value.size).toBe(0);
  expect(new Drafts(kept).all.value.size).toBe(0);
});

it('a draft that was left half-way is not complete', () => {
  expect(isComplete(typed)).toBe(true);
  expect(isComplete({ ...typed, values: { ...base, term: ' ' } })).toBe(false);
  expect(isComplete({ ...typed, values: { ...base, score: NaN } })).toBe(false);
});
