import { dirname, resolve } from 'node:path';
import type { ReleaseSpec } from '../domain/release-file';
import { checkSpec } from './check-spec';
import { unlessReported } from './input-error';
import { reportRepetitions } from './located';
import { parseYaml } from './parse-yaml';
import { readText } from './read-text';

export interface ReleaseFileRead {
  /** Its paths are absolute, so that it means the same wherever it is used. */
  spec: ReleaseSpec;
  directory: string;
  text: string;
}

/** Reads a release file, YAML or JSON; everything that is wrong with it is told at once. */
export async function readReleaseFile(file: string): Promise<ReleaseFileRead> {
  const text = await readText(file);
  const spec = unlessReported(file, (report) => {
    const root = parseYaml(text, report);
    if (root === null) return null;
    reportRepetitions(root, report);
    return checkSpec(root, report);
  });
  const directory = dirname(resolve(file));
  return { spec: withPathsFrom(directory, spec), directory, text };
}

function withPathsFrom(directory: string, spec: ReleaseSpec): ReleaseSpec {
  const { source, export: exportTo } = spec;
  return {
    ...spec,
    source: 'file' in source ? { file: resolve(directory, source.file) } : source,
    export: exportTo && { ...exportTo, directory: resolve(directory, exportTo.directory) },
  };
}
