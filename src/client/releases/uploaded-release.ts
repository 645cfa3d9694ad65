/** Prepares a release that is uploaded as a text, with its files or with the strings of an earlier release. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix, sep } from 'node:path';
import { DEFAULT_DIRECTORY, type ReleaseSpec, type SourceFiles } from '../../domain/release/release-file';
import type { ReleaseSource } from '../../domain/release/release-input';
import { systemCode } from '../../domain/text/path-fault';
import { UPLOADED_FILE } from '../../domain/upload-limits';
import { fileError, InputError } from '../../source/input-error';
import { readReleaseText, type ReleaseFileRules } from '../../source/read-release-file';
import type { StoreWriter } from '../../store/unwritten-store';
import { isPattern } from '../../source/path-pattern';
import { located } from '../plans/check-before-start';
import type { EarlierRelease } from './release-source';
import {
  directoryFault,
  snapshotOf,
  type PreparedRelease,
  type RequestedRelease,
} from '../plans/prepare-release';

export interface UploadedRelease {
  text: string;
  files: readonly UploadedFile[];
  /** The earlier release whose strings are used where there are no files. */
  earlier: EarlierRelease | null;
}

export async function readUploadedRelease(
  { text, files, earlier }: UploadedRelease,
  { config, store, startedBy }: { config: ReleaseFileRules; store: StoreWriter; startedBy: string | null },
): Promise<RequestedRelease> {
  const written = readReleaseText(UPLOADED_FILE, text, config);
  const fault = directoryFault(written);
  if (fault !== null) throw refused(text, ['export', 'directory'], fault);
  const spec = atHome(written, earlier);
  const { source } = spec;
  const prepared = (from: ReleaseSpec): Promise<PreparedRelease> => snapshotOf(from, store, startedBy);
  const requested = (release: PreparedRelease): RequestedRelease => ({
    file: UPLOADED_FILE,
    text,
    ...release,
  });
  const withEarlier = (strings: ReleaseSource): RequestedRelease =>
    requested({ input: { spec, source: strings, startedBy }, files: null, doubts: [] });
  if ('url' in source) {
    // The signature of an address is not in the text, so the one of the earlier release is used.
    const isEarlier = earlier?.source.kind === 'url' && source.url === earlier.source.url;
    return isEarlier ? withEarlier(earlier.source) : requested(await prepared(spec));
  }
  if (files.length > 0)
    return withUploadedFiles(files, source, async (here, asSent) => {
      const { input, doubts, ...rest } = await prepared({ ...spec, source: here });
      return requested({ ...rest, input: { ...input, spec }, doubts: doubts.map(asSent) });
    });
  if (earlier?.source.kind === 'snapshot') return withEarlier(earlier.source);
  throw refused(text, ['source'], missingFiles(source));
}

function missingFiles({ file }: SourceFiles): string {
  const named = [file].flat();
  const more = named.length > 1 ? ` and ${named.length - 1} more` : '';
  return `names ${named[0] ?? 'files'}${more}, and no file was added; add the source files`;
}

/** A text that leaves the export directory at its default gets the earlier release's directory. */
function atHome(spec: ReleaseSpec, earlier: EarlierRelease | null): ReleaseSpec {
  const { export: exportTo } = spec;
  const directory = earlier?.directory ?? null;
  if (exportTo === undefined || directory === null || exportTo.directory !== DEFAULT_DIRECTORY) return spec;
  return { ...spec, export: { ...exportTo, directory } };
}

function refused(text: string, key: string[], message: string): InputError {
  return new InputError(located({ file: UPLOADED_FILE, text }, [{ key, message }]));
}

interface UploadedFile {
  /** The name that the sender's browser gave, often without its directories. */
  path: string;
  content: Buffer;
}

/**
 * Writes uploaded files to a temporary directory, so that patterns and formats work as on the sender's machine and
 * nothing else here is read. `read` gets the source there, and a function that restores the sender's names.
 */
async function withUploadedFiles<Result>(
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
    throw error instanceof InputError ? withSentNames(error, asSent) : error;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function put({ path, content }: UploadedFile, target: string): Promise<void> {
  try {
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content, { flag: 'wx' });
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    throw fileError(path, code === 'EEXIST' ? 'was added twice' : `cannot be kept here (${code})`);
  }
}

function within(path: string): string {
  return posix.normalize(`/${path.replaceAll('\\', '/')}`).slice(1);
}

/** Matches a file to a path of the release file: by the whole path, by the end of it, or by the name alone. */
function placeOf(path: string, named: readonly string[]): string {
  const own = within(path);
  const plain = named.filter((name) => !isPattern(name));
  const meant =
    plain.find((name) => own === name || own.endsWith(`/${name}`)) ??
    plain.find((name) => basename(name) === basename(own));
  if (meant !== undefined) return meant;
  // A browser may send a file without its directory, so such a file goes where the pattern can match its name.
  const pattern = own.includes('/') ? undefined : named.find(isPattern);
  return pattern === undefined ? own : `${fixedDirectory(pattern)}${own}`;
}

function fixedDirectory(pattern: string): string {
  const fixed = pattern.slice(0, pattern.search(/[*?{]/));
  return fixed.slice(0, fixed.lastIndexOf('/') + 1);
}

function withSentNames({ findings }: InputError, asSent: (text: string) => string): InputError {
  return new InputError(
    findings.map(({ file, message, ...place }) => ({
      ...place,
      file: asSent(file),
      message: message === 'does not exist' ? 'was not added' : asSent(message),
    })),
  );
}
