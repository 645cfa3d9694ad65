import { Secret } from '../../../src/http/secret';
import { isProven, proofOf, type Statement } from '../../../src/localization/operator-proof';
import fc from '../../support/fast-check';

const secret = new Secret('sandbox-app-secret');
const statement: Statement = {
  what: 'confirm',
  release: { project: 'default', name: 'game-2.4.0' },
  about: 'digest-of-the-list',
  by: 'olga',
};
const AT_MS = 1_790_000_000_000;
const proof = proofOf(secret, statement, AT_MS);

it('holds for what was said, by whom and of what, a quarter of an hour', () => {
  for (const lateMs of [-15 * 60_000, 0, 15 * 60_000])
    expect(isProven(secret, statement, proof, AT_MS + lateMs)).toBe(true);
  for (const lateMs of [-15 * 60_000 - 1, 15 * 60_000 + 1])
    expect(isProven(secret, statement, proof, AT_MS + lateMs)).toBe(false);
});

it.each<Partial<Statement>>([
  { what: 'start' },
  { release: { project: 'default', name: 'game-2.4.1' } },
  { release: { project: 'other', name: 'game-2.4.0' } },
  { about: 'digest-of-another-list' },
  { by: 'ivan' },
  // The first letter is Cyrillic.
  { by: 'оlga' },
])('is no proof of %j', (otherwise) => {
  expect(isProven(secret, { ...statement, ...otherwise }, proof, AT_MS)).toBe(false);
});

it('cannot be made or moved in time without the secret', () => {
  expect(isProven(new Secret('another secret'), statement, proof, AT_MS)).toBe(false);
  expect(isProven(secret, statement, { ...proof, atMs: AT_MS + 1 }, AT_MS)).toBe(false);
  expect(isProven(secret, statement, undefined, AT_MS)).toBe(false);
  fc.assert(
    fc.property(fc.string(), (seal) => !isProven(secret, statement, { atMs: AT_MS, seal }, AT_MS)),
    { numRuns: 200 },
  );
});
