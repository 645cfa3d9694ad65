import { releaseId } from '../../domain/identity';
import type { ReleaseManifest } from '../../domain/manifest-schema';
import type { ContentStore } from '../../store/content-store';
import type { ArchivedReleases, ReadManifest } from '../archived-releases';
import { changesSince } from './changes-since';
import { releaseReport, type Report } from './release-report';

/** The report of a release, with what the rest of the archive tells of it. */
export async function readReport(
  { archive, store }: { archive: ArchivedReleases; store: ContentStore },
  kept: ReadManifest<ReleaseManifest>,
): Promise<Report> {
  const { manifest, faults, signature } = kept;
  const before = await archive.before(kept);
  return releaseReport({
    manifest,
    faults,
    signature,
    before: before && {
      id: releaseId(before.content),
      changes: await changesSince(store, before, manifest),
    },
    rollbacks: await archive.rollbacks(manifest.content),
  });
}
