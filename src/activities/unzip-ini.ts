/** Unpacks a `separate` export. The archive is not trusted: names, sizes and the number of files are checked. */
import { basename } from 'node:path';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { crc32 } from 'node:zlib';
import { languageWithin, otherLanguageOf } from '../localization/language-names';

export class ZipFault extends Error {
  override readonly name = 'ZipFault';
}

export interface ZippedFile {
  /** A name without folders that is valid in any file system. */
  name: string;
  /** null: neither the name nor the folders show the language. */
  language: string | null;
  otherLanguage: string | null;
  content: AsyncIterable<Buffer>;
}

const MOST_FILES = 1000;

const ARCHIVE_STARTS = ['504b0304', '504b0506'];

export async function isZip(chunks: AsyncIterable<Uint8Array>): Promise<boolean> {
  for await (const chunk of chunks) return ARCHIVE_STARTS.includes(Buffer.from(chunk).toString('hex', 0, 4));
  return false;
}

/** macOS adds these to every archive. They have no text, and would count as files without keys of the release. */
const IS_LEFT_BY_MACOS = /(^|\/)(__MACOSX\/|\.DS_Store$|\._[^/]*$)/;

/** Yields one file after the other. Read the content of one before requesting the next. */
export async function* unzipIniFiles(
  { path, maxBytes }: { path: string; maxBytes: number },
  languages: readonly string[],
): AsyncGenerator<ZippedFile> {
  const zip = await openZip(path);
  const taken = new Set<string>();
  let total = 0;
  try {
    for await (const entry of entriesOf(zip)) {
      if (entry.fileName.endsWith('/') || IS_LEFT_BY_MACOS.test(entry.fileName)) continue;
      total += entry.uncompressedSize;
      if (total > maxBytes) throw new ZipFault(`the unpacked files are larger than ${maxBytes} bytes`);
      if (taken.size >= MOST_FILES) throw new ZipFault(`there are more than ${MOST_FILES} files in it`);
      const path = entry.fileName.replace(/\.ini$/i, '');
      const language = languageWithin(path, languages);
      const isNamedByFolders = language !== null && languageWithin(basename(path), languages) !== language;
      const name = freeName(entry.fileName, { isNamedByFolders, taken });
      taken.add(name.toLowerCase());
      const otherLanguage = /\.ini$/i.test(name) ? otherLanguageOf(path, languages) : null;
      yield { name, language, otherLanguage, content: contentOf(zip, entry) };
    }
  } finally {
    zip.close();
  }
}

/** The name includes its folders if they show the language or the name is taken: languages may share a file name. */
function freeName(
  path: string,
  { isNamedByFolders, taken }: { isNamedByFolders: boolean; taken: ReadonlySet<string> },
): string {
  const whole = fit(path.replaceAll('/', '-'));
  const own = isNamedByFolders ? [] : [fit(basename(path))];
  const free = [...own, whole].find((name) => !taken.has(name.toLowerCase()));
  if (free !== undefined) return free;
  let number = taken.size + 1;
  while (taken.has(`${number}-${whole}`.toLowerCase())) number += 1;
  return `${number}-${whole}`;
}

/** Leaves room for a prefix within the 255 bytes of a file name. */
const MOST_NAME_BYTES = 120;

function fit(name: string): string {
  let fitting = name
    .slice(-MOST_NAME_BYTES)
    .replace(/[^\p{L}\p{N} ._()[\]-]/gu, '_')
    .replace(/^\.+/, '_');
  while (Buffer.byteLength(fitting) > MOST_NAME_BYTES) fitting = fitting.slice(1);
  return fitting;
}

async function openZip(path: string): Promise<ZipFile> {
  // yauzl refuses absolute paths, `..`, backslashes, and sizes that do not match.
  return openPromise(path, { autoClose: false, validateEntrySizes: true }).catch(asZipFault);
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry();
  } catch (error) {
    asZipFault(error);
  }
}

function asZipFault(error: unknown): never {
  throw new ZipFault((error as Error).message);
}

async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let sum = 0;
  try {
    const stream: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    asZipFault(error);
  }
  // yauzl leaves this check to its caller.
  if (sum !== entry.crc32) throw new ZipFault('the checksum of a file in it is wrong');
}
