import { countChanges, translatedStrings } from '../../../src/domain/review/translated-strings';
import { stringChanges } from '../../../src/domain/source-strings';
import fc from '../../support/fast-check';

const texts = (entries: Record<string, string>) => new Map(Object.entries(entries));

it('tells for each string what became of it, in the order of the source', () => {
  const strings = translatedStrings({
    source: texts({ a: 'Hello', b: 'Bye', c: 'Yes', d: 'No', e: 'Maybe' }),
    texts: texts({ b: 'またね', a: 'こんにちは', c: 'はい', x: 'まだ' }),
    before: texts({ a: 'こんにちは', b: 'さようなら', d: 'いいえ', y: 'もう' }),
  });
  expect(strings.map(({ id, change }) => [id, change])).toEqual([
    ['a', 'same'],
    ['b', 'changed'],
    ['c', 'added'],
    ['d', 'removed'],
    ['e', 'missing'],
    ['x', 'added'],
    ['y', 'removed'],
  ]);
  expect(strings[1]).toEqual({
    id: 'b',
    source: 'Bye',
    text: 'またね',
    before: 'さようなら',
    change: 'changed',
  });
  expect(countChanges(strings)).toEqual({ added: 2, changed: 1, removed: 2, same: 1, missing: 1 });
});

it('with nothing to compare, a string is there or missing', () => {
  const strings = translatedStrings({
    source: texts({ a: 'Hello', b: 'Bye' }),
    texts: texts({ a: 'x' }),
    before: null,
  });
  expect(strings.map(({ change }) => change)).toEqual(['same', 'missing']);
});

it('agrees with the difference of two sources, and has each string once', () => {
  const drawn = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.constantFrom('1', '2')).map(texts);
  fc.assert(
    fc.property(drawn, drawn, (before, after) => {
      const strings = translatedStrings({ source: null, texts: after, before });
      const of = (change: string) => strings.filter((one) => one.change === change).map(({ id }) => id);
      const { added, changed, removed } = stringChanges(before, after);
      expect([of('added'), of('changed'), of('removed')]).toEqual([added, changed, removed]);
      expect(new Set(strings.map(({ id }) => id)).size).toBe(strings.length);
    }),
  );
});
