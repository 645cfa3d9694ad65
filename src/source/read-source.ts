import { checkStrings } from './check-strings';
import { formatOf, unknownFormat, type SourceFormat } from './formats/source-formats';
import { fileError, InputError, unlessReported, type Finding, type Report, type Warn } from './input-error';
import { readJsonStrings } from './formats/json-strings';
import { readBytes, readText } from './read-text';
import type { ReadingOptions, ReadString, SourceEntry } from './source-entry';

type Checked = ReturnType<typeof checkStrings>;

/**
 * Returns the strings of a source file, in its order, and the format in which they can be exported: `json`, or
 * `json-nested`. An empty file is only a warning.
 */
export async function readSourceFile(
  file: string,
  options: ReadingOptions,
  warn?: Warn,
): Promise<Omit<Checked, 'shape'> & { format: string }> {
  const format = formatOf(file);
  if (format === null) throw fileError(file, unknownFormat());
  const read = await entryReader(format, file, options);
  const { shape, ...checked } = checkedStrings(file, read, warn);
  return { ...checked, format: shape === undefined ? format.as : `${format.as}-${shape}` };
}

type ReadEntries = (report: Report) => SourceEntry[];

async function entryReader(
  format: SourceFormat,
  file: string,
  options: ReadingOptions,
): Promise<ReadEntries> {
  if ('open' in format)
    return format.open(await readBytes(file), options).catch((fault: unknown) => () => {
      throw fault;
    });
  const text = await readText(file, { otherEncoding: format.otherEncoding, mayBeEmpty: true });
  return (report) => (text === '' ? [] : format.reader(options)(text, report));
}

/**
 * Reads the strings of a JSON text without passing on warnings, because no person is there to read them. `name` is for
 * messages.
 */
export function readSourceJson(name: string, text: string): ReadString[] {
  const warnings: Finding[] = [];
  const { strings, leftOut } = checkedStrings(
    name,
    (report) => readJsonStrings(text, report),
    (found) => warnings.push(...found),
  );
  if (strings.length === 0 || leftOut > 0) throw new InputError(warnings);
  return strings;
}

function checkedStrings(file: string, read: ReadEntries, warn?: Warn): Checked {
  return unlessReported(file, (report) => checkStrings(read(report), report), warn);
}
