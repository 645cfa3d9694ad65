/** What is new in the strings of a planned release since the release before it. */
import { canonicalJson } from '../domain/canonical-json';
import { releaseId, type ReleaseName } from '../domain/identity';
import { sourceContent } from '../domain/release-content';
import type { ReleaseInput } from '../domain/release-input';
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

/** Releases of the project that are looked at: one with many is not read back to its beginning. */
const MOST_EARLIER = 20;

/** Under another name the same strings are another task, and paid for again. */
export async function paidNotes(
  { spec, source }: Pick<ReleaseInput, 'spec' | 'source'>,
  archive: ArchivedReleases,
): Promise<string[]> {
  const { project, name, targetLanguages, supplementLanguages } = spec;
  const entries = (await archive.entries({ project })).filter(
    (entry) => entry.kind === 'release' && entry.name !== name,
  );
  for (const entry of entries.slice(0, MOST_EARLIER)) {
    const { manifest } = await archive.open(entry);
    if (manifest?.kind !== 'release' || manifest.run.taskId === null) continue;
    const { content, run } = manifest;
    const isSame = canonicalJson(sourceContent(content.source)) === canonicalJson(sourceContent(source));
    const paid = [...targetLanguages, ...supplementLanguages].filter((code) =>
      content.languages.includes(code),
    );
    if (isSame && paid.length > 0)
      return [
        `${releaseId(content)} (${run.endedAt}) had the same strings translated into ${paid.join(', ')}. Under another name they are paid for again.`,
      ];
  }
  return [];
}

async function read(store: StoreReader, sha256: string): Promise<Buffer | null> {
  try {
    return await store.get(sha256);
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
}
