import { wayToAmend } from '../../../src/client/releases/start-release';
import type { ReleaseInput } from '../../../src/domain/release/release-input';
import { releaseSpec, type ReleaseFile } from '../../../src/domain/release/release-file';

const file: ReleaseFile = {
  name: 'game-1',
  source: { file: 'en.json' },
  targetLanguages: ['ja'],
  announce: { accounts: ['acc_1'], text: 'Out.' },
};
const sourceOf = (sha256: string): ReleaseInput['source'] => ({ kind: 'snapshot', sha256, strings: 2 });
const inputOf = (change: Partial<ReleaseFile> = {}, sha256 = 'a'): ReleaseInput => ({
  spec: releaseSpec.parse({ ...file, ...change }),
  source: sourceOf(sha256),
  startedBy: null,
});

const way = (
  wanted: ReleaseInput,
  {
    state = 'running',
    faults = [],
    path = 'release.yaml',
  }: { state?: 'running' | 'done'; faults?: string[]; path?: string | null } = {},
): Promise<string> =>
  wayToAmend(
    {
      status: () => Promise.resolve({ state, waitingFor: null } as never),
      amendmentFaults: () => Promise.resolve(faults),
    },
    { before: inputOf(), wanted, file: path },
  );

const reworded = { announce: { accounts: ['acc_1'], text: 'Out now.' } };

describe('a changed file of a release that is there', () => {
  it('is amended with the exact command', async () => {
    expect(await way(inputOf(reworded))).toBe(
      'It can be amended. To do so, run: locrelease amend default/game-1 release.yaml',
    );
    expect(await way(inputOf(reworded), { path: "my game's/release.yaml" })).toContain(
      "amend default/game-1 'my game'\\''s/release.yaml'",
    );
    expect(await way(inputOf(reworded), { path: null })).toBe('Amend the release.');
  });

  it('has languages added where that is all, also to one that has ended', async () => {
    const added = 'It can be amended. To do so, run: locrelease amend default/game-1 --add-language ko fr';
    expect(await way(inputOf({ targetLanguages: ['ja', 'ko', 'fr'] }))).toBe(added);
    expect(await way(inputOf({ supplementLanguages: ['ko', 'fr'] }), { state: 'done' })).toBe(added);
    expect(await way(inputOf({ supplementLanguages: ['ko'] }))).toContain('game-1 release.yaml');
  });

  it.each([
    ['other strings', inputOf({}, 'b'), {}, 'a release that runs keeps its source.'],
    ['fewer languages', inputOf({ targetLanguages: ['ko'] }), {}, 'keeps its targetLanguages.'],
    ['a budget', inputOf({ ...reworded, budget: { words: 1 } }), {}, 'keeps its budget.'],
    ['leave to lose languages', inputOf({ loseLanguages: true }), {}, 'counts at the start alone.'],
    [
      'a text after the end',
      inputOf(reworded),
      { state: 'done' as const },
      'It is done, and cannot be amended',
    ],
    ['what is over', inputOf(reworded), { faults: ['announce: it is over.'] }, 'so: announce: it is over.'],
  ])('cannot be amended by %s, and the reason is told', async (_what, wanted, given, reason) => {
    const told = await way(wanted, given);
    expect(told).toContain(reason);
    expect(told).toMatch(/Give this one another name\.$/);
  });
});
