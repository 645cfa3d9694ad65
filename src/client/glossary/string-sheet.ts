/** The texts of one language of a release, string by string, next to those of the release before it. */
import { countChanges, translatedStrings } from '../../domain/review/translated-strings';
import type { ReleaseSource } from '../../domain/release/release-input';
import { UnknownEncoding, decodeText } from '../../localization/decode-text';
import { ReleaseKeys } from '../../localization/release-keys';
import type { EscapeMode } from '../../localization/vocabulary';
import type { StringsPage } from '../../protocol/console-api';
import type { ContentStore } from '../../store/content-store';
import { getSnapshot } from '../../store/source-snapshot';
import { StoreError } from '../../store/store-error';
import { cachedByKey } from '../shared-read';
import { contentById } from '../releases/content-difference';
import type { ExportedFile } from '../../domain/release/status';
import { ExportedIniReader, type ExpectedContent } from '../../localization/exported-ini';

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
export function stringSheets(store: ContentStore): (wanted: Wanted) => Promise<StringSheet> {
  return cachedByKey(
    { maxSize: MOST_CHARS, sizeCalculation: sizeOf },
    ({ language, now, before }) => JSON.stringify([language, digestsOf(now), before && digestsOf(before)]),
    (wanted) => readStringSheet(store, wanted),
  );
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

export type ReadableFile = Pick<ExportedFile, 'languages' | 'sha256' | 'checked'>;

/** A file may have any number of strings, and the texts read from it stay in memory. */
const MOST = { strings: 100_000, chars: 64_000_000 } as const;

export interface Translations {
  texts: Map<string, string>;
  /** False when a bound left out the rest. */
  isWhole: boolean;
}

export async function readTranslations(
  store: Pick<ContentStore, 'read'>,
  files: readonly ReadableFile[],
  { language, keys, escape }: { language: string } & Pick<ExpectedContent, 'keys' | 'escape'>,
): Promise<Translations> {
  const read: Translations = { texts: new Map(), isWhole: true };
  /** Only the text under exactly our key and language counts. */
  const exact = new Set<string>();
  let chars = 0;
  for (const { languages, sha256, checked } of files) {
    if (!checked || !languages.includes(language)) continue;
    const reader = new ExportedIniReader({ languages, keys, escape }, (found) => {
      const { id, text, isOtherCase, isOtherCode } = found;
      if (found.language !== language || ((isOtherCase || isOtherCode) && exact.has(id))) return;
      chars += id.length + text.length;
      if (read.texts.size >= MOST.strings || chars > MOST.chars) read.isWhole = false;
      // Copies the text, because a substring keeps its whole file in memory, with all other languages.
      else read.texts.set(copyOf(id), copyOf(text));
      if (!isOtherCase && !isOtherCode) exact.add(copyOf(id));
    });
    for await (const piece of decodeText(store.read(sha256))) {
      reader.push(piece);
      if (!read.isWhole) return read;
    }
    reader.end();
  }
  return read;
}

export function readableLanguages(files: readonly ReadableFile[]): string[] {
  return [...new Set(files.flatMap(({ checked, languages }) => (checked ? languages : [])))];
}

const copyOf = (text: string): string => Buffer.from(text).toString();
