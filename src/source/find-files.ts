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
  // The index after the literal directories.
  const start = fixed.lastIndexOf('/') + 1;
  const base = resolve(directory, fixed.slice(0, start));
  const rest = pattern.slice(start);
  const matches = pathMatcher(rest);
  const deepest = rest.includes('**') ? DEEPEST : rest.split('/').length;
  const files: string[] = [];
  let entries = 0;
  const visit = async (parent: string, depth: number): Promise<void> => {
    for (const entry of await entriesIn(parent)) {
      entries += 1;
      if (entries > MOST_ENTRIES)
        throw fileError(pattern, `looks at more than ${MOST_ENTRIES} files; name its directory more closely`);
      if (entry.name.startsWith('.')) continue;
      const path = join(parent, entry.name);
      const isMatch = matches(relative(base, path).replaceAll(sep, '/'));
      const isOnTheWay = depth < deepest;
      if (entry.isSymbolicLink()) {
        if (await isFileBehind(path, pattern, base, { isMatch, isOnTheWay })) files.push(path);
      } else if (entry.isFile() && isMatch) files.push(path);
      else if (entry.isDirectory() && isOnTheWay) await visit(path, depth + 1);
    }
  };
  await visit(base, 1);
  if (files.length > 0) return files;
  throw fileError(pattern, `matches no file in ${directory}`);
}

/** Links are refused when they would silently add or leave out files. */
async function isFileBehind(
  link: string,
  pattern: string,
  base: string,
  { isMatch, isOnTheWay }: { isMatch: boolean; isOnTheWay: boolean },
): Promise<boolean> {
  const target = await stat(link).catch(() => null);
  if (target?.isDirectory() === true && isOnTheWay)
    throw fileError(
      link,
      `is a link to a directory, which ${pattern} does not follow; name it by its own path`,
    );
  if (target?.isFile() !== true || !isMatch) return false;
  if ((await realpath(link)).startsWith(join(await realpath(base), sep))) return true;
  throw fileError(link, `is a link that leads out of ${base}; name the file by its own path`);
}

async function entriesIn(directory: string): Promise<Dirent[]> {
  try {
    return await readdir(directory, { withFileTypes: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return [];
    throw fileError(directory, readFault(error));
  }
}
