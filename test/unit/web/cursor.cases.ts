import { Cursor } from '../../../web/review/list/cursor';
import { Drafts } from '../../../web/review/saving/drafts';
import { sheetTerm } from './sheet-terms';

/** At one of four terms, under a filter that hides what is decided, or without one. */
function reviewed(at: string, isFiltered: boolean): string | null {
  let shown = ['a', 'b', 'c', 'd'].map((id) => sheetTerm(id));
  const cursor = new Cursor(new Drafts({ read: () => [], write: () => undefined }));
  cursor.goTo(at);
  cursor.passOn(
    () => shown,
    () => {
      if (isFiltered) shown = shown.filter(({ id }) => id !== at);
    },
  );
  return cursor.current.value;
}

it.each([false, true])(
  'goes on to the very next term, also where a filter hides the decided one: %s',
  (isFiltered) => {
    expect(reviewed('a', isFiltered)).toBe('b');
    expect(reviewed('b', isFiltered)).toBe('c');
  },
);

it('stays at the end of the list', () => {
  expect(reviewed('d', false)).toBe('d');
  expect(reviewed('d', true)).toBe('c');
});
