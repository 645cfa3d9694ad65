/** Finds the last publication of a source's strings in their project, by the records of releases and rollbacks. */
import { releaseId } from '../domain/release/identity';
import type { LastPublication, Publication } from '../domain/release/release-languages';
import type { Manifest, ReleaseManifest, RollbackManifest } from '../domain/release/manifest-schema';
import type { ReleaseSource } from '../domain/release/release-input';
import type { ArchiveEntry, ManifestArchive } from './manifest-archive';
import { getSnapshot } from './source-snapshot';
import { isStoreError } from './store-error';
import type { StoreReader } from './unwritten-store';

/**
 * The number of publications of other strings that are skipped, so that a large project is not read back to its
 * beginning.
 */
const MOST_OTHERS = 20;

export interface PublishedStrings {
  project: string;
  source: ReleaseSource;
  /** Publications of releases that have not ended, and have no record yet. */
  open: readonly Publication[];
}

export async function lastPublication(
  { manifests, store }: { manifests: ManifestArchive; store: StoreReader },
  { project, source, open }: PublishedStrings,
): Promise<LastPublication> {
  const shares = sharing(store, source);
  let last = open.reduce<Publication | null>(newer, null);
  let others = 0;
  for (const entry of await manifests.entries({ project })) {
    // A release publishes nothing after its end.
    if ((last !== null && entry.at < last.at) || others === MOST_OTHERS) break;
    const { manifest } = await manifests.open(entry);
    if (manifest === null) return { unread: `The record ${entry.key} cannot be read.` };
    const found = publicationOf(entry, manifest);
    if (found === null || newer(last, found) !== found) continue;
    if (await shares(manifest)) last = found;
    else others += 1;
  }
  return last;
}

function newer(one: Publication | null, other: Publication): Publication {
  return one !== null && one.at >= other.at ? one : other;
}

function publicationOf(entry: ArchiveEntry, manifest: Manifest): Publication | null {
  const { languages } = manifest.content;
  const at = manifest.kind === 'release' ? publishedAt(manifest) : publishedAgainAt(manifest);
  return at === null ? null : { id: releaseId(entry), at, languages };
}

/** A rollback whose files could not be written has published all the same. */
export function publishedAgainAt({ content, run }: RollbackManifest): string | null {
  const isPublished = ['done', 'blocked'].includes(content.state) && run.publishJobId !== null;
  return isPublished ? run.endedAt : null;
}

export function publishedAt({ content, run }: ReleaseManifest): string | null {
  const index = content.stages.findIndex(({ name, state }) => name === 'publish' && state === 'done');
  return run.stages[index]?.endedAt ?? null;
}

/** Whether a record is of some of the strings. Sources that cannot be compared count as the same. */
function sharing(store: StoreReader, source: ReleaseSource): (manifest: Manifest) => Promise<boolean> {
  let own: Promise<ReadonlySet<string> | null> | null = null;
  return async (manifest) => {
    const other = manifest.kind === 'release' ? manifest.content.source : null;
    if (source.kind !== 'snapshot' || other?.kind !== 'snapshot') return true;
    if (other.sha256 === source.sha256) return true;
    own ??= stringIds(store, source.sha256);
    const [ours, theirs] = [await own, await stringIds(store, other.sha256)];
    return ours === null || theirs === null || [...theirs].some((id) => ours.has(id));
  };
}

/** null: the store no longer has them. */
async function stringIds(store: StoreReader, sha256: string): Promise<ReadonlySet<string> | null> {
  try {
    return new Set((await getSnapshot(store, sha256)).map(({ string_id }) => string_id));
  } catch (error) {
    if (isStoreError(error, 'absent')) return null;
    throw error;
  }
}
