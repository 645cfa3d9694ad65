/** Reads the translations of one language from the exported files of a release. */
import type { ExportedFile } from '../../domain/release/status';
import { decodeText } from '../../localization/decode-text';
import { ExportedIniReader, type ExpectedContent } from '../../localization/exported-ini';
import type { ContentStore } from '../../store/content-store';

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
  for (const { languages, sha256 } of files.filter((file) => holds(file, language))) {
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

function holds({ checked, languages }: ReadableFile, language: string): boolean {
  return checked && languages.includes(language);
}

const copyOf = (text: string): string => Buffer.from(text).toString();
