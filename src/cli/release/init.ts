import { constants } from 'node:fs';
import { copyFile, lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BadRequest } from '../../client/errors';
import { cannotWrite, systemCode } from '../../domain/text/path-fault';
import { makeDirectory } from '../../store/replace-file';
import { packageRoot } from '../../package';
import { command } from '../command';
import { shellWord } from '../../domain/text/visible-text';

const starter = join(packageRoot, 'examples', 'starter');
const files = ['release.yaml', 'strings/en.json', 'locrelease.config.yaml'];

export const init = command({
  help: 'Existing files are never overwritten.',
  examples: ['init my-game'],
  runAlone: async (terminal, _options, directory?: string) => {
    const written = files.map((file) => join(directory ?? '.', file));
    // All targets are checked before the first write, since a partial start would block the next try.
    for (const target of written)
      if (await isThere(target)) throw new BadRequest(`${target} already exists. Nothing was written.`);
    for (const [index, target] of written.entries()) await copy(files[index] ?? '', target);
    terminal.data({ written }, () =>
      [
        ...written,
        '',
        `Next: ${directory === undefined ? '' : `cd ${shellWord(directory)} && `}npx locrelease dev`,
        'Then, in another terminal there: npx locrelease start release.yaml',
      ].join('\n'),
    );
  },
});

async function isThere(path: string): Promise<boolean> {
  // lstat also finds a dangling link.
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function copy(file: string, target: string): Promise<void> {
  try {
    await makeDirectory(dirname(target));
    await copyFile(join(starter, file), target, constants.COPYFILE_EXCL);
  } catch (error) {
    const isRefused = systemCode(error) === 'ENOENT';
    throw new BadRequest(
      isRefused
        ? `Cannot write ${target}: its directory cannot be created there. Nothing was written. Use another path.`
        : cannotWrite(target, error),
      { cause: error },
    );
  }
}
