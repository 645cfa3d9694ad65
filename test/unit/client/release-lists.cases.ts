import { createHash } from 'node:crypto';
import { queryLiteral, readReleasesPage } from '../../../src/client/releases/release-pages';
import { releaseRow } from '../../../src/client/releases/release-row';
import { Secret } from '../../../src/http/secret';
import { defaultPayloadConverter } from '@temporalio/common';
import { searchAttributeKeys } from '../../../src/domain/search-attributes';
import { type Run, OPEN } from '../../../src/temporal/runs';
import { ArchivedReleases } from '../../../src/client/records/archived-releases';
import { type ReleaseList, listReleases } from '../../../src/client/releases/list-releases';
import { ReleaseClient } from '../../../src/client/releases/release-client';
import type { ReleaseRecord } from '../../../src/domain/release/release-record';
import { endedInput, manifestBody, manifestWith } from '../../support/manifest';
import { type KnownRun, temporalOfRuns } from '../../support/temporal-of-runs';
import { Archive } from '../../../src/store/archive';
import { DirectoryStorage } from '../../../src/store/directory-storage';
import { useScratch } from '../../support/scratch';
import { readEarlierRelease, readReleaseSource } from '../../../src/client/releases/release-source';
import { NotThere } from '../../../src/client/errors';
import { contentOf } from '../../../src/domain/release/release-content';
import { readReleaseText } from '../../../src/source/read-release-file';
import { putSnapshot } from '../../../src/store/source-snapshot';
import { DirectoryStore } from '../../support/directory-store';

describe('release pages', () => {
  const place = `0.${Buffer.from('{"made":"up"}').toString('base64url')}`;
  const digest = createHash('sha256').update(place).digest('base64url');

  it.each([`${place}.${digest}`, `${place}.${digest.slice(0, 8)}`, place, '', 'a.b.c'])(
    'the cursor %j, which nobody gave, is refused before Temporal is asked',
    async (cursor) => {
      for (const secret of [null, new Secret('of all gateways')]) {
        const asked = readReleasesPage({} as never, {}, { limit: 10, cursor, secret });
        await expect(asked).rejects.toThrow('The cursor is not valid for this list.');
      }
    },
  );

  it('a filter with a character that Temporal does not take is refused', () => {
    expect(queryLiteral("o'clock \\")).toBe("'o\\'clock \\\\'");
    expect(() => queryLiteral('a\0b')).toThrow('A filter holds a character that no name has.');
  });
});

describe('release row', () => {
  it('a row says behind whom a release waits for its turn', () => {
    const hold = { why: 'publish_turn', until: null, of: 'game/first' };
    const status = { id: 'game/second', stages: [], hold };
    const fields = { status: defaultPayloadConverter.toPayload(status) };
    const run = {
      workflowId: 'release/game/second',
      isOpen: true,
      status: 'RUNNING',
      raw: { memo: { fields }, searchAttributes: null },
    } as unknown as Run;
    expect(releaseRow(run)).toMatchObject({ id: 'game/second', heldBehind: 'game/first' });
    expect(releaseRow({ ...run, isOpen: false })).toMatchObject({ heldBehind: null });
  });

  it('a row of a paused release is paused, whatever it would wait for without the pause', () => {
    const attributes = { state: 'paused', waiting: 'announcement_time' };
    const indexedFields = Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [
        searchAttributeKeys[key as keyof typeof attributes].name,
        defaultPayloadConverter.toPayload(value),
      ]),
    );
    const run = {
      workflowId: 'release/game/held',
      isOpen: true,
      status: 'RUNNING',
      raw: { memo: null, searchAttributes: { indexedFields } },
    } as unknown as Run;
    expect(releaseRow(run)).toMatchObject({ state: 'paused', heldFor: null });
  });
});

describe('list releases', () => {
  const day = (date: number): string => `2026-11-0${date}T10:00:00.000Z`;
  const runs: readonly KnownRun[] = [
    { workflowId: 'release/default/open', runId: 'run-open', startedAt: new Date(day(5)) },
    {
      workflowId: 'release/default/unkept',
      runId: 'run-unkept',
      status: 'COMPLETED',
      endedAt: new Date(day(3)),
    },
  ];

  function list(decisions: ReleaseRecord['decisions'], asked: object = {}): Promise<ReleaseList> {
    const { client } = temporalOfRuns(runs, {
      find: (query) => runs.filter(({ endedAt }) => (endedAt === undefined) === query.includes(OPEN)),
    });
    const manifest = manifestWith({ decisions });
    const entry = { key: 'k', kind: 'release', project: 'default', name: 'kept', runId: 'run-1', at: day(2) };
    const archive = {
      entries: () => Promise.resolve([entry]),
      open: () => Promise.resolve({ entry, manifest, faults: [] }),
    } as unknown as ArchivedReleases;
    const access = { client, releases: new ReleaseClient(client), archive };
    const config = { store: { kind: 'directory', directory: '/srv/store' } } as const;
    return listReleases({ ...access, config }, { all: true, ...asked }, 10);
  }

  describe('a list of all releases', () => {
    it('has those that run, then every end, and says in which store records were looked for', async () => {
      const { releases, store, more } = await list([]);
      expect({ store, more }).toEqual({ store: '/srv/store', more: null });
      expect(releases.map(({ id, record }) => [id, record])).toEqual([
        ['default/open', undefined],
        ['default/unkept', 'missing'],
        ['default/kept', 'kept'],
      ]);
    });

    it.each(['confirm terms', 'reject terms', 'cancel'])('keeps who decided to %s, and why', async (what) => {
      const decision = { at: day(1), by: 'olga', what, why: 'wrong branch' };
      const pause = { at: day(1), by: 'ivan', what: 'pause', why: null };
      const { releases } = await list([decision, pause]);
      expect(releases.at(-1)).toMatchObject({ by: 'olga', why: 'wrong branch' });
    });

    it('has only those in the state that is asked for', async () => {
      const { releases } = await list([], { state: 'done' });
      expect(releases.map(({ id }) => id)).toContain('default/kept');
      expect(releases.map(({ id }) => id)).not.toContain('default/unkept');
    });
  });

  it('a name that is nearly that of a release is told with that one', async () => {
    const { client } = temporalOfRuns(runs);
    await expect(new ReleaseClient(client).status('opne')).rejects.toThrow(
      'There is no release default/opne. Did you mean default/open? "locrelease list" shows all releases.',
    );
  });
});

describe('newest releases', () => {
  interface Run {
    name: string;
    startedAt: number;
    endedAt?: number;
  }

  const time = (seconds: number): Date => new Date(seconds * 1000);

  /** Temporal lists open ones by their start, those that have ended by their end, the latest first. */
  async function newest(runs: readonly Run[], limit: number): Promise<{ shown: string[]; read: string[] }> {
    const find = (query: string) =>
      runs
        .filter(({ endedAt }) => (endedAt === undefined) === query.includes(OPEN))
        .sort((one, other) => (other.endedAt ?? other.startedAt) - (one.endedAt ?? one.startedAt))
        .map(({ name, startedAt, endedAt }) => ({
          workflowId: `release/default/${name}`,
          startedAt: time(startedAt),
          ...(endedAt !== undefined && { status: 'COMPLETED' as const, endedAt: time(endedAt) }),
        }));
    const { client, listed } = temporalOfRuns([], { find });
    const rows = await new ReleaseClient(client).newest({}, limit);
    return { shown: rows.map(({ name }) => name), read: listed };
  }

  it('lists releases by their start, whether or not they have ended', async () => {
    const runs = [
      { name: 'long', startedAt: 1 },
      { name: 'open', startedAt: 5 },
      { name: 'quick', startedAt: 6, endedAt: 7 },
      { name: 'slow', startedAt: 2, endedAt: 9 },
    ];
    expect((await newest(runs, 10)).shown).toEqual(['quick', 'open', 'slow', 'long']);
  });

  it('lists a release that was started again once, by its newest run', async () => {
    const runs = [
      { name: 'again', startedAt: 1, endedAt: 2 },
      { name: 'other', startedAt: 3, endedAt: 4 },
      { name: 'again', startedAt: 5 },
    ];
    expect((await newest(runs, 10)).shown).toEqual(['again', 'other']);
  });

  it('reads no further than to the first end before all that is shown', async () => {
    const runs = Array.from({ length: 50 }, (_, index) => ({
      name: `r${index}`,
      startedAt: index * 10,
      endedAt: index * 10 + 5,
    }));
    const { shown, read } = await newest(runs, 3);
    expect(shown).toEqual(['r49', 'r48', 'r47']);
    expect(read).toHaveLength(4);
  });
});

describe('earlier release', () => {
  const scratch = useScratch();

  /** A Temporal that has forgotten everything. */
  const { client } = temporalOfRuns([]);

  it('a release that only the archive knows can be asked for again, with its strings and where its files went', async () => {
    const archive = new ArchivedReleases(new Archive(new DirectoryStorage(scratch.path())));
    await archive.put(manifestBody(), null);
    const before = endedInput();
    const { text, source } = await readEarlierRelease(client, archive, before.spec);
    const spec = readReleaseText('again', text);
    expect(contentOf({ spec, source })).toEqual(contentOf(before));
    await expect(readEarlierRelease(client, archive, { project: 'default', name: 'none' })).rejects.toThrow(
      NotThere,
    );
  });
});

describe('release source', () => {
  const scratch = useScratch();

  it('of a release that only the archive knows, the strings are told, and no format', async () => {
    const store = new DirectoryStore(scratch.path('store'));
    const strings = [{ string_id: 'a', content: 'Start' }];
    const snapshot = await putSnapshot(store, strings);
    const archive = new ArchivedReleases(new Archive(store.storage));
    const body = manifestBody();
    const content = { ...body.content, source: { kind: 'snapshot' as const, ...snapshot } };
    await archive.put({ ...body, content }, null);
    const { client } = temporalOfRuns([]);
    const access = { client, archive, store };
    const { project, name } = content;
    expect(await readReleaseSource(access, `${project}/${name}`)).toEqual({
      strings,
      notes: {},
      format: null,
    });
  });
});
