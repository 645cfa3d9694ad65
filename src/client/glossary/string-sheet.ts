/** The texts of one language of a release, string by string, next to those of the release before it. */
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

export interface Exported {
  files: readonly ReadableFile[];
  source: ReleaseSource;
  /** null: the service did not report it. */
  escape: EscapeMode | null;
}

type StringSheet = Pick<StringsPage, 'strings' | 'counts' | 'compared' | 'isWhole'>;

export async function readStringSheet(
  store: ContentStore,
  { now, before, language }: { now: Exported; before: Exported | null; language: string },
): Promise<StringSheet> {
  const source = await sourceTexts(store, now.source);
  const earlier = before && (await ifStored(() => sourceTexts(store, before.source)));
  // An exported file has all strings of its project, so the strings of the release before are still in it or were
  // deleted.
  const keys =
    source === null || (before !== null && earlier === null)
      ? null
      : new ReleaseKeys([...source.keys(), ...(earlier?.keys() ?? [])]);
  const read = ({ files, escape }: Exported): Promise<Translations> =>
    readTranslations(store, files, { language, keys, escape });
  const { texts, isWhole } = await read(now);
  const old = before && (await ifStored(() => read(before)));
  const compared = isWhole && old?.isWhole === true;
  const strings = translatedStrings({ source, texts, before: compared ? old.texts : null });
  return { strings, counts: countChanges(strings), compared, isWhole };
}

/** null: the service downloaded the source itself, so its texts are not known here. */
async function sourceTexts(
  store: ContentStore,
  source: ReleaseSource,
): Promise<ReadonlyMap<string, string> | null> {
  return source.kind === 'url' ? null : contentById(await getSnapshot(store, source.sha256));
}

/** The files of an earlier release may have been deleted since, which is no fault of this one. */
async function ifStored<Content extends Translations | ReadonlyMap<string, string> | null>(
  read: () => Promise<Content>,
): Promise<Content | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof StoreError || error instanceof UnknownEncoding) return null;
    throw error;
  }
}

type Wanted = Parameters<typeof readStringSheet>[1];

/** Characters of about two sheets of the largest size. */
const MOST_CHARS = 200_000_000;
/** The estimated overhead of a row besides its texts. */
const CHARS_EACH = 100;

/**
 * Caches the exported strings of the last few languages, because pages are requested one after the other. The content
 * of a digest never changes.
 */
export class StringSheets {
  readonly #cache: LRUCache<string, StringSheet, Wanted>;

  constructor(store: ContentStore) {
    this.#cache = new LRUCache({
      maxSize: MOST_CHARS,
      sizeCalculation: sizeOf,
      // A sheet that is evicted while it is read still goes to its caller.
      ignoreFetchAbort: true,
      fetchMethod: (_key, _stale, { context }) => readStringSheet(store, context),
    });
  }

  read(wanted: Wanted): Promise<StringSheet> {
    const { language, now, before } = wanted;
    const key = JSON.stringify([language, digestsOf(now), before && digestsOf(before)]);
    return this.#cache.forceFetch(key, { context: wanted });
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
