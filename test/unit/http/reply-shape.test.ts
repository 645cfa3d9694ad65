import { shapeOf } from '../../../src/http/replies/reply-shape';
import fc from '../../support/fast-check';

it.each([
  [null, 'null'],
  ['secret', 'string'],
  [{ code: 0, data: { languages: ['en', 'ja'] } }, '{code: number, data: {languages: [string]}}'],
  [[{ id: 1 }, { id: 'x' }, null], '[{id: number} | {id: string} | null]'],
  [{ a: { b: { c: { d: { e: 1 } } } } }, '{a: {b: {c: {d: {…}}}}}'],
])('the shape of %j is %s', (value, shape) => {
  expect(shapeOf(value)).toBe(shape);
});

it('tells no value, and never at any length', () => {
  const value = fc.jsonValue({ maxDepth: 6 }).map((json) => ({ kept: json, said: 'TOP-SECRET-7' }));
  fc.assert(
    fc.property(value, (said) => {
      expect(shapeOf(said)).not.toContain('TOP-SECRET-7');
    }),
  );
  const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key-${index}`, index]));
  expect(shapeOf(wide).length).toBeLessThan(1000);
});
