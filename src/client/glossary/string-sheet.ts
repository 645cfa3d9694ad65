/** What one language of a release says, string by string, beside what the release before it said. */
import { LRUCache } from 'lru-cache';
import { countChanges, translatedStrings } from '../../domain/review/translated-strings';
import type { ReleaseSource } from '../../domain/release/release-input';
import { UnknownEncoding } from '../../localization/decode-text';
import { ReleaseKeys } from '../../localization/release-keys';
import type { EscapeMode } from '../../localization/vocabulary';
import type { StringsPage } from '../../protocol/console-api';
import type { ContentStore } from '../../store/content-store';
import { getSnapshot } from '../../store/source-snapshot';
import { StoreError } from '../../store/store-error';
import { contentById } from '../releases/content-difference';
import { readTranslations, type ReadableFile, type Translations } from './read-translations';

/** What was exported of which strings. */
export interface Exported {
  files: readonly ReadableFile[];
  source: ReleaseSource;
  /** As the service told it; null: it did not. */
  escape: EscapeMode | null;
}

type StringSheet = Pick<StringsPage, 'strings' | 'counts' | 'compared' | 'isWhole'>;

export async function readStringSheet(
  store: ContentStore,
  { now, before, language }: { now: Exported; before: Exported | null; language: string },
): Promise<StringSheet> {
  const source = await sourceTexts(store, now.source);
  const earlier = before && (await ifKept(() => sourceTexts(store, before.source)));
  // A file has all strings of its project: what the release before asked for is still there, or is gone.
  const keys =
    source === null || (before !== null && earlier === null)
      ? null
      : new ReleaseKeys([...source.keys(), ...(earlier?.keys() ?? [])]);
  const read = ({ files, escape }: Exported): Promise<Translations> =>
    readTranslations(store, files, { language, keys, escape });
  const { texts, isWhole } = await read(now);
  const old = before && (await ifKept(() => read(before)));
  const compared = isWhole && old?.isWhole === true;
  const strings = translatedStrings({ source, texts, before: compared ? old.texts : null });
  return { strings, counts: countChanges(strings), compared, isWhole };
}

/** null: the service downloaded them itself, so what they say is not known here. */
async function sourceTexts(
  store: ContentStore,
  source: ReleaseSource,
): Promise<ReadonlyMap<string, string> | null> {
  return source.kind === 'url' ? null : contentById(await getSnapshot(store, source.sha256));
}

/** What an earlier release left behind may have been cleared away since, which is no fault of this one. */
async function ifKept<Kept extends Translations | ReadonlyMap<string, string> | null>(
  read: () => Promise<Kept>,
): Promise<Kept | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof StoreError || error instanceof UnknownEncoding) return null;
    throw error;
  }
}

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
