/** What is new in the strings of a planned release since the release before it. */
import { releaseId, type ReleaseName } from '../domain/identity';
import type { SnapshotMeasures } from '../source/snapshot-jobs';
import { StoreError } from '../store/store-error';
import type { StoreReader } from '../store/unwritten-store';
import type { ArchivedReleases } from './archived-releases';

export interface PlannedChanges {
  /** The release that it is compared with. */
  id: string;
  endedAt: string;
  /** null: the strings of one of the two cannot be read here. */
  strings: SnapshotMeasures['changes'];
}

/** The release that a planned one is compared with; null: no release of the project is on record here. */
export async function releasedBefore(
  release: ReleaseName,
  { archive, store }: { archive: ArchivedReleases; store: StoreReader },
): Promise<(Omit<PlannedChanges, 'strings'> & { snapshot: Buffer | null }) | null> {
  const manifest = await archive.lastReleased(release);
  if (manifest === null) return null;
  const { content, run } = manifest;
  const snapshot = content.source.kind === 'url' ? null : await read(store, content.source.sha256);
  return { id: releaseId(content), endedAt: run.endedAt, snapshot };
}

async function read(store: StoreReader, sha256: string): Promise<Buffer | null> {
  try {
    return await store.get(sha256);
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
}
