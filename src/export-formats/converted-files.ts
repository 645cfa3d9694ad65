/** Converts the INI files that a release exported to another format. */
import { BadRequest } from '../client/errors';
import { readableLanguages, readTranslations } from '../client/glossary/string-sheet';
import type { ReleaseSourceStrings } from '../client/releases/release-source';
import { AS_SOURCE, exportFormatNames, type ExportFormatName } from '../domain/release/export-format-names';
import type { ReleaseView } from '../domain/release/status';
import { ReleaseKeys } from '../localization/release-keys';
import type { Note } from '../localization/snapshot-text';
import type { ContentStore } from '../store/content-store';
import { exportFormats } from './export-formats';
import type { LanguageStrings } from './line-formats';
import { Notes, type WrittenText } from './writer';

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
export async function* convertedFiles({
  release,
  source,
  as,
  store,
}: Conversion): AsyncGenerator<ConvertedFile> {
  const name = formatName(as, source.format);
  const format = exportFormats[name];
  const reader = new LanguageReader(release, source, store);
  const { languages } = reader;
  if ('writeAll' in format) {
    const [all, notes]: [LanguageStrings[], string[]] = [[], []];
    for (const language of languages) {
      const { lacking, ...read } = await reader.read(language);
      all.push(read);
      notes.push(...lacking.map((note) => `${language}: ${note}`));
    }
    const written = format.writeAll(all);
    yield {
      path: format.file,
      language: null,
      format: name,
      ...written,
      notes: [...notes, ...written.notes],
    };
    return;
  }
  refuseSamePaths(languages, format.file);
  for (const language of languages) {
    const { strings, lacking } = await reader.read(language);
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

class LanguageReader {
  readonly languages: readonly string[];
  readonly #keys: ReleaseKeys | null;
  readonly #contents: ReadonlyMap<string, string>;
  readonly #notes: ReadonlyMap<string, Note>;

  constructor(
    private readonly release: Pick<ReleaseView, 'id' | 'export'>,
    { strings, notes }: ReleaseSourceStrings,
    private readonly store: Pick<ContentStore, 'read'>,
  ) {
    const files = release.export?.files ?? [];
    this.languages = readableLanguages(files);
    const unread = files.filter(
      ({ checked, languages }) =>
        !checked && languages.some((language) => !this.languages.includes(language)),
    );
    if (unread.length > 0 || this.languages.length === 0)
      throw new BadRequest(
        `${unread.map(({ path }) => path).join(', ') || `The export of ${release.id}`} cannot be converted: its layout could not be read when it was exported. Nothing was written. Take it as it is with "locrelease files ${release.id} --to DIR".`,
      );
    const stray = this.languages.find((language) => !CODE.test(language));
    if (stray !== undefined)
      throw new BadRequest(
        `"${stray}" is not a language code, so no file can be named after it. Nothing was written.`,
      );
    this.#contents = new Map(strings?.map(({ string_id, content }) => [string_id, content]));
    this.#keys = strings && new ReleaseKeys(this.#contents.keys());
    this.#notes = new Map(Object.entries(notes));
  }

  /** Strings come in the order of the source. */
  async read(language: string): Promise<LanguageStrings & { lacking: string[] }> {
    const { files = [], escape = null } = this.release.export ?? {};
    const expected = { language, keys: this.#keys, escape };
    const { texts, isWhole } = await readTranslations(this.store, files, expected);
    if (!isWhole)
      throw new BadRequest(
        `${language} has more strings than can be converted (100,000, or 64 MB). Nothing was written. Take the files as they are with "locrelease files ${this.release.id} --to DIR".`,
      );
    const notes = new Notes();
    const ids = this.#keys === null ? texts.keys() : this.#contents.keys();
    const strings = Array.from(ids).flatMap((key) => {
      const text = texts.get(key);
      if (text === undefined) notes.leaveOut('without a translation', key);
      const source = this.#contents.get(key) ?? null;
      return text === undefined ? [] : [{ key, text, source, note: this.#notes.get(key) }];
    });
    const unknown = this.#keys === null ? [ALL_TAKEN] : [];
    return { language, strings, lacking: [...unknown, ...notes.sentences()] };
  }
}

const ALL_TAKEN =
  'Which strings the release has is not known, because the service read them itself: all that could be told apart in the files were taken.';
