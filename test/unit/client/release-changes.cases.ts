import type { Client } from '@temporalio/client';
import { addLanguages } from '../../../src/client/releases/add-languages';
import type { ReleaseClient } from '../../../src/client/releases/release-client';
import { ConfigError } from '../../../src/config/config-error';
import type { LocalizationClient } from '../../../src/localization/localization-client';
import { wayToAmend } from '../../../src/client/releases/start-release';
import type { ReleaseInput } from '../../../src/domain/release/release-input';
import { type ReleaseFile, releaseSpec } from '../../../src/domain/release/release-file';
import { retryReleases } from '../../../src/client/releases/waiting-releases';

describe('add languages', () => {
  const listing = (...codes: string[]): LocalizationClient =>
    ({
      languages: () => Promise.resolve({ data: codes.map((code) => ({ code })) }),
    }) as unknown as LocalizationClient;

  /** To a release in Japanese that runs. */
  async function add(
    languages: string[],
    {
      listed = listing('FR', 'ja'),
      allowUnlisted = false,
    }: { listed?: LocalizationClient | null; allowUnlisted?: boolean } = {},
  ): Promise<{ added: string[]; warnings: string[] }> {
    const releases = {
      status: () => Promise.resolve({ languages: ['ja'] }),
      handle: () => ({}),
      executeUpdate: () => Promise.resolve({ added: languages }),
    } as unknown as ReleaseClient;
    return addLanguages(
      {
        client: {} as Client,
        releases,
        config: { taskQueue: 'q' },
        localization: () => {
          if (listed === null) throw new ConfigError('LOCALIZATION_BASE_URL is not set.');
          return listed;
        },
      },
      { id: 'game-1', languages, by: 'olga', allowUnlisted },
    );
  }

  describe('languages that are added to a release', () => {
    it('are refused where the service does not list them, and has those of the release', async () => {
      await expect(add(['fr', 'jp'])).rejects.toThrow(
        'The localization service does not list the language jp. Did you mean ja? Nothing was added. If the service takes it all the same, allow it (in a terminal: --allow-unlisted).',
      );
    });

    it('are added where that is allowed, or where there are no credentials here', async () => {
      expect(await add(['jp'], { allowUnlisted: true })).toEqual({ added: ['jp'], warnings: [] });
      expect(await add(['jp'], { listed: null })).toEqual({ added: ['jp'], warnings: [] });
    });

    it('are only warned of where the list is of something else', async () => {
      expect(await add(['jp'], { listed: listing('de') })).toEqual({
        added: ['jp'],
        warnings: ['The localization service does not list the language jp.'],
      });
    });
  });
});

describe('way to amend', () => {
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
});

describe('retry releases', () => {
  const waiting = (id: string, aloneFor: string | null = null) => ({
    id,
    state: 'parked' as const,
    causes: ['x'],
    problem: 'It failed.',
    aloneFor,
  });
  const outcomes = async (ids: Parameters<typeof retryReleases>[0], fails: Record<string, boolean>) => {
    const tried: string[] = [];
    const retried = await retryReleases(
      ids,
      (id) => {
        tried.push(id);
        return id in fails ? Promise.reject(new Error(id)) : Promise.resolve();
      },
      (error) => {
        const { message } = error as Error;
        return { message: `${message} says no.`, isOver: fails[message] === true };
      },
    );
    return { tried, told: retried.map(({ id, outcome, message }) => [id, outcome, message]) };
  };

  it('one that is refused keeps none of the others, and one that is left to a person is not tried', async () => {
    expect(await outcomes([waiting('a'), waiting('b', 'Look first.'), waiting('c')], { a: false })).toEqual({
      tried: ['a', 'c'],
      told: [
        ['a', 'refused', 'a says no.'],
        ['b', 'not tried', 'Look first.'],
        ['c', 'taken', null],
      ],
    });
  });

  it('after a failure that nobody foresaw the rest is not tried', async () => {
    expect(await outcomes([waiting('a'), waiting('b'), waiting('c', 'Look first.')], { a: true })).toEqual({
      tried: ['a'],
      told: [
        ['a', 'refused', 'a says no.'],
        ['b', 'not tried', null],
        ['c', 'not tried', null],
      ],
    });
  });
});
