/** The work on people's files and contents that runs in a separate process: see `read-apart.ts`. */
import { counted } from '../domain/text/counted';
import type { SourceFiles } from '../domain/release/release-file';
import { countWords } from '../domain/cost';
import { stringChanges } from '../domain/review/translated-strings';
import { parseNotes, parseSnapshot, snapshotTexts, type SnapshotTexts } from '../localization/snapshot-text';
import type { EscapeMode } from '../localization/vocabulary';
import { InputError, type Finding } from './input-error';
import { readSourceJson } from './read-source';
import { readSourceFiles } from './read-source-files';

export type SourcesRead =
  (SnapshotTexts & { files: number; doubts: Finding[] }) | { findings: readonly Finding[] };

export async function readSources({
  source,
  escape,
}: {
  source: SourceFiles;
  escape: EscapeMode | undefined;
}): Promise<SourcesRead> {
  const doubts: Finding[] = [];
  try {
    const { strings, files, format } = await readSourceFiles(source, escape, (found) =>
      doubts.push(...found),
    );
    const { snapshot, notes, ...rest } = snapshotTexts(strings);
    // The bytes are passed on without being parsed.
    const bytes = { snapshot: Buffer.from(snapshot), notes: notes && Buffer.from(notes) };
    return { ...bytes, ...rest, ...(format !== undefined && { format }), files, doubts };
  } catch (error) {
    if (error instanceof InputError) return { findings: error.findings };
    throw error;
  }
}

export interface SentSnapshot {
  snapshot: Uint8Array;
  notes: Uint8Array | null;
  /** The number of strings that the sender reports. */
  strings: number;
}

/** Why contents differ from the form that `snapshotTexts` writes, as a sentence; null: they do not. */
export function snapshotFault({ snapshot, notes, strings }: SentSnapshot): string | null {
  try {
    const sourceStrings = readSourceJson('source', Buffer.from(snapshot).toString('utf8'));
    if (sourceStrings.length !== strings)
      return `The source has ${counted(sourceStrings.length, 'string')}, not ${strings}.`;
    if (Buffer.compare(Buffer.from(snapshotTexts(sourceStrings).snapshot), snapshot) !== 0)
      return `The source is not written as locrelease writes it: a list of {"string_id", "content"} without blanks.`;
  } catch (error) {
    if (error instanceof InputError) return `The source cannot be used. ${error.message}\n`;
    throw error;
  }
  return notes === null || areNotes(notes)
    ? null
    : 'The notes of the source are no list of notes on strings.';
}

export interface SnapshotRequest {
  snapshot: Uint8Array;
  before: Uint8Array | null;
}

export interface SnapshotMeasures {
  /** null: the strings would take too long to count. */
  words: number | null;
  /** The changes since `before`; null: there is no such snapshot. */
  changes: {
    new: ChangedStrings;
    changed: ChangedStrings;
    gone: ChangedStrings;
    /** Of new and changed strings; null: they are too many to count. */
    words: number | null;
  } | null;
}

interface ChangedStrings {
  count: number;
  keys: string[];
}

/** As many keys as a reader of a document may want. */
const MOST_KEYS = 100;
/** Some languages take a second for half a million characters. */
const MOST_COUNTED_CHARS = 10_000_000;

export function measureSnapshot({ snapshot, before }: SnapshotRequest): SnapshotMeasures {
  const after = textsById(snapshot);
  const words = countAllWords([...after.values()]);
  if (before === null) return { words, changes: null };
  const { added, changed, removed } = stringChanges(textsById(before), after);
  const others = [...added, ...changed].map((key) => after.get(key) ?? '');
  const changes = { new: bounded(added), changed: bounded(changed), gone: bounded(removed) };
  return { words, changes: { ...changes, words: countAllWords(others) } };
}

function textsById(snapshot: Uint8Array): Map<string, string> {
  const strings = parseSnapshot(Buffer.from(snapshot).toString('utf8'));
  return new Map(strings.map(({ string_id, content }) => [string_id, content]));
}

function countAllWords(texts: readonly string[]): number | null {
  if (texts.reduce((sum, text) => sum + text.length, 0) > MOST_COUNTED_CHARS) return null;
  return texts.reduce((sum, text) => sum + countWords(text), 0);
}

function bounded(keys: readonly string[]): ChangedStrings {
  return { count: keys.length, keys: keys.slice(0, MOST_KEYS) };
}

function areNotes(notes: Uint8Array): boolean {
  try {
    parseNotes(Buffer.from(notes).toString('utf8'));
    return true;
  } catch {
    return false;
  }
}
