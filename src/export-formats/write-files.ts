/**
 * Writes files to a directory where people may have their own. What no store has, such as converted files, is
 * remembered in a list beside the files, with digests.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { BadRequest } from '../client/errors';
import { cannotWrite, pathFault } from '../domain/text/path-fault';
import { readFileBytes } from '../files/regular-file';
import { replaceFile } from '../store/replace-file';
import { compareFile } from '../store/file-in-the-way';

export const WRITTEN_LIST = '.locrelease-files.json';
const MOST_LIST_BYTES = 16 * 1024 * 1024;

export interface FileToWrite {
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

/**
 * Writes all files, or none if one would replace a file of somebody else: one that is neither stored nor in the list of
 * what was written here. With `replace`, whatever is in the way is replaced.
 */
export async function writeFiles(
  directory: string,
  files: readonly FileToWrite[],
  { replace, isStored }: { replace: boolean; isStored: (sha256: string) => Promise<boolean> },
): Promise<void> {
  const list = join(directory, WRITTEN_LIST);
  const written = await readList(list);
  const changed: FileToWrite[] = [];
  const inTheWay: string[] = [];
  for (const file of files) {
    const target = join(directory, file.path);
    const isOurs = async (sha256: string): Promise<boolean> =>
      written.get(file.path) === sha256 || (await isStored(sha256));
    const found = await compareFile(target, file.sha256, isOurs).catch((error: unknown): never => {
      if (pathFault(error) === null) throw error;
      throw new BadRequest(`${cannotWrite(target, error)} Nothing was written.`, { cause: error });
    });
    if (found !== 'same') changed.push(file);
    if (found === 'in the way') inTheWay.push(file.path);
  }
  if (inTheWay.length > 0 && !replace)
    throw new BadRequest(
      `${inTheWay.join(', ')}: in ${directory} there are files of these names that were not written by this command, or were edited since. Nothing was written. Use another directory, or replace them with --replace.`,
    );
  for (const { path, write } of changed) await write(join(directory, path));
  const before = listText(written);
  for (const { path, sha256 } of files) if (!(await isStored(sha256))) written.set(path, sha256);
  const text = listText(written);
  if (text !== before) await textToWrite({ path: WRITTEN_LIST, text }).write(list);
}

function listText(written: ReadonlyMap<string, string>): string {
  return `${JSON.stringify(Object.fromEntries([...written].sort()), null, 2)}\n`;
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
