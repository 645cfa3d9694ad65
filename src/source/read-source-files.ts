/** Reads the strings of a release from all the files that it names. */
import { extname, relative, sep } from 'node:path';
import type { SourceFiles } from '../domain/release/release-file';
import type { EscapeMode } from '../localization/vocabulary';
import { idFault } from './check-strings';
import { findFiles } from './find-files';
import { fileError, InputError, type Finding, type Warn } from './input-error';
import { readSourceFile } from './read-source';
import { MOST_CHARS_OF_ALL, type ReadString } from './source-entry';

interface SourceFilesRead {
  strings: ReadString[];
  files: number;
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
  const strings: ReadString[] = [];
  const places = new Map<string, { path: string; line: number; content: string }>();
  const formats = new Set<string>();
  const findings: Finding[] = [];
  const warnings: Finding[] = [];
  let chars = 0;
  for (const path of files) {
    const before = directory !== undefined && prefix === 'path' ? prefixOf(path, directory) : '';
    const read = await readSourceFile(path, { escape, columns, sheet }, (found) =>
      warnings.push(...found),
    ).catch((error: unknown) => {
      if (!(error instanceof InputError)) throw error;
      findings.push(...error.findings);
      return null;
    });
    if (read === null) continue;
    if (read.strings.length > 0) formats.add(read.format);
    for (const [index, string] of read.strings.entries()) {
      const { content } = string;
      const [id, line] = [before + string.string_id, read.lines[index] ?? 1];
      const first = places.get(id);
      if (first === undefined) {
        places.set(id, { path, line, content });
        strings.push({ ...string, string_id: id });
        chars += id.length + content.length;
      } else if (first.content !== content) {
        const remedy = before === '' ? ADD_PREFIX : RENAME;
        const message = `appears twice; the first is in ${first.path} on line ${first.line}. ${remedy}`;
        findings.push({ file: path, line, key: id, message });
      }
    }
    if (chars > MOST_CHARS_OF_ALL)
      throw fileError(path, `makes all files together larger than ${MOST_CHARS_OF_ALL / 1024 / 1024} MB`);
  }
  if (findings.length > 0) throw new InputError(findings);
  if (strings.length === 0) throw new InputError(warnings);
  if (warnings.length > 0) warn?.(warnings);
  return { strings, files: files.length, format: formats.size === 1 ? [...formats][0] : undefined };
}

/** `menu/main.json` puts `menu/main:` before its ids. */
function prefixOf(path: string, directory: string): string {
  const prefix = relative(directory, path).slice(0, -extname(path).length).replaceAll(sep, '/');
  const fault = idFault(prefix);
  if (fault === null) return `${prefix}:`;
  throw fileError(path, `has a path that cannot be part of ids: it ${fault}`);
}

const ADD_PREFIX = 'To keep both, add prefix: path to source in the release file';
/** The paths differ only in their extension, which is no part of the prefix. */
const RENAME = 'To keep both, rename one of the files';
