/** Converts the INI files that a release exported to another format. */
import { BadRequest } from '../client/errors';
import { readableLanguages, readTranslations } from '../client/glossary/string-sheet';
import type { ReleaseSourceStrings } from '../client/releases/release-source';
import { AS_SOURCE, exportFormatNames, type ExportFormatName } from '../domain/release/export-format-names';
import type { ReleaseView } from '../domain/release/status';
import { ReleaseKeys } from '../localization/release-keys';
import type { ContentStore } from '../store/content-store';
import { exportFormats } from './export-formats';
import type { LanguageStrings } from './line-formats';
import { Notes, type TranslatedString, type WrittenText } from './writer';

export interface ConvertedFile extends WrittenText {
  path: string;
  /** null: the file has all languages. */
  language: string | null;
  format: ExportFormatName;
}

interface Conversion {
  release: Pick<ReleaseView, 'id' | 'export'>;
  source: ReleaseSourceStrings;
  /** The requested format, or `source`. */
  as: string;
  store: Pick<ContentStore, 'read'>;
}

/** Yields file after file, so that only one language is in memory at a time, if the format allows it. */
export async function* convertedFiles(conversion: Conversion): AsyncGenerator<ConvertedFile> {
  const { release, source, as } = conversion;
  const name = formatName(as, source.format);
  const format = exportFormats[name];
  const languages = convertibleLanguages(release);
  const read = languageReader(conversion);
  if ('writeAll' in format) {
    const [all, notes]: [LanguageStrings[], string[]] = [[], []];
    for (const language of languages) {
      const { strings, lacking } = await read(language);
      all.push({ language, strings });
      notes.push(...lacking.map((note) => `${language}: ${note}`));
    }
    const written = format.writeAll(all);
    notes.push(...written.notes);
    yield { path: format.file, language: null, format: name, ...written, notes };
    return;
  }
  refuseSamePaths(languages, format.file);
  for (const language of languages) {
    const { strings, lacking } = await read(language);
    const written = format.write(strings, { language, sourceFormat: source.format });
    const path = format.file(language);
    yield { path, language, format: name, ...written, notes: [...lacking, ...written.notes] };
  }
}

function formatName(as: string, ofSource: string | null): ExportFormatName {
  const wanted = as === AS_SOURCE ? ofSource : as;
  const name = exportFormatNames.find((each) => each === wanted);
  if (name !== undefined) return name;
  const why =
    wanted === null
      ? 'Which format the sources of this release have is not known: they are of several formats, the service read them itself, or Temporal has forgotten the release.'
      : `The sources of this release are ${wanted}, which is not written.`;
  throw new BadRequest(`${why} Nothing was written. Use --as with one of ${exportFormatNames.join(', ')}.`);
}

/** A release has codes such as `zh-cn`; anything else must not become part of a path. */
const CODE = /^[a-z0-9]{1,8}(?:-[a-z0-9]{1,8})*$/;

function refuseSamePaths(languages: readonly string[], file: (language: string) => string): void {
  const owners = new Map<string, string>();
  for (const language of languages) {
    const path = file(language);
    const other = owners.get(path);
    if (other !== undefined)
      throw new BadRequest(
        `${other} and ${language} would both be ${path}. Nothing was written. Use another format.`,
      );
    owners.set(path, language);
  }
}

function convertibleLanguages(release: Conversion['release']): readonly string[] {
  const files = release.export?.files ?? [];
  const readable = readableLanguages(files);
  const unread = files.filter(
    ({ checked, languages }) => !checked && languages.some((language) => !readable.includes(language)),
  );
  if (unread.length > 0 || readable.length === 0)
    throw new BadRequest(
      `${unread.map(({ path }) => path).join(', ') || `The export of ${release.id}`} cannot be converted: its layout could not be read when it was exported. Nothing was written. Take it as it is with "locrelease files ${release.id} --to DIR".`,
    );
  const stray = readable.find((language) => !CODE.test(language));
  if (stray === undefined) return readable;
  throw new BadRequest(
    `"${stray}" is not a language code, so no file can be named after it. Nothing was written.`,
  );
}

interface LanguageRead {
  /** In the order of the source. */
  strings: TranslatedString[];
  /** Sentences on what is not there. */
  lacking: string[];
}

function languageReader({ release, source, store }: Conversion): (language: string) => Promise<LanguageRead> {
  const { files = [], escape = null } = release.export ?? {};
  const contents = new Map(source.strings?.map(({ string_id, content }) => [string_id, content]));
  const sourceNotes = new Map(Object.entries(source.notes));
  const keys = source.strings && new ReleaseKeys(contents.keys());
  return async (language) => {
    const { texts, isWhole } = await readTranslations(store, files, { language, keys, escape });
    if (!isWhole)
      throw new BadRequest(
        `${language} has more strings than can be converted (100,000, or 64 MB). Nothing was written. Take the files as they are with "locrelease files ${release.id} --to DIR".`,
      );
    const notes = new Notes();
    const strings = Array.from(keys === null ? texts.keys() : contents.keys()).flatMap((key) => {
      const text = texts.get(key);
      if (text === undefined) notes.leaveOut('without a translation', key);
      return text === undefined
        ? []
        : [{ key, text, source: contents.get(key) ?? null, note: sourceNotes.get(key) }];
    });
    return { strings, lacking: [...(keys === null ? [ALL_TAKEN] : []), ...notes.sentences()] };
  };
}

const ALL_TAKEN =
  'Which strings the release has is not known, because the service read them itself: all that could be told apart in the files were taken.';
