/**
 * The marks of a list, in parts by their digest, each naming the one before it: an edit stores only what it changed. A
 * part absorbs earlier parts that are no larger, so the number of parts, and of times that a mark is written again, is
 * logarithmic in the number of marks.
 */
import type { TermMark } from '../domain/review/term-sheet';
import type { ContentStore } from './content-store';

/** `deleted`: the term is no longer at the service. */
export type StoredMark = TermMark | 'deleted';

/** null: the mark was withdrawn. */
type Entries = ReadonlyMap<string, StoredMark | null>;

interface Part {
  earlier: string | null;
  entries: Entries;
}

export async function getMarks(store: ContentStore, newest: string | null): Promise<Map<string, StoredMark>> {
  const parts: Entries[] = [];
  for (let digest = newest; digest !== null;) {
    const { earlier, entries } = await getPart(store, digest);
    parts.unshift(entries);
    digest = earlier;
  }
  return withoutTakenBack(new Map(parts.flatMap((entries) => [...entries])));
}

/** Returns the digest of the newest part; null: no mark is left. */
export async function addMarks(
  store: ContentStore,
  newest: string | null,
  changes: Entries,
): Promise<string | null> {
  let earlier = newest;
  let entries = changes;
  while (earlier !== null) {
    const before = await getPart(store, earlier);
    if (before.entries.size > entries.size) break;
    entries = new Map([...before.entries, ...entries]);
    earlier = before.earlier;
  }
  if (earlier === null) entries = withoutTakenBack(entries);
  if (entries.size === 0) return earlier;
  // Stored as a list, because an id may be any word, also the name of a special property.
  const { sha256 } = await store.put(JSON.stringify({ earlier, marks: [...entries] }));
  return sha256;
}

async function getPart(store: ContentStore, digest: string): Promise<Part> {
  const stored = JSON.parse((await store.get(digest)).toString('utf8')) as {
    earlier: string | null;
    marks: [string, StoredMark | null][];
  };
  return { earlier: stored.earlier, entries: new Map(stored.marks) };
}

function withoutTakenBack(entries: Entries): Map<string, StoredMark> {
  const marks = new Map<string, StoredMark>();
  for (const [id, mark] of entries) if (mark !== null) marks.set(id, mark);
  return marks;
}
