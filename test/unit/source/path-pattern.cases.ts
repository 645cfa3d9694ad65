import { isPattern, pathMatcher } from '../../../src/source/path-pattern';

describe('a pattern for paths', () => {
  it.each<[string, string[], string[]]>([
    ['*.json', ['a.json', '.json'], ['a/b.json', 'a.jsonl']],
    ['a?c', ['abc', 'a😀c'], ['ac', 'a/c', 'abbc']],
    ['**/*.json', ['a.json', 'a/b.json', 'a/b/c.json'], ['a.ini', 'a/b.ini']],
    ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b'], ['a/xb', 'b', 'xa/b']],
    ['a/**', ['a/b', 'a/b/c'], ['b/a', 'ab']],
    ['**.json', ['a.json', 'a/b.json'], ['a.ini']],
    ['a**b', ['ab', 'axb'], ['a/b']],
    ['{a,b}/{c,d}.json', ['a/c.json', 'b/d.json'], ['c/a.json', '{a,b}/c.json']],
    ['a{b,c{d,e},}f', ['abf', 'acdf', 'acef', 'af'], ['acf']],
    ['{a}', ['{a}'], ['a']],
    ['a{b', ['a{b'], ['ab']],
    ['}{', ['}{'], ['']],
    ['a[1](b)+!|^$\\.x', ['a[1](b)+!|^$\\.x'], ['a1b']],
  ])('%s', (pattern, those, others) => {
    const matches = pathMatcher(pattern);
    for (const path of those) expect([path, matches(path)]).toEqual([path, true]);
    for (const path of others) expect([path, matches(path)]).toEqual([path, false]);
  });

  it.each([
    ['*a'.repeat(1000), 'a'.repeat(255)],
    ['**/'.repeat(300) + 'b', 'a/'.repeat(2000)],
    ['{a,a}'.repeat(500) + 'b', 'a'.repeat(500)],
    ['{*,**}'.repeat(200) + 'b', 'a'.repeat(500)],
    ['{'.repeat(2000) + ',}'.repeat(1000), 'a'.repeat(500)],
  ])('looks at each character once: %#', (pattern, path) => {
    // A matcher that goes back would need longer than anybody waits.
    expect(pathMatcher(pattern)(path)).toBe(false);
  });
});

describe('whether a path is a pattern', () => {
  it.each([
    ['a.json', false],
    ['a*', true],
    ['a?', true],
    ['{a,b}', true],
    ['}a{', false],
    ['{'.repeat(1_000_000), false],
    ['}'.repeat(1_000_000), false],
  ])('%#', (path, is) => {
    expect(isPattern(path)).toBe(is);
  });
});
