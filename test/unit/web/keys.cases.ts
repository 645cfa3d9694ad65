import { keyHelp, languageKey, reviewAction } from '../../../web/review/keys';

const stroke = (key: string, held: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean } = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});
const inTable = { inTable: true, onCheckbox: false, letters: true };
const outside = { inTable: false, onCheckbox: false, letters: true };

it.each([
  ['j', 'next'],
  ['ArrowDown', 'next'],
  ['k', 'previous'],
  ['ArrowUp', 'previous'],
  ['y', 'accept'],
  [' ', 'accept'],
  ['n', 'next-open'],
  ['t', 'translate'],
  ['e', 'edit'],
  ['Enter', 'edit'],
  ['x', 'select'],
  ['d', 'delete'],
  ['u', 'undo'],
  ['/', 'filter'],
  ['?', 'help'],
])('%s in the table means %s', (key, action) => {
  expect(reviewAction(stroke(key), inTable)).toBe(action);
});

it('leaves Enter and the arrows to buttons and to the page outside the table', () => {
  expect(
    ['Enter', ' ', 'ArrowDown', 'ArrowUp', 'Home', 'End'].map((key) => reviewAction(stroke(key), outside)),
  ).toEqual([null, null, null, null, null, null]);
  expect(reviewAction(stroke('j'), outside)).toBe('next');
});

it('leaves the space bar to a checkbox in the table, and nothing else', () => {
  const onCheckbox = { ...inTable, onCheckbox: true };
  expect([' ', 'Escape', 'ArrowDown', 'd'].map((key) => reviewAction(stroke(key), onCheckbox))).toEqual([
    null,
    'leave',
    'next',
    'delete',
  ]);
});

it('undoes with Ctrl-Z and Command-Z everywhere, and leaves the other shortcuts to the browser', () => {
  expect(reviewAction(stroke('z', { ctrlKey: true }), outside)).toBe('undo');
  expect(reviewAction(stroke('z', { metaKey: true }), outside)).toBe('undo');
  expect(reviewAction(stroke('d', { ctrlKey: true }), inTable)).toBeNull();
  expect(reviewAction(stroke('x', { altKey: true }), inTable)).toBeNull();
});

it('has no letters for who switched them off', () => {
  const off = { ...inTable, letters: false };
  expect(['j', 'd', '/', '?'].map((key) => reviewAction(stroke(key), off))).toEqual([null, null, null, null]);
  expect(reviewAction(stroke('ArrowDown'), off)).toBe('next');
  expect(reviewAction(stroke(' '), off)).toBe('accept');
  expect(languageKey(stroke('1'), off)).toBeNull();
});

it('reaches each of nine languages by one key', () => {
  expect(['1', '9', '0', 'a'].map((key) => languageKey(stroke(key), outside))).toEqual([0, 8, null, null]);
  expect(languageKey(stroke('1', { ctrlKey: true }), inTable)).toBeNull();
});

it('knows no key by the name of an inherited property', () => {
  expect(reviewAction(stroke('constructor'), inTable)).toBeNull();
});

it('explains every key once', () => {
  const explained = keyHelp.map(({ what }) => what);
  expect(new Set(explained).size).toBe(explained.length);
  expect(new Set(keyHelp.flatMap(({ keys }) => keys)).size).toBe(keyHelp.flatMap(({ keys }) => keys).length);
});
