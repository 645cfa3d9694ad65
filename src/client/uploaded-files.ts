/**
 * Files that somebody sent, in a directory of their own for as long as they are read: so a pattern, a prefix and every
 * format mean the same as on the sender's machine, and nothing else of this one is read.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix, sep } from 'node:path';
import type { SourceFiles } from '../domain/release-file';
import { isPattern } from '../source/path-pattern';
import { InputError } from '../source/input-error';

export interface UploadedFile {
  /** As the sender's browser names it: often without its directories. */
  path: string;
  content: Buffer;
}

/** `read` gets the source as it lies here, and how to say of a text about it what it is about for the sender. */
export async function withUploadedFiles<Result>(
  files: readonly UploadedFile[],
  source: SourceFiles,
  read: (source: SourceFiles, asSent: (text: string) => string) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'locrelease-upload-'));
  const asSent = (text: string): string =>
    text.replaceAll(` in ${directory}`, ' that was added').replaceAll(directory + sep, '');
  try {
    const named = [source.file].flat().map(within);
    for (const file of files) await put(file, join(directory, placeOf(file.path, named)));
    return await read({ ...source, file: named, directory }, asSent);
  } catch (error) {
    throw error instanceof InputError ? toldAs(error, asSent) : error;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function put({ path, content }: UploadedFile, target: string): Promise<void> {
  try {
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content, { flag: 'wx' });
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
    if (typeof code !== 'string') throw error;
    const message = code === 'EEXIST' ? 'was added twice' : `cannot be kept here (${code})`;
    throw new InputError([{ file: path, line: null, key: null, message }]);
  }
}

/** A path that leads out of no directory. */
function within(path: string): string {
  return posix.normalize(`/${path.replaceAll('\\', '/')}`).slice(1);
}

/** Where the release file looks for it: by its whole path, by the end of it, or by its name alone. */
function placeOf(path: string, named: readonly string[]): string {
  const own = within(path);
  const plain = named.filter((name) => !isPattern(name));
  const meant =
    plain.find((name) => own === name || own.endsWith(`/${name}`)) ??
    plain.find((name) => basename(name) === basename(own));
  if (meant !== undefined) return meant;
  // A pattern such as strings/*.json is met by a file whose directory the browser does not tell.
  const pattern = own.includes('/') ? undefined : named.find(isPattern);
  return pattern === undefined ? own : `${fixedDirectory(pattern)}${own}`;
}

function fixedDirectory(pattern: string): string {
  const fixed = pattern.slice(0, pattern.search(/[*?{]/));
  return fixed.slice(0, fixed.lastIndexOf('/') + 1);
}

function toldAs({ findings }: InputError, asSent: (text: string) => string): InputError {
  return new InputError(
    findings.map(({ file, message, ...place }) => ({
      ...place,
      file: asSent(file),
      message: message === 'does not exist' ? 'was not added' : asSent(message),
    })),
  );
}
