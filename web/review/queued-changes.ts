/** Changes on their way to the gateway, in the order in which they were made. */
import type { Change, SeenValues } from './sheet';

export interface QueuedChange {
  id: string;
  change: Change;
  /** When it was saved, as a count of saves; null: not yet. */
  savedAs: number | null;
}

/** Edits go to the service one by one, marks and acceptances do not: a request should take seconds, and its progress be seen. */
const MOST_TERMS = { edit: 50, 'keep-termbase': 50, mark: 1000, accept: 1000 } as const;

export const unsaved = (queue: readonly QueuedChange[]): QueuedChange[] =>
  queue.filter(({ savedAs }) => savedAs === null);

/** The queue with changes at its end: each in one with the last where both say the same, cut where it is large. */
export function queued(
  queue: readonly QueuedChange[],
  changes: readonly Change[],
  { sending, newId }: { sending: string | null; newId: () => string },
): readonly QueuedChange[] {
  const all = [...queue];
  for (const change of changes) {
    const last = all.at(-1);
    const merged = last?.savedAs === null && last.id !== sending ? mergedChange(last.change, change) : null;
    if (last !== undefined && merged !== null) all[all.length - 1] = { ...last, change: merged };
    else for (const piece of pieces(change)) all.push({ id: newId(), change: piece, savedAs: null });
  }
  return all;
}

function mergedChange(first: Change, second: Change): Change | null {
  const isSameMark = first.kind === 'mark' && second.kind === 'mark' && first.removed === second.removed;
  const isSameAccept =
    first.kind === 'accept' &&
    second.kind === 'accept' &&
    String(first.languages) === String(second.languages);
  if (isSameMark || isSameAccept) {
    const termIds = [...new Set([...first.termIds, ...second.termIds])];
    return termIds.length > MOST_TERMS[first.kind] ? null : { ...first, termIds };
  }
  if (first.kind === 'edit' && second.kind === 'edit' && sameIds(first.termIds, second.termIds)) {
    const edit = joined(first.edit, second.edit);
    if (first.base === undefined && second.base === undefined) return { ...first, edit };
    // What the second one has seen may be what the first one sets, and that is nowhere yet.
    if (first.base === undefined || second.base === undefined) return null;
    return { ...first, edit, base: joined(second.base, first.base) };
  }
  return null;
}

/** What both have is as the second one says. */
function joined(first: SeenValues, second: SeenValues): SeenValues {
  const translations = { ...first.translations, ...second.translations };
  const values = { ...first, ...second };
  return Object.keys(translations).length > 0 ? { ...values, translations } : values;
}

const sameIds = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index]);

function pieces(change: Change): Change[] {
  const size = MOST_TERMS[change.kind];
  const cut: Change[] = [];
  for (let start = 0; start < change.termIds.length; start += size) {
    cut.push({ ...change, termIds: change.termIds.slice(start, start + size) });
  }
  return cut;
}
