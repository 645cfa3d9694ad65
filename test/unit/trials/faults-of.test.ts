import { faultsOf, withFault } from '../../../trials/faults/faults-of';

const faulty = (text: string): string[] =>
  faultsOf('x.ts', text)
    .map((fault) => withFault(text, fault))
    .sort();

it.each<[text: string, faulty: string[]]>([
  ['a < b;', ['a <= b;']],
  ['a && b;', ['a || b;']],
  ['!a;', ['a;']],
  ['const most = 50;', ['const most = 51;']],
  ['const is = true;', ['const is = false;']],
  ['async () => { await close(); };', ['async () => {  };']],
  ['() => { if (a) return b; c(); };', ['() => {  c(); };']],
  ['a ? b : c;', ['a ? (c) : (b);']],
  // What is no code that runs has no faults, and texts are joined by nothing else.
  ["import type { A } from './a';\ntype B = 1 | true;\ninterface C { d: 2 }\n'a' + b;", []],
])('the faults of %p', (text, expected) => {
  expect(faulty(text)).toEqual(expected);
});

it('each has the line at which it stands', () => {
  expect(faultsOf('x.ts', 'a;\nb === c;')).toMatchObject([{ line: 2, what: '!== for ===' }]);
});
