/** The strings of a source as they were when their release was started. */
import type { SourceString } from '../localization/requests';
import {
  parseNotes,
  parseSnapshot,
  snapshotTexts,
  type Note,
  type SnapshotTexts,
} from '../localization/snapshot-text';
import type { StoreReader, StoreWriter } from './unwritten-store';

export interface SourceSnapshot {
  sha256: string;
  strings: number;
  /** The digest of the notes on the strings; absent: there are none. */
  notes?: string;
  /** The format of the source files as `files --as` names it; absent: not known. */
  format?: string;
}

/**
 * The same strings in the same order have the same digest, whatever file they were read from and whatever its notes,
 * which are stored separately.
 */
export async function putSnapshot(
  store: StoreWriter,
  strings: Parameters<typeof snapshotTexts>[0],
): Promise<SourceSnapshot> {
  return putSnapshotTexts(store, snapshotTexts(strings));
}

export async function putSnapshotTexts(
  store: StoreWriter,
  { snapshot, notes, strings, format }: SnapshotTexts,
): Promise<SourceSnapshot> {
  const { sha256 } = await store.put(snapshot);
  const reference = { sha256, strings, ...(format !== undefined && { format }) };
  return notes === null ? reference : { ...reference, notes: (await store.put(notes)).sha256 };
}

export async function getNotes(store: StoreReader, sha256: string): Promise<Map<string, Note>> {
  return parseNotes((await store.get(sha256)).toString('utf8'));
}

export async function getSnapshot(store: StoreReader, sha256: string): Promise<SourceString[]> {
  return parseSnapshot((await store.get(sha256)).toString('utf8'));
}
