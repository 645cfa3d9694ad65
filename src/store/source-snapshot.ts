/** The strings of a source as they were when their release was started. */
import {
  parseNotes,
  parseSnapshot,
  snapshotTexts,
  type Note,
  type SnapshotTexts,
} from '../localization/snapshot-text';
import type { StoreReader, StoreWriter } from './unwritten-store';
import type { SourceString } from '../localization/requests';
import type { ContentStore } from './content-store';

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
export function putSnapshot(
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

const PART_CHARS = 1_000_000;

/**
 * The separator between two strings of a snapshot, which occurs nowhere else: within a text each quotation mark follows
 * a backslash, and no letter follows the end of a text.
 */
const BETWEEN = '"},{"string_id":"';
const END_OF_ONE = '"}'.length;

/**
 * Reads the strings of a snapshot in parts: a million of them, parsed at once, would take most of a worker's memory.
 * Damage shows at the end: nothing counts before that.
 */
export async function* snapshotParts(
  store: Pick<ContentStore, 'read'>,
  sha256: string,
  partChars = PART_CHARS,
): AsyncGenerator<SourceString[]> {
  const decoder = new TextDecoder();
  let text = '';
  let isInParts = true;
  let isBroken = false;
  for await (const chunk of store.read(sha256)) {
    // It is read to its end, where the store reports whether it is damaged.
    if (isBroken) continue;
    text += decoder.decode(chunk, { stream: true });
    if (!isInParts || text.length < partChars) continue;
    const place = text.lastIndexOf(BETWEEN);
    // A snapshot in another format is searched only once, and then read as a whole.
    isInParts = place >= 0;
    if (!isInParts) continue;
    let part: SourceString[];
    try {
      part = parseSnapshot(`${text.slice(0, place + END_OF_ONE)}]`);
    } catch {
      isBroken = true;
      continue;
    }
    yield part;
    text = `[${text.slice(place + END_OF_ONE + 1)}`;
  }
  // A broken snapshot fails again here.
  yield parseSnapshot(text + decoder.decode());
}
