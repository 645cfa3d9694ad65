/** The strings of a source as they were when their release was started. */
import * as z from 'zod';
import type { SourceString } from '../localization/requests';
import type { StoreReader, StoreWriter } from './unwritten-store';

export interface SourceSnapshot {
  sha256: string;
  /** How many. */
  strings: number;
  /** Digest of what is said of them; absent: nothing. */
  notes?: string;
}

const snapshot = z.array(z.strictObject({ string_id: z.string(), content: z.string() }));

const note = z.strictObject({
  context: z.string().exactOptional(),
  comment: z.string().exactOptional(),
  maxLength: z.int().exactOptional(),
});
const notes = z.array(note.extend({ string_id: z.string() }));

type Note = z.output<typeof note>;

/**
 * The same strings in the same order have the same digest, whatever file they were read from, and whatever is said of
 * them there: that is kept beside them.
 */
export async function putSnapshot(
  store: StoreWriter,
  strings: readonly (SourceString & { note?: Note })[],
): Promise<SourceSnapshot> {
  const canonical = strings.map(({ string_id, content }) => ({ string_id, content }));
  const { sha256 } = await store.put(JSON.stringify(canonical));
  const noted = strings.flatMap(({ string_id, note: said }) =>
    said === undefined ? [] : [{ string_id, ...said }],
  );
  if (noted.length === 0) return { sha256, strings: strings.length };
  const kept = await store.put(JSON.stringify(noted));
  return { sha256, strings: strings.length, notes: kept.sha256 };
}

/** By the id of the string. */
export async function getNotes(store: StoreReader, sha256: string): Promise<Map<string, Note>> {
  const value: unknown = JSON.parse((await store.get(sha256)).toString('utf8'));
  return new Map(notes.parse(value).map(({ string_id, ...said }) => [string_id, said]));
}

export async function getSnapshot(store: StoreReader, sha256: string): Promise<SourceString[]> {
  return parseSnapshot((await store.get(sha256)).toString('utf8'));
}

export const parseSnapshot = (text: string): SourceString[] => snapshot.parse(JSON.parse(text));
