import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Scratch {
  path(...names: string[]): string;
  /** Writes a file and answers its path. */
  write(name: string, content: string | Uint8Array): Promise<string>;
}

/** A new directory for each test of the block it is called in, gone after the test. */
export function useScratch(): Scratch {
  let directory = '';
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'locrelease-test-'));
  });
  afterEach(async () => {
    await rm(directory, { recursive: true, force: true });
  });
  const path = (...names: string[]): string => join(directory, ...names);
  return {
    path,
    write: async (name, content) => {
      await mkdir(dirname(path(name)), { recursive: true });
      await writeFile(path(name), content);
      return path(name);
    },
  };
}
