import { createHash } from 'node:crypto';
import { fileChunks } from '../files/regular-file';
import { unlessAbsent } from './store-error';

/**
 * Compares a file with the content that is to have its place. It may be replaced where its own content is stored, so
 * that no source file and no edited file is lost; otherwise it is in the way.
 */
export async function compareFile(
  path: string,
  sha256: string,
  isStored: (sha256: string) => Promise<boolean>,
): Promise<'same' | 'replaceable' | 'in the way'> {
  const there = await fileDigest(path);
  if (there === sha256) return 'same';
  return there === null || (await isStored(there)) ? 'replaceable' : 'in the way';
}

/** null: there is no file. */
export async function fileDigest(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  const digest = async (): Promise<string> => {
    for await (const chunk of fileChunks(path)) hash.update(chunk);
    return hash.digest('hex');
  };
  return unlessAbsent(digest());
}
