/** Reads the strings of a release from all the files that it names. */
import { extname, relative, sep } from 'node:path';
import type { SourceFiles } from '../domain/release/release-file';
import type { EscapeMode } from '../localization/vocabulary';
import { idFault } from './check-strings';
import { findFiles } from './find-files';
import { fileError, InputError, type Finding, type Warn } from './input-error';
import { readSourceFile } from './read-source';
import { MOST_CHARS_OF_ALL, type ReadingOptions, type ReadString } from './source-entry';

interface SourceFilesRead {
  strings: ReadString[];
  /** The number of files. */
  files: number;
  /** The common format of the files; undefined: they differ. */
  format: string | undefined;
}

/** Reads the files in the order of their paths, and reports the faults of all of them at once. */
export async function readSourceFiles(
  { file, columns, sheet, prefix, directory }: SourceFiles,
  escape?: EscapeMode,
  warn?: Warn,
): Promise<SourceFilesRead> {
  const named = [file].flat();
  // Without a directory there are no patterns: pattern characters are part of the name.
  const files = directory === undefined ? named : await findFiles(named, directory);
  const warnings: Finding[] = [];
  const gathered = new GatheredStrings((found) => warnings.push(...found));
  for (const path of files) {
    const before = directory !== undefined && prefix === 'path' ? prefixOf(path, directory) : '';
    await gathered.take(path, before, { escape, columns, sheet });
    if (gathered.chars > MOST_CHARS_OF_ALL)
      throw fileError(path, `makes all files together larger than ${MOST_CHARS_OF_ALL / 1024 / 1024} MB`);
  }
  const strings = gathered.strings();
  if (strings.length === 0) throw new InputError(warnings);
  if (warnings.length > 0) warn?.(warnings);
  return { strings, files: files.length, format: gathered.format };
}

/** `menu/main.json` puts `menu/main:` before its ids. */
function prefixOf(path: string, directory: string): string {
  const prefix = relative(directory, path).slice(0, -extname(path).length).replaceAll(sep, '/');
  const fault = idFault(prefix);
  if (fault === null) return `${prefix}:`;
  throw fileError(path, `has a path that cannot be part of ids: it ${fault}`);
}

class GatheredStrings {
  chars = 0;
  readonly #strings: ReadString[] = [];
  readonly #places = new Map<string, { path: string; line: number; content: string }>();
  readonly #findings: Finding[] = [];
  readonly #formats = new Set<string>();

  constructor(private readonly warn: Warn) {}

  async take(path: string, prefix: string, options: ReadingOptions): Promise<void> {
    try {
      const { strings, lines, format } = await readSourceFile(path, options, this.warn);
      if (strings.length > 0) this.#formats.add(format);
      for (const [index, string] of strings.entries())
        this.#add(
          prefix === '' ? string : { ...string, string_id: prefix + string.string_id },
          { path, line: lines[index] ?? 1 },
          prefix === '' ? ADD_PREFIX : RENAME,
        );
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.#findings.push(...error.findings);
    }
  }

  get format(): string | undefined {
    return this.#formats.size === 1 ? [...this.#formats][0] : undefined;
  }

  strings(): ReadString[] {
    if (this.#findings.length > 0) throw new InputError(this.#findings);
    return this.#strings;
  }

  #add(string: ReadString, place: { path: string; line: number }, remedy: string): void {
    const { string_id: id, content } = string;
    const first = this.#places.get(id);
    const report = (message: string): void =>
      void this.#findings.push({ file: place.path, line: place.line, key: id, message });
    if (first !== undefined) {
      if (first.content !== content)
        report(`appears twice; the first is in ${first.path} on line ${first.line}. ${remedy}`);
      return;
    }
    this.#places.set(id, { ...place, content });
    this.#strings.push(string);
    this.chars += id.length + content.length;
  }
}

const ADD_PREFIX = 'To keep both, add prefix: path to source in the release file';
/** The paths differ only in their extension, which is no part of the prefix. */
const RENAME = 'To keep both, rename one of the files';
