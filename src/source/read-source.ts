import { checkStrings } from './check-strings';
import { formatOf, unknownFormat } from './formats/source-formats';
import { fileError, InputError, unlessReported, type Finding, type Report, type Warn } from './input-error';
import { readJsonStrings } from './formats/json-strings';
import { readBytes, readText } from './read-text';
import type { ReadingOptions, ReadString, SourceEntry } from './source-entry';

type Judged = ReturnType<typeof checkStrings>;
type SourceFileRead = Omit<Judged, 'shape'> & {
  /** The format in which its strings can be exported: `json`, or `json-nested`. */
  format: string;
};

/** Returns the strings of a source file, in its order. An empty file is only a warning. */
export async function readSourceFile(
  file: string,
  options: ReadingOptions,
  warn?: Warn,
): Promise<SourceFileRead> {
  const format = formatOf(file);
  if (format === null) throw fileError(file, unknownFormat());
  const resultOf = ({ shape, ...read }: Judged): SourceFileRead => ({
    ...read,
    format: shape === undefined ? format.as : `${format.as}-${shape}`,
  });
  if ('open' in format) {
    const opening = format.open(await readBytes(file), options);
    const read = await opening.catch((fault: unknown) => () => {
      throw fault;
    });
    return resultOf(judged(file, read, warn));
  }
  const text = await readText(file, { otherEncoding: format.otherEncoding, mayBeEmpty: true });
  const read = format.reader(options);
  return resultOf(judged(file, (report) => (text === '' ? [] : read(text, report)), warn));
}

/**
 * Reads the strings of a JSON text without passing on warnings, because no person is there to read them. `name` is for
 * messages.
 */
export function readSourceJson(name: string, text: string): ReadString[] {
  const warnings: Finding[] = [];
  const read = (report: Report): SourceEntry[] => readJsonStrings(text, report);
  const { strings, leftOut } = judged(name, read, (found) => warnings.push(...found));
  if (strings.length === 0 || leftOut > 0) throw new InputError(warnings);
  return strings;
}

function judged(file: string, read: (report: Report) => SourceEntry[], warn?: Warn): Judged {
  return unlessReported(file, (report) => checkStrings(read(report), report), warn);
}
