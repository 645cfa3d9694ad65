import { Archive } from '../../../src/store/archive';
import { DirectoryStorage } from '../../../src/store/directory-storage';
import { ManifestArchive } from '../../../src/store/manifest-archive';
import { RevertArchive, type RevertRecord } from '../../../src/store/revert-archive';
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

it('has the newest first, of this release alone, and none of them is taken for a record', async () => {
  const archive = new Archive(new DirectoryStorage(scratch.path('store')));
  const reverts = new RevertArchive(archive);
  const manifests = new ManifestArchive(archive);
  await manifests.put(manifestBody(), null);
  await reverts.put(record('2026-11-16T09:00:00.000Z', 'first'), 'r1');
  await reverts.put(record('2026-11-16T10:00:00.000Z', 'second'), 'r2');
  await archive.put('default/game-1/20261116T110000000Z.revert.r3.json', 'not JSON');
  const found = await reverts.of({ project: 'default', name: 'game-1' });
  expect(found.map(({ reason }) => reason)).toEqual(['second', 'first']);
  expect(await reverts.of({ project: 'default', name: 'game-2' })).toEqual([]);
  expect(await manifests.entries()).toHaveLength(1);
});
