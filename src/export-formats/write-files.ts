import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { BadRequest } from '../client/errors';
import { cannotWrite, pathFault } from '../domain/text/path-fault';
import { fileDigest } from '../store/file-digest';
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
    const there = await digestThere(join(directory, file.path));
    if (there === file.sha256) continue;
    changed.push(file);
    if (!replace && there !== null && !(await isStored(there))) inTheWay.push(file.path);
  }
  if (inTheWay.length > 0)
    throw new BadRequest(
      `${inTheWay.join(', ')}: in ${directory} there are files of these names with other content. Nothing was written. Use another directory, or replace them with --replace.`,
    );
  for (const { path, write } of changed) await write(join(directory, path));
}

async function digestThere(path: string): Promise<string | null> {
  try {
    return await fileDigest(path);
  } catch (error) {
    if (pathFault(error) === null) throw error;
    throw new BadRequest(`${cannotWrite(path, error)} Nothing was written.`, { cause: error });
  }
}
