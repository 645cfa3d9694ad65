import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { BadRequest } from '../client/errors';
import { cannotWrite, pathFault } from '../domain/text/path-fault';
import { compareFile } from '../store/replaceable';
import { replaceFile } from '../store/replace-file';

export interface FileToWrite {
  /** Relative to the directory. */
  path: string;
  sha256: string;
  write: (target: string) => Promise<void>;
}

interface Replacing {
  /** Whatever is in the way is replaced. */
  replace: boolean;
  isStored: (sha256: string) => Promise<boolean>;
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

/** Writes all files, or none if one would replace a file whose content is nowhere else. */
export async function writeFiles(
  directory: string,
  files: readonly FileToWrite[],
  { replace, isStored }: Replacing,
): Promise<void> {
  const changed: FileToWrite[] = [];
  const inTheWay: string[] = [];
  for (const file of files) {
    const target = join(directory, file.path);
    const found = await compareFile(target, file.sha256, isStored).catch(refuse(target));
    if (found !== 'same') changed.push(file);
    if (found === 'in the way') inTheWay.push(file.path);
  }
  if (inTheWay.length > 0 && !replace)
    throw new BadRequest(
      `${inTheWay.join(', ')}: in ${directory} there are files of these names with other content. Nothing was written. Use another directory, or replace them with --replace.`,
    );
  for (const { path, write } of changed) await write(join(directory, path));
}

const refuse =
  (path: string) =>
  (error: unknown): never => {
    if (pathFault(error) === null) throw error;
    throw new BadRequest(`${cannotWrite(path, error)} Nothing was written.`, { cause: error });
  };
