import { createHash } from 'node:crypto';
import { fileChunks } from '../files/regular-file';
import { isAbsent } from './store-error';

/** null: there is no file. */
export async function fileDigest(path: string): Promise<string | null> {
  try {
    const hash = createHash('sha256');
    for await (const chunk of fileChunks(path)) hash.update(chunk);
    return hash.digest('hex');
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
