import { dirname, resolve } from 'node:path';
import { reviewlessFaults, type Policies } from '../domain/four-eyes';
import { type ReleaseSpec, releaseSpec } from '../domain/release-file';
import { unlessReported, type Report } from './input-error';
import { lineAtPath, pathText, reportRepetitions, type Located } from './located';
import { parseYaml } from './parse-yaml';
import { readText } from './read-text';
import { checkShape } from './check-shape';

export interface ReleaseFileRead {
  /** Its paths are absolute, so that it means the same wherever it is used. */
  spec: ReleaseSpec;
  directory: string;
  text: string;
}

/** Reads a release file, YAML or JSON; everything that is wrong with it is told at once. */
export async function readReleaseFile(file: string, policies?: Policies): Promise<ReleaseFileRead> {
  const text = await readText(file);
  const directory = dirname(resolve(file));
  return { spec: withPathsFrom(directory, readReleaseText(file, text, policies)), directory, text };
}

/** Its paths are as they were written; `name` is for whoever reads what is wrong with it. */
export function readReleaseText(name: string, text: string, policies?: Policies): ReleaseSpec {
  return unlessReported(name, (report) => {
    const root = parseYaml(text, report);
    if (root === null) return null;
    reportRepetitions(root, report);
    const spec = checkSpec(root, report);
    if (spec !== null && policies?.fourEyes === true) reportReviewless(root, spec, report);
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
    source: 'file' in source ? { file: resolve(directory, source.file) } : source,
    export: exportTo && { ...exportTo, directory: resolve(directory, exportTo.directory) },
  };
}

/** The release that a file asks for, or null after reporting why there is none. */
function checkSpec(root: Located, report: Report): ReleaseSpec | null {
  if (root.kind === 'mapping') return checkShape(releaseSpec, root, report);
  const message = 'must have the keys of a release, for example name: game-2.4.0';
  report({ line: root.line, key: null, message });
  return null;
}
