import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a shell script that stands in for an installed program; returns its path. */
export async function writeTool(path: string, script: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}
