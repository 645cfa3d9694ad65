/**
 * Checks the directory and the file names of exports. It uses the release file alone: only the worker sees the
 * directory.
 */
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import type { ReleaseSpec } from '../domain/release/release-file';
import { isPattern } from '../source/path-pattern';
import { hasEnded } from '../domain/release/export-rules';
import type { Stop } from './findings';

export function exportDirectoryWarnings({ source, export: exportTo }: ReleaseSpec): string[] {
  // A relative path is a directory of the workers, which has no sources of the sender.
  if (exportTo === undefined || !isAbsolute(exportTo.directory) || 'url' in source) return [];
  const { file, directory = '/' } = source;
  const covered = [file].flat().find((named) => isAmong(exportTo.directory, named, directory));
  if (covered === undefined) return [];
  return [
    `export.directory ${exportTo.directory} is where source.file (${covered}) is read from. An export replaces no file that another export has not written, and its files may be read as sources the next time. Use a directory of its own.`,
  ];
}

/** The service names the files of an archive, so the file's own name for them has no effect. */
export function exportNameWarnings({ export: exportTo }: ReleaseSpec): string[] {
  const { mode, filename } = exportTo ?? {};
  if (mode !== 'separate' || filename === undefined) return [];
  return [
    `export.filename (${filename}) names no file with "mode: separate": the service names each of them. Leave it out, or use "mode: single".`,
  ];
}

/** An export is of the whole project, so it may have such languages from other releases. */
export function exportLanguageWarnings({
  targetLanguages,
  supplementLanguages,
  export: exportTo,
}: ReleaseSpec): string[] {
  const translated = [...targetLanguages, ...supplementLanguages];
  const others = (exportTo?.languages ?? []).filter((language) => !translated.includes(language));
  if (others.length === 0) return [];
  return [
    `export.languages names ${others.join(', ')}, but this release does not translate into that: the files have only what the project has of it already. Add it to targetLanguages, or leave it out.`,
  ];
}

function isAmong(exported: string, named: string, directory: string): boolean {
  if (!isPattern(named)) return dirname(resolve(directory, named)) === resolve(exported);
  const fixed = named.slice(0, named.search(/[*?{]/));
  const base = resolve(directory, fixed.slice(0, fixed.lastIndexOf('/') + 1));
  const way = relative(base, resolve(exported));
  if (way === '') return true;
  const isDeep = named.slice(fixed.lastIndexOf('/') + 1).includes('/');
  return isDeep && way !== '..' && !way.startsWith('../');
}

/** Finds waivers of a minimum that have ended, although the file still has them. */
export function endedWaivers({ export: exportTo }: ReleaseSpec, nowMs: number): Stop[] {
  return (exportTo?.waivers ?? []).flatMap(({ language, by, until }, index) => {
    const message = `The waiver of ${by} for ${language} ended on ${until}. Give it a later date, or remove it.`;
    return hasEnded(until, nowMs) ? [{ key: ['export', 'waivers', index, 'until'], message }] : [];
  });
}
