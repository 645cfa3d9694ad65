import type { ArchivedReleases } from '../../../src/client/records/archived-releases';
import { listReleases, type ReleaseList } from '../../../src/client/releases/list-releases';
import { ReleaseClient } from '../../../src/client/releases/release-client';
import type { ReleaseRecord } from '../../../src/domain/release/release-record';
import { OPEN } from '../../../src/temporal/open-executions';
import { manifestWith } from '../../support/manifest';
import { temporalOfRuns, type KnownRun } from '../../support/temporal-of-runs';

const day = (date: number): string => `2026-11-0${date}T10:00:00.000Z`;
const runs: readonly KnownRun[] = [
  { workflowId: 'release/default/open', runId: 'run-open', startedAt: new Date(day(5)) },
  {
    ...{ workflowId: 'release/default/unkept', runId: 'run-unkept', status: 'COMPLETED' },
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
