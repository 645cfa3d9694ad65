import { Glossary } from '../../../src/client/glossary/glossary';
import { KnownReleases } from '../../../src/client/releases/known-releases';
import type { ReviewTerm, TermbaseMatches } from '../../../src/domain/review/term-sheet';
import { TermbaseArchive } from '../../../src/store/termbase-archive';
import { rm } from 'node:fs/promises';
import { archivedTerms, reviewTerm } from '../../support/archived-terms';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();
const asked = { from: 0, most: 10, timeMs: 10_000 };

async function glossaryOf(ended: Record<string, ReviewTerm[]>, found: TermbaseMatches | null = null) {
  const { store, archive, releases } = await archivedTerms(scratch.path('store'), ended, found);
  const none = {
    async *open() {
      await Promise.resolve();
      yield* [];
    },
  };
  return {
    store,
    glossary: new Glossary(new KnownReleases(none, releases), store, new TermbaseArchive(archive)),
  };
}

it('has what each release changed, the newest first, by whom and when', async () => {
  const compared: TermbaseMatches = new Map([
    ['Mira', null],
    ['Keep', { category: 'Place', translations: {} }],
  ]);
  const { glossary } = await glossaryOf(
    {
      'game-1': [reviewTerm('1', 'Mira', 'ミラ')],
      'game-2': [reviewTerm('1', 'Keep', '城'), reviewTerm('2', 'Lost', '')],
    },
    compared,
  );
  const { releases, next } = await glossary.page(asked);
  expect(releases.map(({ name, counts, confirmedBy }) => [name, counts, confirmedBy])).toEqual([
    ['game-2', { added: 0, changed: 1, unknown: 1, 'left out': 0 }, 'olga'],
    ['game-1', { added: 1, changed: 0, unknown: 0, 'left out': 0 }, 'olga'],
  ]);
  expect(next).toBeNull();
  const { releases: found } = await glossary.page({ ...asked, search: 'place' });
  expect(found.map(({ name, counts }) => [name, counts?.changed])).toEqual([['game-2', 1]]);
  expect((await glossary.ofRelease({ project: 'default', name: 'game-1' })).changes).toMatchObject([
    { term: 'Mira', kind: 'added' },
  ]);
  await expect(glossary.ofRelease({ project: 'default', name: 'game-9' })).rejects.toThrow(
    'nobody has confirmed terms of it',
  );
});

it('goes on where a page ended, and tells where time ended it', async () => {
  const { glossary } = await glossaryOf({ 'game-1': [], 'game-2': [], 'game-3': [] });
  const names = ({ releases }: { releases: { name: string }[] }) => releases.map(({ name }) => name);
  const first = await glossary.page({ ...asked, most: 2 });
  expect([names(first), first.next, first.isCut]).toEqual([['game-3', 'game-2'], 2, false]);
  const second = await glossary.page({ ...asked, from: 2 });
  expect([names(second), second.next]).toEqual([['game-1'], null]);
  const late = await glossary.page({ ...asked, timeMs: -1 });
  expect([names(late), late.next, late.isCut]).toEqual([[], 0, true]);
});

it('a list that is lost is told, and hides no other release', async () => {
  const terms = [reviewTerm('1', 'Mira', 'ミラ')];
  const { glossary, store } = await glossaryOf({ 'game-1': terms, 'game-2': [] });
  const { sha256 } = await store.put(JSON.stringify(terms));
  await rm(store.pathOf(sha256));
  const { releases } = await glossary.page(asked);
  expect(releases.map(({ name, counts, trouble }) => [name, counts === null, trouble !== null])).toEqual([
    ['game-2', false, false],
    ['game-1', true, true],
  ]);
});
