import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ExportedFile } from '../../domain/status';

type Named = Pick<ExportedFile, 'path' | 'sha256'>;

/**
 * Each is read when its turn comes. Where one cannot be read, the archive breaks off, and no program opens it. Whoever
 * breaks off a download leaves nothing open.
 */
export function archiveOf(
  files: readonly Named[],
  read: (sha256: string) => AsyncIterable<Uint8Array>,
): Readable {
  const zip = new ZipFile();
  // Ends at once when it is broken off, also while it waits for a content.
  const out = zip.outputStream.pipe(new PassThrough());
  const names = namesInArchive(files);
  for (const [index, { sha256 }] of files.entries()) {
    zip.addReadStreamLazy(names[index] ?? sha256, (cb) => {
      // The rest of the one before may still have gone through.
      if (out.destroyed) return;
      const content = Readable.from(read(sha256));
      content.on('error', (error) => out.destroy(error));
      out.once('close', () => content.destroy());
      cb(null, content);
    });
  }
  zip.end();
  return out;
}

/** As the files are called; those of one name, also in other letters, are told apart by a number before it. */
export function namesInArchive(files: readonly Pick<ExportedFile, 'path'>[]): string[] {
  const taken = new Set<string>();
  return files.map(({ path }) => {
    const plain = fileName(path);
    let name = plain;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${number}-${plain}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

/** Without its folders, of whichever system the worker runs on; a colon would be a drive in an archive. */
export function fileName(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? '').replaceAll(':', '_') || 'file';
}
