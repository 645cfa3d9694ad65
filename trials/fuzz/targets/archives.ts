/** Archives of exported files. Whatever their entries are called, the names that we give are safe. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { ZipFile } from 'yazl';
import { unzipIniFiles, ZipFault } from '../../../src/activities/unzip-ini';
import { damageOf, text } from '../hostile';
import { TakenBadly, type Target } from '../fuzz-target';

const MAX_BYTES = 1024 * 1024;
const languages = ['zh-cn', 'ja'];
const PLACEHOLDER = 'x';

export async function archives(): Promise<Target> {
  const directory = await mkdtemp(join(tmpdir(), 'locrelease-fuzz-'));
  const path = join(directory, 'export.zip');
  const entries = fc.array(
    fc.record({ name: text.map((name) => name.slice(0, 300)), content: text.map((it) => it.slice(0, 5000)) }),
    { maxLength: 5 },
  );
  return {
    property: fc.asyncProperty(entries, fc.boolean(), fc.gen(), async (them, isDamaged, draw) => {
      const whole = await zipped(them);
      await writeFile(path, isDamaged ? draw(damageOf, whole) : whole);
      const names = new Set<string>();
      try {
        for await (const { name, content } of unzipIniFiles({ path, maxBytes: MAX_BYTES }, languages)) {
          if (!isSafe(name)) throw new TakenBadly(`a file is called ${JSON.stringify(name)}`);
          if (names.has(name.toLowerCase())) throw new TakenBadly(`two files are called ${name}`);
          names.add(name.toLowerCase());
          let bytes = 0;
          for await (const chunk of content) bytes += chunk.length;
          if (bytes > MAX_BYTES) throw new TakenBadly('a file is larger than allowed');
        }
      } catch (error) {
        if (!(error instanceof ZipFault)) throw error;
      }
    }),
    close: () => rm(directory, { recursive: true, force: true }),
  };
}

/** Names that the library would not write are written in afterwards, over ones of the same length. */
async function zipped(entries: readonly { name: string; content: string }[]): Promise<Buffer> {
  const zip = new ZipFile();
  const names: Buffer[] = [];
  for (const { name, content } of entries) {
    const bytes = Buffer.from(name === '' ? PLACEHOLDER : name);
    names.push(bytes);
    zip.addBuffer(Buffer.from(content), placeholder(names.length, bytes.length));
  }
  zip.end();
  const archive = await buffer(zip.outputStream);
  names.forEach((name, index) => {
    const written = Buffer.from(placeholder(index + 1, name.length));
    for (let at = archive.indexOf(written); at >= 0; at = archive.indexOf(written, at + 1))
      name.copy(archive, at);
  });
  return archive;
}

const placeholder = (number: number, length: number): string =>
  `${PLACEHOLDER.repeat(length)}${number}`.slice(-length);

function isSafe(name: string): boolean {
  return name !== '' && Buffer.byteLength(name) <= 255 && !/[/\\\p{C}]|^\./u.test(name);
}
