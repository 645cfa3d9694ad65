/** What a release was started with, for whoever turns its exports into files like its sources. */
import type { Client } from '@temporalio/client';
import type { ReleaseSource } from '../domain/release-input';
import type { SourceString } from '../localization/requests';
import type { Note } from '../localization/snapshot-text';
import { describedRun } from '../temporal/runs';
import { releaseWorkflowId } from '../domain/identity';
import { getNotes, getSnapshot } from '../store/source-snapshot';
import type { StoreReader } from '../store/unwritten-store';
import type { ArchivedReleases } from './archived-releases';
import { named } from './release-name';
import { readStartedWith } from './run-facts';

export interface ReleaseSourceStrings {
  /** null: the service read them itself. */
  strings: SourceString[] | null;
  /** By the ids of the strings. */
  notes: Readonly<Record<string, Note>>;
  /** As `files --as` calls it; null: it is not known. */
  format: string | null;
}

export async function readReleaseSource(
  { client, archive, store }: { client: Client; archive: ArchivedReleases; store: StoreReader },
  id: string,
): Promise<ReleaseSourceStrings> {
  const release = named(id);
  const isKnown = (await describedRun(client, releaseWorkflowId(release))) !== null;
  const source: ReleaseSource = isKnown
    ? (await readStartedWith(client, release)).source
    : (await archive.demand(release)).manifest.content.source;
  if (source.kind === 'url') return { strings: null, notes: {}, format: null };
  const { sha256, notes, format = null } = source;
  return {
    strings: await getSnapshot(store, sha256),
    notes: notes === undefined ? {} : Object.fromEntries(await getNotes(store, notes)),
    format,
  };
}
