import { ArchivedReleases } from '../../../src/client/records/archived-releases';
import { readReleaseSource } from '../../../src/client/releases/release-source';
import { Archive } from '../../../src/store/archive';
import { ManifestArchive } from '../../../src/store/manifest-archive';
import { putSnapshot } from '../../../src/store/source-snapshot';
import { DirectoryStore } from '../../support/directory-store';
import { manifestBody } from '../../support/manifest';
import { useScratch } from '../../support/scratch';
import { temporalOfRuns } from '../../support/temporal-of-runs';

const scratch = useScratch();

it('of a release that only the archive knows, the strings are told, and no format', async () => {
  const store = new DirectoryStore(scratch.path('store'));
  const strings = [{ string_id: 'a', content: 'Start' }];
  const snapshot = await putSnapshot(store, strings);
  const manifests = new ManifestArchive(new Archive(store.storage));
  const body = manifestBody();
  const content = { ...body.content, source: { kind: 'snapshot' as const, ...snapshot } };
  await manifests.put({ ...body, content }, null);
  const { client } = temporalOfRuns([]);
  const access = { client, archive: new ArchivedReleases(manifests), store };
  const { project, name } = content;
  expect(await readReleaseSource(access, `${project}/${name}`)).toEqual({ strings, notes: {}, format: null });
});
