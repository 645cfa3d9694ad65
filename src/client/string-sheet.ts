/** What one language of a release says, string by string, beside what the release before it said. */
import {
  countChanges,
  translatedStrings,
  type StringChangeKind,
  type TranslatedString,
} from '../domain/translated-strings';
import type { ReleaseSource } from '../domain/release-input';
import { UnknownEncoding } from '../localization/decode-text';
import { ReleaseKeys } from '../localization/release-keys';
import type { EscapeMode } from '../localization/vocabulary';
import type { ContentStore } from '../store/content-store';
import { getSnapshot } from '../store/source-snapshot';
import { StoreError } from '../store/store-error';
import { contentById } from './content-difference';
import { readTranslations, type ReadableFile, type Translations } from './read-translations';

/** What was exported of which strings. */
export interface Exported {
  files: readonly ReadableFile[];
  source: ReleaseSource;
  /** As the service told it; null: it did not. */
  escape: EscapeMode | null;
}

export interface StringSheet {
  strings: TranslatedString[];
  counts: Record<StringChangeKind, number>;
  /** Whether the release before could be compared with. */
  compared: boolean;
  isWhole: boolean;
}

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
