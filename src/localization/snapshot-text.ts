/**
 * The stored form of the strings of a source and of their notes: the same strings in the same order give the same text.
 */
import * as z from 'zod';
import type { SourceString } from './requests';

const snapshot = z.array(z.strictObject({ string_id: z.string(), content: z.string() }));

/** A file's notes on a string for translators and reviewers, which are never sent to the service. */
const note = z.strictObject({
  context: z.string().exactOptional(),
  comment: z.string().exactOptional(),
  /** In characters. */
  maxLength: z.int().exactOptional(),
});
const notes = z.array(note.extend({ string_id: z.string() }));

export type Note = z.output<typeof note>;

export interface SnapshotTexts {
  snapshot: string | Uint8Array;
  /** null: there are no notes. */
  notes: string | Uint8Array | null;
  strings: number;
  /** The format of the files; absent: they differ, or there are none. */
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

export function parseNotes(text: string): Map<string, Note> {
  return new Map(notes.parse(JSON.parse(text)).map(({ string_id, ...note }) => [string_id, note]));
}
