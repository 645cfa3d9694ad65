import { ArchivedReleases } from '../../../src/client/records/archived-releases';
import { readEarlierRelease } from '../../../src/client/releases/release-source';
import { NotThere } from '../../../src/client/errors';
import { contentOf } from '../../../src/domain/release/release-content';
import { readReleaseText } from '../../../src/source/read-release-file';
import { Archive } from '../../../src/store/archive';
import { DirectoryStorage } from '../../../src/store/directory-storage';
import { ManifestArchive } from '../../../src/store/manifest-archive';
import { endedInput, manifestBody } from '../../support/manifest';
import { useScratch } from '../../support/scratch';
import { temporalOfRuns } from '../../support/temporal-of-runs';

const scratch = useScratch();

/** A Temporal that has forgotten everything. */
const { client } = temporalOfRuns([]);

it('a release that only the archive knows can be asked for again, with its strings and where its files went', async () => {
  const manifests = new ManifestArchive(new Archive(new DirectoryStorage(scratch.path())));
  await manifests.put(manifestBody(), null);
  const archive = new ArchivedReleases(manifests);
  const before = endedInput();
  const { text, source } = await readEarlierRelease(client, archive, before.spec);
  const spec = readReleaseText('again', text);
  expect(contentOf({ spec, source })).toEqual(contentOf(before));
  await expect(readEarlierRelease(client, archive, { project: 'default', name: 'none' })).rejects.toThrow(
    NotThere,
  );
});
