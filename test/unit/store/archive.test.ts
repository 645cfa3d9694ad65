import { Archive } from '../../../src/store/archive';
import { DirectoryStorage } from '../../../src/store/directory-storage';
import { ManifestArchive } from '../../../src/store/manifest-archive';
import { manifestBody, endedInput } from '../../support/manifest';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();

it('keeps entries under their names, and lists them by their beginning', async () => {
  const archive = new Archive(new DirectoryStorage(scratch.path('store')));
  expect(await archive.list('')).toEqual([]);
  expect(await archive.get('a/b.json')).toBeNull();
  await archive.put('a/b.json', 'one');
  await archive.put('a/b.json', 'two');
  await archive.put('ab/c.json', 'three');
  expect(await archive.list('a')).toEqual(['a/b.json']);
  expect(await archive.list('')).toEqual(['a/b.json', 'ab/c.json']);
  // What it tells has happened.
  expect((await archive.get('a/b.json'))?.toString()).toBe('one');
});

it.each(['../a', 'a/../../b', '/etc/passwd', '.hidden', 'a//b', ''])('refuses the name %j', async (name) => {
  const archive = new Archive(new DirectoryStorage(scratch.path('store')));
  await expect(archive.put(name, '')).rejects.toThrow('cannot name an object');
});

it('has the newest end of a release first, and loses none before it', async () => {
  const manifests = new ManifestArchive(new Archive(new DirectoryStorage(scratch.path('store'))));
  const ends = [
    ['game-1', '2026-11-02T10:00:00.000Z', 'run-1'],
    ['game-2', '2026-11-03T10:00:00.000Z', 'run-2'],
    ['game-1', '2026-11-04T10:00:00.000Z', 'run-3'],
  ] as const;
  for (const [name, at, runId] of ends) {
    await manifests.put(manifestBody({}, { input: endedInput(name), at, runId }), null);
    await manifests.put(manifestBody({}, { input: endedInput(name), at, runId }), null);
  }
  const all = await manifests.entries();
  expect(all.map(({ runId }) => runId)).toEqual(['run-3', 'run-2', 'run-1']);
  const own = await manifests.entries({ project: 'default', name: 'game-1' });
  expect(own).toMatchObject([
    { at: '2026-11-04T10:00:00.000Z', kind: 'release' },
    { at: '2026-11-02T10:00:00.000Z', kind: 'release' },
  ]);
});
