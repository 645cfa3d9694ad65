/**
 * The strings of a source, and the notes on them, in their stored form: the same strings in the same order are the same
 * text.
 */
import * as z from 'zod';
import type { SourceString } from './requests';

const snapshot = z.array(z.strictObject({ string_id: z.string(), content: z.string() }));

const note = z.strictObject({
  context: z.string().exactOptional(),
  comment: z.string().exactOptional(),
  maxLength: z.int().exactOptional(),
});
const notes = z.array(note.extend({ string_id: z.string() }));

export type Note = z.output<typeof note>;

export interface SnapshotTexts {
  snapshot: string | Uint8Array;
  /** null: there are no notes. */
  notes: string | Uint8Array | null;
  /** How many. */
  strings: number;
  /** Of their files; absent: they differ, or there are none. */
  format?: string;
}

export function snapshotTexts(strings: readonly (SourceString & { note?: Note })[]): SnapshotTexts {
  const canonical = strings.map(({ string_id, content }) => ({ string_id, content }));
  const noted = strings.flatMap(({ string_id, note }) =>
    note === undefined ? [] : [{ string_id, ...note }],
  );
  return {
    snapshot: JSON.stringify(canonical),
    notes: noted.length === 0 ? null : JSON.stringify(noted),
    strings: strings.length,
  };
}

export const parseSnapshot = (text: string): SourceString[] => snapshot.parse(JSON.parse(text));

/** By the id of the string. */
export function parseNotes(text: string): Map<string, Note> {
  return new Map(notes.parse(JSON.parse(text)).map(({ string_id, ...note }) => [string_id, note]));
}
