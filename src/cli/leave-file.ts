import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { basename, join, parse } from 'node:path';
import { BadRequest } from '../client/errors';
import { cannotWrite } from '../domain/path-fault';
import { fileChunks } from '../files/regular-file';

/** Copies a file into a directory under a name that nobody has taken, unless the very same file is there already. */
export async function leaveFile(from: string, directory: string): Promise<string> {
  const { name, ext } = parse(basename(from));
  try {
    await mkdir(directory, { recursive: true });
    for (let number = 1; ; number += 1) {
      const to = join(directory, `${name}${number === 1 ? '' : `-${number}`}${ext}`);
      if ((await isCopied(from, to)) || (await isSame(from, to))) return to;
    }
  } catch (error) {
    throw new BadRequest(cannotWrite(join(directory, basename(from)), error), { cause: error });
  }
}

/** Not where something else is. */
async function isCopied(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [first, second] = [createHash('sha256'), createHash('sha256')];
  for await (const chunk of fileChunks(one)) first.update(chunk);
  for await (const chunk of fileChunks(other)) second.update(chunk);
  return first.digest().equals(second.digest());
}
