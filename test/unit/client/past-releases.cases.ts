import { ArchivedReleases } from '../../../src/client/records/archived-releases';
import { InsightsReader, pastReleases } from '../../../src/client/releases/past-releases';
import { releaseSpec } from '../../../src/domain/release/release-file';
import type { ReleaseRecord } from '../../../src/domain/release/release-record';
import { Archive } from '../../../src/store/archive';
import { DirectoryStorage } from '../../../src/store/directory-storage';
import { endedInput, manifestBody, publishedBody } from '../../support/manifest';
import { stagesWith } from '../../support/release-status';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();

const took = (fromSecond: string, toSecond: string) =>
  ({
    state: 'done',
    startedAt: `2026-11-02T09:00:${fromSecond}.000Z`,
    endedAt: `2026-11-02T09:00:${toSecond}.000Z`,
  }) as const;
const stages = stagesWith({
  create: took('00', '02'),
  scan: { state: 'skipped' },
  translate: took('02', '42'),
  announce: took('42', '43'),
});

async function archiveOf(...bodies: ReturnType<typeof manifestBody>[]): Promise<ArchivedReleases> {
  const archive = new ArchivedReleases(new Archive(new DirectoryStorage(scratch.path())));
  for (const body of bodies) await archive.put(body, null);
  return archive;
}

it('reads how long each stage took and how large the release was', async () => {
  const archive = await archiveOf(manifestBody({ stages }));
  expect(await pastReleases(archive, 'default')).toEqual([
    { rows: 2, stageMs: { create: 2_000, scan: 0, translate: 40_000, announce: 1_000 } },
  ]);
  expect(await pastReleases(archive, 'other')).toEqual([]);
});

it('takes an announcement that waited for its time for no measure', async () => {
  const { spec, ...input } = endedInput();
  const announce = { accounts: ['acc_1'], text: 'x', at: '2026-12-01T09:00+00:00' };
  const held = { ...input, spec: { ...spec, announce: releaseSpec.shape.announce.parse(announce) } };
  const archive = await archiveOf(manifestBody({ stages }, { input: held }));
  expect((await pastReleases(archive, 'default'))[0]?.stageMs).not.toHaveProperty('announce');
});

it('takes a stage in which a person had to decide for no measure', async () => {
  const decided = { by: 'olga', what: 'resolve retry', why: null, at: '2026-11-02T09:00:30.000Z' };
  const archive = await archiveOf(manifestBody({ stages, decisions: [decided] }));
  const [past] = await pastReleases(archive, 'default');
  expect(past?.stageMs).toEqual({ create: 2_000, scan: 0, announce: 1_000 });
});

it('takes a stage in which a person was waited for, and a review without terms, for no measure', async () => {
  const at = '2026-11-02T09:00:30.000Z';
  const decisions = [{ at, by: 'olga', what: 'resolve retry', why: null }];
  const confirmed = stagesWith({ confirm: took('00', '01'), translate: took('02', '42') });
  const terms = { total: 0, digest: 'd', list: 'l', base: 'b', marks: null, removed: 0, matches: null };
  const archive = await archiveOf(manifestBody({ stages: confirmed, decisions, terms }));
  const [past] = await pastReleases(archive, 'default');
  expect(past?.stageMs).not.toHaveProperty('translate');
  expect(past?.stageMs).not.toHaveProperty('confirm');
});

it.each<[string, Partial<ReleaseRecord>]>([
  ['was not released', { state: 'failed' }],
  ['only added languages', { firstRunId: 'run-0' }],
])('leaves out one that %s', async (_what, changes) => {
  const body = manifestBody({ stages, ...changes });
  const archive = await archiveOf({ ...body, content: { ...body.content, state: changes.state ?? 'done' } });
  expect(await pastReleases(archive, 'default')).toEqual([]);
});

it('compares with the release that was live when it was published, whenever the records ended', async () => {
  const published = (name: string, minute: string, endedMinute: string) =>
    publishedBody(['ja'], {
      input: endedInput(name),
      publishedAt: `2026-11-02T10:${minute}:00.000Z`,
      at: `2026-11-02T10:${endedMinute}:00.000Z`,
    });
  const retried = published('game-2', '10', '40');
  const archive = await archiveOf(
    published('game-0', '05', '06'),
    published('game-1', '01', '30'),
    retried,
    published('game-3', '20', '21'),
  );
  const { manifest } = await archive.demand({ project: 'default', name: 'game-2' });
  expect((await archive.before(manifest))?.content.name).toBe('game-0');
  expect((await archive.lastReleased({ project: 'default', name: 'game-4' }))?.content.name).toBe('game-3');
});

describe('insights', () => {
  const nowMs = Date.parse('2026-11-02T12:00Z');
  const read = async (...bodies: ReturnType<typeof manifestBody>[]) =>
    new InsightsReader(await archiveOf(...bodies)).read({ weeks: 1 }, nowMs);

  it('count a release once, by its last end, with the stages of its earlier ones', async () => {
    const partial = manifestBody({ stages });
    partial.content.state = 'partial';
    const later = manifestBody({}, { at: '2026-11-02T11:00:00.000Z' });
    const added = manifestBody({ firstRunId: 'run-1' }, { runId: 'run-2', at: '2026-11-02T11:30:00.000Z' });
    const { releases, weeks, stages: times } = await read(partial, later, added);
    expect({ releases, weeks }).toMatchObject({ releases: 1, weeks: [{ released: 1, strings: 2 }] });
    expect(times.map(({ name }) => name)).toEqual(['create', 'translate', 'announce']);
  });

  it('count a review that ended in a rejection', async () => {
    const body = manifestBody({ stages: stagesWith({ confirm: { ...took('00', '25'), state: 'failed' } }) });
    body.content.state = 'rejected';
    expect((await read(body)).review).toMatchObject({ count: 1, medianMs: 3_600_000 });
  });
});
