import { confirmAfterShowing } from '../../../src/cli/terms/terms-confirm';
import { Refused, TermsChanged } from '../../../src/client/errors';
import type { SheetTerm } from '../../../src/domain/review/term-sheet';
import type { Ask } from '../../../src/operations/backend';

const hand = { by: 'ivan', at: '2026-11-16T00:00:00.000Z' };
const term = (id: string, changes: Partial<SheetTerm> = {}): SheetTerm => ({
  id,
  term: `text of ${id}`,
  context: '',
  category: 'Item',
  score: 5,
  note: '',
  translations: { ja: 'x' },
  source: 'ai',
  existing: null,
  compared: true,
  edited: null,
  removed: null,
  ...changes,
});

let said = '';
beforeEach(() => {
  said = '';
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
});
afterEach(() => jest.restoreAllMocks());

/** A release whose list is `shown`; it refuses what is not confirmed with the digest of `now`. */
function release(
  shown: SheetTerm[],
  { now = shown, known }: { now?: SheetTerm[]; known?: SheetTerm[] } = {},
) {
  const sheet = (terms: SheetTerm[], digest: string) => ({
    sheet: { total: terms.length, digest, matches: 'm', removed: 0 },
    terms,
  });
  const confirmed: unknown[] = [];
  const answers: Record<string, (input: { digest?: string }) => unknown> = {
    status: () => ({ waitingFor: { kind: 'terms' }, terms: sheet(shown, 'shown').sheet }),
    matchTermbase: () => sheet(shown, 'shown'),
    knownTerms: ({ digest }) => (digest === undefined ? sheet(now, 'now') : known && sheet(known, digest)),
    confirmTerms: (input) => {
      if (now !== shown) throw new TermsChanged('The list has changed.');
      confirmed.push(input);
      return { outcome: 'confirmed' };
    },
  };
  const ask = ((name: string, input: { digest?: string }) =>
    Promise.resolve().then(() => answers[name]?.(input))) as Ask;
  return { ask, confirmed };
}

it('shows all that a confirmation does, and is bound to that', async () => {
  const { ask, confirmed } = release([
    term('kept'),
    term('edited', { note: 'new', edited: { ...hand, before: { ...term('edited'), note: 'old' } } }),
    term('deleted', { removed: hand }),
    term('longer', { existing: { category: 'Item', translations: { ko: 'k' } } }),
  ]);
  await confirmAfterShowing(ask, 'default/a', {});
  expect(said.split('\n').map((line) => line.replace(/ {2,}/g, ' | '))).toEqual([
    'ID | TERM | CHANGE | BEFORE | AFTER',
    'edited | text of edited | note, edited by ivan | old | new',
    'deleted | text of deleted | delete | to be deleted, by ivan',
    'longer | text of longer | adds ja to the termbase | x',
    '4 terms: 2 kept, 1 edited, 1 to be deleted.',
    'Termbase: 2 new, 0 overwritten.',
    '',
  ]);
  expect(confirmed).toEqual([{ id: 'default/a', digest: 'shown', matches: 'm' }]);
});

it('tells which terms would become one entry of the termbase', async () => {
  const { ask } = release([
    term('a', { term: 'Mira' }),
    term('b', { term: 'Mira' }),
    term('c', { term: 'Keep' }),
    term('d', { term: 'Keep', removed: hand }),
  ]);
  await confirmAfterShowing(ask, 'default/a', {});
  expect(said).toContain('Several terms have the same name, and become one entry of the termbase: Mira.\n');
});

it('overwrites nothing in the termbase without a person, unless that was asked for', async () => {
  const theirs = { category: 'Theirs', translations: {} };
  const { ask, confirmed } = release([term('a', { existing: theirs })]);
  await expect(confirmAfterShowing(ask, 'default/a', {})).rejects.toThrow(Refused);
  expect(said).toMatch(/overwrites category in the termbase +Theirs +Item/);
  expect(confirmed).toEqual([]);
  await confirmAfterShowing(ask, 'default/a', { overwrite: 'any' });
  expect(confirmed).toEqual([{ id: 'default/a', digest: 'shown' }]);
});

const seen = [term('gone'), term('a'), term('b', { removed: hand })];
const now = [
  term('a', { category: 'Place', translations: {}, removed: hand }),
  term('b', { existing: { category: 'Theirs', translations: {} } }),
  term('new'),
];
const difference = [
  'What has changed since:',
  'ID | TERM | CHANGE | BEFORE | AFTER',
  'gone | text of gone | gone | text of gone',
  'a | text of a | category | Item | Place',
  'a | text of a | ja | x',
  'a | text of a | delete | to be deleted, by ivan',
  'b | text of b | overwrites category in the termbase | Theirs | Item',
  'b | text of b | restore | to be deleted',
  'new | text of new | new | text of new',
];

it.each([
  ['while it was confirmed', seen, {}, { now }],
  ['before its digest was given', now, { digest: 'earlier' }, { known: seen }],
])('shows what has changed in the list %s', async (_when, shown, options, more) => {
  const { ask, confirmed } = release(shown, more);
  await expect(confirmAfterShowing(ask, 'default/a', options)).rejects.toThrow(TermsChanged);
  const lines = said.split('\n').map((line) => line.replace(/ {2,}/g, ' | '));
  expect(lines.slice(lines.indexOf(difference[0] ?? ''))).toEqual([...difference, '']);
  expect(confirmed).toEqual([]);
});
