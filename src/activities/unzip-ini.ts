/** Unpacks a `separate` export. An archive is hostile until shown otherwise: names, sizes and number are checked. */
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { basename } from 'node:path';

export class ZipFault extends Error {
  override readonly name = 'ZipFault';
}

export interface IniEntry {
  name: string;
  language: string;
  bytes: Buffer;
}

export async function unzipIniFiles(
  archive: Buffer,
  languages: readonly string[],
  maxBytes: number,
): Promise<IniEntry[]> {
  const zip = await openZip(archive);
  const files: IniEntry[] = [];
  let total = 0;
  for await (const entry of entriesOf(zip)) {
    if (entry.fileName.endsWith('/')) continue;
    const language = languageOf(entry.fileName, languages);
    if (files.some((file) => file.language === language)) throw new ZipFault(`two files are for ${language}`);
    total += entry.uncompressedSize;
    if (total > maxBytes) throw new ZipFault(`it unpacks to more than ${maxBytes} bytes`);
    files.push({ name: basename(entry.fileName), language, bytes: await readEntry(zip, entry) });
  }
  return files;
}

/** `game_zh-cn.ini` is for zh-cn: the longest language that the name ends with. */
function languageOf(fileName: string, languages: readonly string[]): string {
  const stem = basename(fileName).replace(/\.ini$/i, '');
  const matching = languages.filter((language) => new RegExp(`(^|[^a-z0-9])${language}$`, 'i').test(stem));
  const [language] = matching.sort((a, b) => b.length - a.length);
  if (language === undefined)
    throw new ZipFault(`${JSON.stringify(basename(fileName))} is for none of ${languages.join(', ')}`);
  return language;
}

function openZip(archive: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    // yauzl refuses absolute paths, `..` and backslashes, and sizes that do not match.
    fromBuffer(archive, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
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

function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error !== null) {
        reject(new ZipFault(error.message));
        return;
      }
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => resolve(Buffer.concat(chunks)));
      stream.on('error', (fault: Error) => reject(new ZipFault(fault.message)));
    });
  });
}
