import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

export function executableName(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

/** Every executable of that name on PATH, in the order in which a shell would take them. */
export async function findOnPath(name: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const directories = (env.PATH ?? '').split(delimiter).filter((directory) => directory !== '');
  const candidates = directories.map((directory) => join(directory, executableName(name)));
  const executable = await Promise.all(candidates.map(isExecutable));
  return candidates.filter((_, index) => executable[index]);
}

export async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
