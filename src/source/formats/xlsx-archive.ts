/**
 * Reads the parts of an .xlsx archive, which is not trusted: the unpacked sizes are checked before unpacking, and a
 * part that is larger than declared is refused.
 */
import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { FileFault } from '../input-error';

/** The limit for all parts that are read: a sheet of a million strings. */
const MOST_BYTES = 128 * 1024 * 1024;
/** Pictures and fonts are parts too. */
const MOST_PARTS = 10_000;
/** Sheets compress to a tenth; a part that compresses to a two-hundredth was made to attack. */
const MOST_RATIO = 200;
const SMALL_BYTES = 4 * 1024 * 1024;

export class XlsxArchive {
  #left = MOST_BYTES;

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  static async open(bytes: Buffer): Promise<XlsxArchive> {
    if (bytes.toString('latin1', 0, 2) !== 'PK') throw new FileFault('is not an .xlsx file');
    try {
      const zip = await fromBufferPromise(bytes, { validateEntrySizes: true });
      return new XlsxArchive(zip, await entriesOf(zip));
    } catch (error) {
      throw error instanceof FileFault ? error : damaged(error);
    }
  }

  /** null: there is no such part. */
  async text(name: string): Promise<string | null> {
    const entry = this.entries.get(name.toLowerCase());
    if (entry === undefined) return null;
    const { uncompressedSize, compressedSize } = entry;
    this.#left -= uncompressedSize;
    if (this.#left < 0) throw new FileFault(`holds more than ${MOST_BYTES / 1024 / 1024} MB of sheets`);
    if (uncompressedSize > SMALL_BYTES && uncompressedSize > compressedSize * MOST_RATIO)
      throw new FileFault(`has a part that is compressed more than ${MOST_RATIO} times; save it again`);
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of await this.zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    } catch (error) {
      throw damaged(error);
    }
    const bytes = Buffer.concat(chunks);
    // yauzl leaves this check to its caller.
    if (crc32(bytes) !== entry.crc32)
      throw new FileFault('has a part with a wrong checksum: it is damaged; save it again');
    if (!isUtf8(bytes)) throw new FileFault('has a sheet that is not UTF-8; save it again');
    return bytes.toString('utf8').replace(/^\uFEFF/, '');
  }
}

function damaged(error: unknown): FileFault {
  const why = error instanceof Error ? error.message : String(error);
  return new FileFault(`cannot be unpacked: ${why.slice(0, 200)}`);
}

/** Part names in a package ignore case. */
async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName.toLowerCase(), entry);
    if (entries.size > MOST_PARTS) throw new FileFault(`holds more than ${MOST_PARTS} parts`);
  }
  return entries;
}
