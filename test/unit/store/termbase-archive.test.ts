import { Archive } from '../../../src/store/archive';
import { DirectoryStorage } from '../../../src/store/directory-storage';
import { ManifestArchive } from '../../../src/store/manifest-archive';
import { TermbaseArchive, type RevertRecord, type UploadRecord } from '../../../src/store/termbase-archive';
import { manifestBody } from '../../support/manifest';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();

const record = (at: string, reason: string): RevertRecord => ({
  ...{
    schemaVersion: 1,
    kind: 'termbase-revert',
    project: 'default',
    name: 'game-1',
    by: 'olga',
    at,
    reason,
  },
  terms: [{ term: 'Mira', action: 'delete', overwrites: false, fields: [] }],
});

const upload = (project: string, at: string, reason: string | null): UploadRecord => ({
  ...{ schemaVersion: 1, kind: 'termbase-upload', project, mode: 'upload', by: 'ivan', at, reason },
  terms: ['Mira'],
});

it('has the newest first, of this release or project alone, and none of them is taken for a record', async () => {
  const archive = new Archive(new DirectoryStorage(scratch.path('store')));
  const changes = new TermbaseArchive(archive);
  const manifests = new ManifestArchive(archive);
  await manifests.put(manifestBody(), null);
  await changes.put(record('2026-11-16T09:00:00.000Z', 'first'));
  await changes.put(record('2026-11-16T10:00:00.000Z', 'second'));
  await archive.put('default/game-1/20261116T110000000Z.revert.r3.json', 'not JSON');
  const reverts = await changes.revertsOf({ project: 'default', name: 'game-1' });
  expect(reverts.map(({ reason }) => reason)).toEqual(['second', 'first']);
  expect(await changes.revertsOf({ project: 'default', name: 'game-2' })).toEqual([]);

  await changes.put(upload('default', '2026-11-16T09:00:00.000Z', 'new names'));
  await changes.put(upload('default', '2026-11-16T10:00:00.000Z', null));
  await changes.put(upload('other', '2026-11-16T11:00:00.000Z', null));
  expect((await changes.uploadsOf('default')).map(({ reason }) => reason)).toEqual([null, 'new names']);
  expect(await manifests.entries()).toHaveLength(1);
});
