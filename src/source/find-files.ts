/**
 * Finds the files that paths and patterns name. A pattern has `*`, `**`, `?` or `{a,b}`; all other characters are
 * literal, as is the whole pattern if a file with exactly that name exists. A name with a leading dot is found only
 * literally.
 */
import type { Dirent } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { systemCode } from '../domain/text/path-fault';
import { fileError } from './input-error';
import { isPattern, pathMatcher } from './path-pattern';
import { readFault } from './read-text';

const MOST_FILES = 10_000;
/** The number of entries that the search for one pattern may visit. */
const MOST_ENTRIES = 200_000;
const DEEPEST = 100;
const MOST_PATTERN_CHARS = 4096;

/** Returns the paths in order, each once; a pattern that matches nothing is refused. */
export async function findFiles(patterns: readonly string[], directory: string): Promise<string[]> {
  const found = new Set<string>();
  for (const pattern of patterns) {
    const path = resolve(directory, pattern);
    const files =
      isPattern(pattern) && !(await exists(path)) ? await filesMatching(pattern, directory) : [path];
    for (const file of files) found.add(file);
    if (found.size > MOST_FILES) throw fileError(pattern, `names more than ${MOST_FILES} files`);
  }
  return [...found].sort();
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function filesMatching(pattern: string, directory: string): Promise<string[]> {
  if (pattern.length > MOST_PATTERN_CHARS)
    throw fileError(pattern, `has more than ${MOST_PATTERN_CHARS} characters; use several patterns`);
  const fixed = pattern.slice(0, pattern.search(/[*?{]/));
  const start = fixed.lastIndexOf('/') + 1;
  const files = await new PatternWalk(pattern, resolve(directory, fixed.slice(0, start)), start).files();
  if (files.length > 0) return files;
  throw fileError(pattern, `matches no file in ${directory}`);
}

class PatternWalk {
  readonly #matches: (path: string) => boolean;
  readonly #deepest: number;
  readonly #files: string[] = [];
  #entries = 0;

  /** `start` is the index in the pattern after its literal directories. */
  constructor(
    private readonly pattern: string,
    private readonly base: string,
    start: number,
  ) {
    const rest = pattern.slice(start);
    this.#matches = pathMatcher(rest);
    this.#deepest = rest.includes('**') ? DEEPEST : rest.split('/').length;
  }

  async files(): Promise<string[]> {
    await this.#visit(this.base, 1);
    return this.#files;
  }

  async #visit(directory: string, depth: number): Promise<void> {
    for (const entry of await entriesIn(directory)) {
      this.#entries += 1;
      if (this.#entries > MOST_ENTRIES)
        throw fileError(
          this.pattern,
          `looks at more than ${MOST_ENTRIES} files; name its directory more closely`,
        );
      const path = join(directory, entry.name);
      if (entry.name.startsWith('.')) continue;
      const isMatch = this.#matches(relative(this.base, path).replaceAll(sep, '/'));
      if (entry.isSymbolicLink()) await this.#link(path, { isMatch, isOnTheWay: depth < this.#deepest });
      else if (entry.isFile() && isMatch) this.#files.push(path);
      else if (entry.isDirectory() && depth < this.#deepest) await this.#visit(path, depth + 1);
    }
  }

  /** Links are refused when they would silently add or leave out files. */
  async #link(
    path: string,
    { isMatch, isOnTheWay }: { isMatch: boolean; isOnTheWay: boolean },
  ): Promise<void> {
    const target = await stat(path).catch(() => null);
    if (target?.isDirectory() === true && isOnTheWay)
      throw fileError(
        path,
        `is a link to a directory, which ${this.pattern} does not follow; name it by its own path`,
      );
    if (target?.isFile() !== true || !isMatch) return;
    const [home, real] = [await realpath(this.base), await realpath(path)];
    if (!real.startsWith(join(home, sep)))
      throw fileError(path, `is a link that leads out of ${this.base}; name the file by its own path`);
    this.#files.push(path);
  }
}

async function entriesIn(directory: string): Promise<Dirent[]> {
  try {
    return await readdir(directory, { withFileTypes: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return [];
    throw fileError(directory, readFault(error));
  }
}
