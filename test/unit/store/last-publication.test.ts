import type { ReleaseRollback } from '../../../src/domain/service-work';
import type { ReleaseSource } from '../../../src/domain/release/release-input';
import { rollbackManifest, type EndedRollback } from '../../../src/domain/release/release-manifest';
import { Archive } from '../../../src/store/archive';
import { DirectoryStorage } from '../../../src/store/directory-storage';
import { lastPublication } from '../../../src/store/last-publication';
import { ManifestArchive } from '../../../src/store/manifest-archive';
import { putSnapshot } from '../../../src/store/source-snapshot';
import { DirectoryStore } from '../../support/directory-store';
import { endedInput, manifestBody, publishedBody } from '../../support/manifest';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();
let store: DirectoryStore;
let archive: Archive;
let manifests: ManifestArchive;
beforeEach(() => {
  store = new DirectoryStore(scratch.path('store'));
  archive = new Archive(new DirectoryStorage(scratch.path('store')));
  manifests = new ManifestArchive(archive);
});

const timeOf = (hour: number): string => `2026-11-02T${String(hour).padStart(2, '0')}:00:00.000Z`;

async function sourceOf(...ids: string[]): Promise<ReleaseSource> {
  const strings = ids.map((string_id) => ({ string_id, content: `Text of ${string_id}` }));
  return { kind: 'snapshot', ...(await putSnapshot(store, strings)) };
}

interface Ended {
  languages: string[];
  source: ReleaseSource;
  publishedAt: number | null;
  endedAt: number;
}

async function release(name: string, { languages, source, publishedAt, endedAt }: Ended): Promise<void> {
  const ended = { input: { ...endedInput(name), source }, runId: name, at: timeOf(endedAt) };
  const body =
    publishedAt === null
      ? manifestBody({ languages }, ended)
      : publishedBody(languages, { ...ended, publishedAt: timeOf(publishedAt) });
  await manifests.put(body, null);
}

async function rollback(
  name: string,
  {
    languages,
    endedAt,
    ...ended
  }: Pick<EndedRollback, 'state' | 'jobId'> & Pick<Ended, 'languages' | 'endedAt'>,
): Promise<void> {
  const work: ReleaseRollback = {
    ...{ kind: 'rollback', project: 'default', release: name, taskId: 'task', languages, lostLanguages: [] },
    ...{ export: null, source: await sourceOf('a'), by: 'olga', reason: null, of: 'a'.repeat(64) },
  };
  const at = timeOf(endedAt);
  const rest = { problem: null, files: [], completeness: [], runId: `back-${endedAt}` };
  const body = rollbackManifest({ ...ended, ...rest, work, startedAt: at, endedAt: at }, '1.0.0');
  await manifests.put(body, null);
}

const last = async (source: ReleaseSource, open: Parameters<typeof lastPublication>[1]['open'] = []) =>
  lastPublication({ manifests, store }, { project: 'default', source, open });

it('is null where nobody has published', async () => {
  const source = await sourceOf('a');
  await release('game-1', { languages: ['ja'], source, publishedAt: null, endedAt: 9 });
  expect(await last(source)).toBeNull();
});

it('goes by when it was published, not by when the release ended', async () => {
  const source = await sourceOf('a');
  await release('game-1', { languages: ['ja', 'ko'], source, publishedAt: 5, endedAt: 12 });
  await release('game-2', { languages: ['ja'], source, publishedAt: 7, endedAt: 8 });
  await release('game-3', { languages: ['fr'], source, publishedAt: 3, endedAt: 4 });
  expect(await last(source)).toEqual({ id: 'default/game-2', at: timeOf(7), languages: ['ja'] });
  const open = [
    { id: 'default/game-0', at: timeOf(1), languages: [] },
    { id: 'default/game-4', at: timeOf(9), languages: ['de'] },
  ];
  expect(await last(source, open)).toEqual(open[1]);
});

it('passes over releases of other strings', async () => {
  const source = await sourceOf('a', 'b');
  await release('game-1', {
    languages: ['ja', 'ko'],
    source: await sourceOf('b', 'c'),
    publishedAt: 5,
    endedAt: 6,
  });
  await release('web-1', { languages: ['fr'], source: await sourceOf('x', 'y'), publishedAt: 7, endedAt: 8 });
  expect(await last(source)).toMatchObject({ id: 'default/game-1' });
  const url = { kind: 'url', url: 'https://files.example/en.xlsx' } as const;
  expect(await last(url)).toMatchObject({ id: 'default/web-1' });
});

it('takes strings that the store has no more for the same', async () => {
  const gone = { kind: 'snapshot', sha256: 'b'.repeat(64), strings: 1 } as const;
  await release('game-1', { languages: ['ja'], source: gone, publishedAt: 5, endedAt: 6 });
  expect(await last(await sourceOf('a'))).toMatchObject({ id: 'default/game-1' });
});

it('counts a rollback that has published, with or without its files', async () => {
  const source = await sourceOf('a');
  await release('game-1', { languages: ['ja', 'ko'], source, publishedAt: 5, endedAt: 6 });
  await rollback('game-0', { languages: ['ja'], state: 'blocked', jobId: 'job', endedAt: 7 });
  await rollback('game-9', { languages: ['de'], state: 'blocked', jobId: null, endedAt: 8 });
  await rollback('game-8', { languages: ['de'], state: 'failed', jobId: 'job', endedAt: 9 });
  expect(await last(source)).toEqual({ id: 'default/game-0', at: timeOf(7), languages: ['ja'] });
});

it('says so where a record cannot be read', async () => {
  const source = await sourceOf('a');
  await release('game-1', { languages: ['ja'], source, publishedAt: 5, endedAt: 6 });
  const key = 'default/game-2/20261102T070000000Z.release.run.json';
  await archive.put(key, '{');
  expect(await last(source)).toEqual({ unread: `The record ${key} cannot be read.` });
});
