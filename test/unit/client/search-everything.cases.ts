import { KnownReleases } from '../../../src/client/releases/known-releases';
import { SearchEverything } from '../../../src/client/search-everything';
import type { ReleaseView } from '../../../src/domain/release/status';
import type { ReviewTerm } from '../../../src/domain/review/term-sheet';
import { archivedTerms, reviewTerm } from '../../support/archived-terms';
import { announcedOn, releaseStatus } from '../../support/release-status';
import type { ReportUnreadable } from '../../../src/client/releases/unreadable-release';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();
const bounds = { timeMs: 10_000, releases: 50, terms: 100 };

/** Releases that ended, the oldest first, each with its terms; and one that runs. */
async function searching(ended: Record<string, ReviewTerm[]>, running: Partial<ReleaseView> | null = null) {
  const { store, releases: archive } = await archivedTerms(scratch.path('store'), ended);
  const open = jest.spyOn(archive, 'open');
  const view = running && releaseStatus(running);
  const releases = {
    async *open() {
      await Promise.resolve();
      if (view !== null)
        yield { row: { ...view, startedAt: '2026-11-16T09:00:00.000Z' }, status: view } as never;
    },
  };
  return { open, search: new SearchEverything(new KnownReleases(releases, archive), store) };
}

it('finds releases by name, language, task and post, those that run first', async () => {
  const { search } = await searching(
    { 'game-1': [], 'game-2': [] },
    {
      id: 'default/live',
      name: 'live',
      languages: ['ko'],
      taskId: 'task_live',
      announcement: announcedOn([], 'post_77'),
    },
  );
  const found = async (text: string) =>
    (await search.find(text, bounds)).releases.map(({ name, by, matched }) => [name, by, matched]);
  expect(await found('GAME')).toEqual([
    ['game-2', 'name', 'default/game-2'],
    ['game-1', 'name', 'default/game-1'],
  ]);
  expect(await found('ko')).toEqual([['live', 'language', 'ko']]);
  expect(await found('Korean')).toEqual([['live', 'language', 'ko']]);
  expect(await found('post_77')).toEqual([['live', 'post', 'post_77']]);
  expect(await found('task_game-1')).toEqual([['game-1', 'task', 'task_game-1']]);
  expect(await found('nothing')).toEqual([]);
});

it('finds terms by their text and their translations, the newest release first', async () => {
  const { search } = await searching({
    'game-1': [reviewTerm('1', 'Elder Mira', 'ミラ長老')],
    'game-2': [reviewTerm('1', 'Elder Mira', 'ミラ'), reviewTerm('2', 'Keep', '城')],
  });
  const { terms, cut, lookedInto } = await search.find('mira', bounds);
  expect(terms.map(({ name, terms }) => [name, terms.map(({ term }) => term)])).toEqual([
    ['game-2', ['Elder Mira']],
    ['game-1', ['Elder Mira']],
  ]);
  expect([cut, lookedInto]).toEqual([null, 2]);
  expect((await search.find('長老', bounds)).terms).toMatchObject([
    { name: 'game-1', terms: [{ translations: [{ language: 'ja', text: 'ミラ長老' }] }] },
  ]);
});

it('ends in time and after enough, and tells it', async () => {
  const many = Array.from({ length: 30 }, (_, index) => reviewTerm(`${index}`, `Mira ${index}`, ''));
  const { search } = await searching({ 'game-1': many, 'game-2': many });
  const late = await search.find('game', { ...bounds, timeMs: -1 });
  // Names are found all the same.
  expect(late.releases.map(({ name, state }) => [name, state])).toEqual([
    ['game-2', null],
    ['game-1', null],
  ]);
  expect(late).toMatchObject({ terms: [], lookedInto: 0, cut: 'time' });
  const few = await search.find('Mira', { ...bounds, terms: 25, releases: 0 });
  expect(few.terms.map(({ terms, more }) => [terms.length, more])).toEqual([
    [20, 10],
    [5, 25],
  ]);
  expect((await search.find('Mira', { ...bounds, terms: 20, releases: 0 })).cut).toBe('number');
  const first = await search.find('game', { ...bounds, releases: 1 });
  expect([first.releases.map(({ name }) => name), first.cut]).toEqual([['game-2'], 'number']);
});

it('reads a record once, however often it is searched', async () => {
  const { search, open } = await searching({ 'game-1': [reviewTerm('1', 'Elder Mira', '')], 'game-2': [] });
  await search.find('mira', bounds);
  await search.find('elder', bounds);
  expect(open).toHaveBeenCalledTimes(2);
});

it('names an open release that cannot be read, and hides none of the others', async () => {
  const status = releaseStatus({ id: 'default/live', name: 'live', languages: ['ko'] });
  const { store, releases: archive } = await archivedTerms(scratch.path('store'), {});
  const releases = {
    async *open(_: object, tell: ReportUnreadable) {
      tell({ id: 'default/broken', why: 'no key "x"' });
      const row = { ...status, startedAt: '2026-11-16T09:00:00.000Z' };
      yield (await Promise.resolve({ row, status })) as never;
    },
  };
  const search = new SearchEverything(new KnownReleases(releases, archive), store);
  const found = await search.find('ko', bounds);
  expect(found.releases.map(({ id }) => id)).toEqual(['default/live']);
  expect(found.unreadable).toEqual([{ id: 'default/broken', why: 'no key "x"' }]);
});
