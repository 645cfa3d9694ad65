/**
 * What operators did to a list, in parts by their digest, each naming the one before it: an edit keeps what it changed, and
 * not again all that was changed before. A part takes in those before it that are no larger. So there are never more
 * parts than times that the number of marks can be halved, and a mark is written anew as seldom.
 */
import type { TermMark } from '../domain/review/term-sheet';
import type { ContentStore } from './content-store';

/** `deleted`: the term is no longer at the service. */
export type StoredMark = TermMark | 'deleted';

/** null: what was marked was taken back. */
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

/** The digest of the newest part then; null: no mark is left. */
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
  // As a list: an id may be any word, also one that has a meaning as the name of a property.
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
