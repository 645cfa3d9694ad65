import { dirname, resolve } from 'node:path';
import type { Config } from '../config/config';
import { reviewlessFaults } from '../domain/review/four-eyes';
import { type ReleaseSpec, releaseSpec, type SourceFiles } from '../domain/release/release-file';
import { largerThan } from '../files/regular-file';
import { isPattern } from './path-pattern';
import { FileFault, unlessReported, type Report } from './input-error';
import { exportDirectoryFault } from './export-directory';
import { pathText } from '../config/fault-words';
import { lineAtPath, MOST_SPEC_NODES, reportRepetitions, type Located } from './located';
import { readYaml } from './formats/parse-yaml';
import { MOST_SPEC_BYTES, readText } from './read-text';
import { checkShape } from './check-shape';

interface ReleaseFileRead {
  /** Its paths are absolute, so that it means the same wherever it is used. */
  spec: ReleaseSpec;
  directory: string;
  text: string;
}

export type ReleaseFileRules = Partial<Pick<Config, 'exportsRoot' | 'fourEyes'>>;

/** Reads a release file in YAML or JSON, and reports all of its faults at once. */
export async function readReleaseFile(file: string, rules: ReleaseFileRules = {}): Promise<ReleaseFileRead> {
  const text = await readText(file, { mostBytes: MOST_SPEC_BYTES });
  const directory = dirname(resolve(file));
  return { spec: readReleaseText(file, text, rules, directory), directory, text };
}

/** Paths stay as written unless their base directory is given. `name` is for messages. */
export function readReleaseText(
  name: string,
  text: string,
  rules: ReleaseFileRules = {},
  directory: string | null = null,
): ReleaseSpec {
  const placed = (read: ReleaseSpec): ReleaseSpec =>
    directory === null ? read : withPathsFrom(directory, read);
  const spec = readSpec(name, text, (read, root, report) => {
    if (rules.fourEyes === true) reportReviewless(root, read, report);
    const exportTo = directory === null ? undefined : placed(read).export;
    const fault =
      exportTo === undefined ? null : exportDirectoryFault(exportTo.directory, rules.exportsRoot ?? null);
    const path = ['export', 'directory'];
    if (fault !== null) report({ line: lineAtPath(root, path), key: pathText(path), message: fault });
  });
  return placed(spec);
}

function readSpec(
  name: string,
  text: string,
  checkMore: (spec: ReleaseSpec, root: Located, report: Report) => void,
): ReleaseSpec {
  return unlessReported(name, (report) => {
    // The text may have come over the network.
    if (text.length > MOST_SPEC_BYTES) throw new FileFault(largerThan(MOST_SPEC_BYTES));
    const root = readYaml(text, MOST_SPEC_NODES);
    reportRepetitions(root, report);
    if (root.kind !== 'mapping')
      throw new FileFault('must have the keys of a release, for example name: game-2.4.0', root.line);
    const spec = checkShape(releaseSpec, root, report);
    if (spec !== null) checkMore(spec, root, report);
    return spec;
  });
}

function reportReviewless(root: Located, { terms }: ReleaseSpec, report: Report): void {
  for (const { key, message } of reviewlessFaults(terms))
    report({ line: lineAtPath(root, key), key: pathText(key), message });
}

function withPathsFrom(directory: string, spec: ReleaseSpec): ReleaseSpec {
  const { source, export: exportTo } = spec;
  return {
    ...spec,
    source: 'file' in source ? filesFrom(directory, source) : source,
    export: exportTo && { ...exportTo, directory: resolve(directory, exportTo.directory) },
  };
}

/** A single literal file needs no directory. */
function filesFrom(directory: string, source: SourceFiles): SourceFiles {
  const { file, prefix } = source;
  if (typeof file === 'string' && !isPattern(file) && prefix === undefined)
    return { ...source, file: resolve(directory, file) };
  return { ...source, directory };
}
