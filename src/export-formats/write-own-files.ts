/**
 * Writes files to a directory where people may have their own: only files that were written here last time are
 * replaced. A list of those, with digests, is stored next to the files.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { BadRequest } from '../client/errors';
import { cannotWrite, pathFault } from '../domain/text/path-fault';
import { fileChunks, readFileBytes } from '../files/regular-file';
import { replaceFile } from '../store/replace-file';
import { isAbsent } from '../store/store-error';

export const WRITTEN_LIST = '.locrelease-files.json';
const MOST_LIST_BYTES = 16 * 1024 * 1024;

export interface FileToWrite {
  /** Relative to the directory. */
  path: string;
  sha256: string;
  write: (target: string) => Promise<void>;
}

export function textToWrite({ path, text }: { path: string; text: string }): FileToWrite {
  return {
    path,
    sha256: createHash('sha256').update(text).digest('hex'),
    write: async (target) => {
      try {
        await replaceFile(target, text);
      } catch (error) {
        throw new BadRequest(`${cannotWrite(target, error)} It was not written.`, { cause: error });
      }
    },
  };
}

/** Writes all files, or none if one was not written here and `replace` is not set. */
export async function writeOwnFiles(
  directory: string,
  files: readonly FileToWrite[],
  { replace }: { replace: boolean },
): Promise<void> {
  const list = join(directory, WRITTEN_LIST);
  const written = await readList(list);
  const changed: FileToWrite[] = [];
  const others: string[] = [];
  for (const file of files) {
    const digest = await digestOf(join(directory, file.path));
    if (digest === file.sha256) continue;
    changed.push(file);
    if (digest !== null && digest !== written.get(file.path)) others.push(file.path);
  }
  if (others.length > 0 && !replace)
    throw new BadRequest(
      `${others.join(', ')}: in ${directory} there are files of these names that this command did not write, or that were edited since. Nothing was written. Use another directory, or replace them with --replace.`,
    );
  for (const { path, sha256 } of files) written.set(path, sha256);
  const known = {
    path: WRITTEN_LIST,
    text: `${JSON.stringify(Object.fromEntries([...written].sort()), null, 2)}\n`,
  };
  for (const { path, write } of [...changed, textToWrite(known)]) await write(join(directory, path));
}

/** Without a readable list, no file counts as written by this program. */
async function readList(path: string): Promise<Map<string, string>> {
  try {
    const list: unknown = JSON.parse((await readFileBytes(path, MOST_LIST_BYTES)).toString('utf8'));
    return new Map(Object.entries(list ?? {}).filter(([, digest]) => typeof digest === 'string'));
  } catch {
    return new Map();
  }
}

/** null: there is no file. */
async function digestOf(path: string): Promise<string | null> {
  try {
    const hash = createHash('sha256');
    for await (const chunk of fileChunks(path)) hash.update(chunk);
    return hash.digest('hex');
  } catch (error) {
    if (isAbsent(error)) return null;
    const fault = pathFault(error);
    if (fault === null) throw error;
    throw new BadRequest(`${cannotWrite(path, error)} Nothing was written.`, { cause: error });
  }
}
