import { fromBufferPromise } from 'yauzl';

/** The texts of an archive's files, by their names. */
export async function unzipped(zip: Buffer): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const archive = await fromBufferPromise(zip, { lazyEntries: true });
  for await (const entry of archive.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files[entry.fileName] = Buffer.concat(chunks).toString('utf8');
  }
  return files;
}
