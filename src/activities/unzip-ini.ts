/** Unpacks a `separate` export. An archive is hostile until shown otherwise: names, sizes and number are checked. */
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { open, type Entry, type ZipFile } from 'yauzl';

export class ZipFault extends Error {
  override readonly name = 'ZipFault';
}

export interface ZippedIni {
  name: string;
  language: string;
  content: AsyncIterable<Buffer>;
}

/** One file after the other: the content of one must be read before the next is asked for. */
export async function* unzipIniFiles(
  path: string,
  languages: readonly string[],
  maxBytes: number,
): AsyncGenerator<ZippedIni> {
  const zip = await openZip(path);
  const seen = new Set<string>();
  let total = 0;
  try {
    for await (const entry of entriesOf(zip)) {
      if (entry.fileName.endsWith('/')) continue;
      const language = languageOf(entry.fileName, languages);
      if (seen.has(language)) throw new ZipFault(`two files are for ${language}`);
      seen.add(language);
      total += entry.uncompressedSize;
      if (total > maxBytes) throw new ZipFault(`the unpacked files are larger than ${maxBytes} bytes`);
      yield { name: basename(entry.fileName), language, content: contentOf(zip, entry) };
    }
  } finally {
    zip.close();
  }
}

/** `game_zh-cn.ini` is for zh-cn: the longest language that the name ends with. */
function languageOf(fileName: string, languages: readonly string[]): string {
  const stem = basename(fileName).replace(/\.ini$/i, '');
  const matching = languages.filter((language) => new RegExp(`(^|[^a-z0-9])${language}$`, 'i').test(stem));
  const [language] = matching.sort((a, b) => b.length - a.length);
  if (language === undefined)
    throw new ZipFault(
      `${JSON.stringify(basename(fileName))} does not end with one of ${languages.join(', ')}`,
    );
  return language;
}

function openZip(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    // yauzl refuses absolute paths, `..` and backslashes, and sizes that do not match.
    open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) => {
      if (error === null) resolve(zip);
      else reject(new ZipFault(error.message));
    });
  });
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      zip.once('entry', resolve);
      zip.once('end', () => resolve(null));
      zip.once('error', (error: Error) => reject(new ZipFault(error.message)));
      zip.readEntry();
    });
    zip.removeAllListeners();
    if (entry === null) return;
    yield entry;
  }
}

async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  try {
    yield* await new Promise<Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error, stream) => (error === null ? resolve(stream) : reject(error)));
    });
  } catch (error) {
    throw new ZipFault((error as Error).message);
  }
}
