import { LRUCache } from 'lru-cache';
import { readStringSheet, type Exported, type StringSheet } from './string-sheet';
import type { ContentStore } from '../store/content-store';

type Wanted = Parameters<typeof readStringSheet>[1];

/** About two sheets of the most strings that one has. */
const MOST_CHARS = 200_000_000;
/** Of a string besides its texts. */
const CHARS_EACH = 100;

/** Exported strings by language, the latest few kept: one page after the other is asked for, and a digest's content never changes. */
export class StringSheets {
  readonly #kept: LRUCache<string, StringSheet, Wanted>;

  constructor(store: ContentStore) {
    this.#kept = new LRUCache({
      maxSize: MOST_CHARS,
      sizeCalculation: sizeOf,
      // One that is pushed out while it is read still goes to whoever asked for it.
      ignoreFetchAbort: true,
      fetchMethod: (_key, _stale, { context }) => readStringSheet(store, context),
    });
  }

  read(wanted: Wanted): Promise<StringSheet> {
    const { language, now, before } = wanted;
    const key = JSON.stringify([language, digestsOf(now), before && digestsOf(before)]);
    return this.#kept.forceFetch(key, { context: wanted });
  }
}

function digestsOf({ files, source, escape }: Exported): unknown[] {
  return [source.sha256 ?? null, escape, ...files.map(({ sha256 }) => sha256)];
}

function sizeOf({ strings }: StringSheet): number {
  return strings.reduce(
    (sum, { id, source, text, before }) =>
      sum + CHARS_EACH + id.length + (source?.length ?? 0) + (text?.length ?? 0) + (before?.length ?? 0),
    1,
  );
}
