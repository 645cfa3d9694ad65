import type { EscapeMode } from '../localization/vocabulary';
import { checkStrings } from './check-strings';
import { formatOf, unknownFormat } from './formats';
import { InputError, unlessReported, type Report, type Warn } from './input-error';
import { readJsonStrings } from './json-strings';
import { readBytes, readText } from './read-text';
import type { ReadingOptions, ReadString, SourceEntry } from './source-entry';

interface SourceFileRead {
  strings: ReadString[];
  /** Of each string. */
  lines: number[];
}

/** The strings of a source file, in its order; there may be none in it. */
export async function readSourceFile(
  file: string,
  options: ReadingOptions,
  warn?: Warn,
): Promise<SourceFileRead> {
  const format = formatOf(file);
  if (format === null) throw new InputError([{ file, line: null, key: null, message: unknownFormat() }]);
  if ('open' in format) return judged(file, await format.open(await readBytes(file), options), warn);
  const text = await readText(file, { otherEncoding: format.otherEncoding });
  const read = format.reader(options);
  return judged(file, (report) => read(text, report), warn);
}

/** The strings of one file that has some; the escape mode is for INI files. */
export async function readSource(file: string, escape?: EscapeMode, warn?: Warn): Promise<ReadString[]> {
  return someOf(file, await readSourceFile(file, { escape }, warn));
}

/** The strings of a text in JSON; `name` is for whoever reads what is wrong with it. */
export function readSourceJson(name: string, text: string): ReadString[] {
  return someOf(
    name,
    judged(name, (report) => readJsonStrings(text, report)),
  );
}

function someOf(file: string, { strings }: SourceFileRead): ReadString[] {
  if (strings.length > 0) return strings;
  throw new InputError([{ file, line: null, key: null, message: 'has no strings' }]);
}

function judged(file: string, read: (report: Report) => SourceEntry[] | null, warn?: Warn): SourceFileRead {
  return unlessReported(
    file,
    (report) => {
      const entries = read(report);
      return (
        entries && { strings: checkStrings(entries, report), lines: entries.map(({ idLine }) => idLine) }
      );
    },
    warn,
  );
}
