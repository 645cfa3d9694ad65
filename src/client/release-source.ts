/** What a release was started with, for whoever turns its exports into files like its sources. */
import type { Client } from '@temporalio/client';
import type { SourceString } from '../localization/requests';
import type { Note } from '../localization/snapshot-text';
import { getNotes, getSnapshot } from '../store/source-snapshot';
import type { StoreReader } from '../store/unwritten-store';
import type { ArchivedReleases } from './archived-releases';
import { readEarlierRelease } from './earlier-release';
import { named } from './release-name';

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
  const { source } = await readEarlierRelease(client, archive, named(id));
  if (source.kind === 'url') return { strings: null, notes: {}, format: null };
  const { sha256, notes, format = null } = source;
  return {
    strings: await getSnapshot(store, sha256),
    notes: notes === undefined ? {} : Object.fromEntries(await getNotes(store, notes)),
    format,
  };
}
