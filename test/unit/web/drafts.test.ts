import { Drafts, isComplete } from '../../../web/review/drafts';
import { valuesOf } from '../../../web/review/sheet';
import { sheetTerm } from './sheet-terms';

/** What a browser keeps. */
function storage(): () => Storage {
  const kept: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => (kept[key] = value),
    removeItem: (key: string) => delete kept[key],
  };
  return () => new Proxy(kept, { get: (_, name) => Reflect.get(methods, name) as unknown }) as never;
}

const base = valuesOf(sheetTerm('a'));
const typed = { termId: 'a', base, values: { ...base, category: 'half ty' } };

it('drafts are kept by release and term, and found again by whoever opens the page next', () => {
  const browser = storage();
  new Drafts('drafts/olga/game/', browser).keep(typed);
  new Drafts('drafts/olga/game/', browser).keep({ ...typed, termId: 'b' });
  expect([...new Drafts('drafts/olga/game/', browser).all.value.keys()]).toEqual(['a', 'b']);
  expect(new Drafts('drafts/olga/game/', browser).all.value.get('a')).toEqual(typed);
  expect(new Drafts('drafts/ivan/game/', browser).all.value.size).toBe(0);
});

it('what changes nothing any more, and what was dropped, is no draft', () => {
  const browser = storage();
  const drafts = new Drafts('d/', browser);
  drafts.keep(typed);
  drafts.keep({ ...typed, values: base });
  drafts.keep({ ...typed, termId: 'b' });
  drafts.drop('b');
  expect(drafts.all.value.size).toBe(0);
  expect(new Drafts('d/', browser).all.value.size).toBe(0);
});

it('a browser that keeps nothing does not stop anybody from typing', () => {
  const refuses = (): Storage => {
    throw new Error('no storage here');
  };
  const drafts = new Drafts('d/', refuses);
  drafts.keep(typed);
  expect(drafts.all.value.get('a')).toEqual(typed);
});

it('a draft that was left half-way is not complete', () => {
  expect(isComplete(typed)).toBe(true);
  expect(isComplete({ ...typed, values: { ...base, term: ' ' } })).toBe(false);
  expect(isComplete({ ...typed, values: { ...base, score: NaN } })).toBe(false);
});
