import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { newToken } from '../gateway/operator-tokens';

/** The token that is in the file, or a new one that will be: a bookmarked link goes on working. */
export async function keptToken(path: string): Promise<string> {
  if (existsSync(path)) {
    await chmod(path, 0o600);
    return (await readFile(path, 'utf8')).trim();
  }
  const token = newToken();
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, `${token}\n`, { mode: 0o600 });
  return token;
}
