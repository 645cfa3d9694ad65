import { dirname, resolve } from 'node:path';
import { dump } from 'js-yaml';
import type { Config } from '../config/config';
import { reviewlessFaults } from '../domain/review/four-eyes';
import { type ReleaseSpec, releaseSpec, type SourceFiles } from '../domain/release/release-file';
import { largerThan } from '../files/regular-file';
import { isPattern } from './path-pattern';
import { FileFault, unlessReported } from './input-error';
import { exportDirectoryFault } from './export-directory';
import { pathText, type Path } from '../config/fault-words';
import { lineAtPath, MOST_SPEC_NODES, reportRepetitions } from './located';
import { readYaml } from './formats/parse-yaml';
import { MOST_SPEC_BYTES, readText } from './read-text';
import { checkShape } from './check-shape';
import { units } from '../domain/text/duration';
import { isPlain } from '../domain/text/canonical-json';

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
  return unlessReported(name, (report) => {
    // The text may have come over the network.
    if (text.length > MOST_SPEC_BYTES) throw new FileFault(largerThan(MOST_SPEC_BYTES));
    const root = readYaml(text, MOST_SPEC_NODES);
    reportRepetitions(root, report);
    if (root.kind !== 'mapping')
      throw new FileFault('must have the keys of a release, for example name: game-2.4.0', root.line);
    const read = checkShape(releaseSpec, root, report);
    if (read === null) return null;
    const reportAt = (path: Path, message: string): void =>
      report({ line: lineAtPath(root, path), key: pathText(path), message });
    if (rules.fourEyes === true)
      for (const { key, message } of reviewlessFaults(read.terms)) reportAt(key, message);
    if (directory === null) return read;
    const spec = withPathsFrom(directory, read);
    const fault = spec.export && exportDirectoryFault(spec.export.directory, rules.exportsRoot ?? null);
    if (fault) reportAt(['export', 'directory'], fault);
    return spec;
  });
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
  return typeof file === 'string' && !isPattern(file) && prefix === undefined
    ? { ...source, file: resolve(directory, file) }
    : { ...source, directory };
}

/**
 * Writes the release file of a request, so that reading it again gives the same request. `content` comes from
 * `contentOf`; `source` is in the form of a release file.
 */
export function releaseFileText(content: Readonly<Record<string, unknown>>, source: object): string {
  const { terms, ...rest } = content;
  const written: Record<string, unknown> = { ...rest, source, ...termsIn(terms) };
  const order = Object.keys(releaseSpec.shape);
  const keys = Object.keys(written).sort((one, other) => order.indexOf(one) - order.indexOf(other));
  return dump(Object.fromEntries(keys.map((key) => [key, written[key]])), { lineWidth: -1, noRefs: true });
}

/** Durations are stored in milliseconds, but written in words. */
function termsIn(terms: unknown): { terms?: object } {
  // An empty part is left out.
  if (!isPlain(terms) || Object.keys(terms).length === 0) return {};
  const { deadline, reminders }: Record<string, unknown> = { ...terms };
  return {
    terms: {
      ...terms,
      ...(deadline !== undefined && { deadline: exactDuration(Number(deadline)) }),
      ...(Array.isArray(reminders) && { reminders: reminders.map((ms) => exactDuration(Number(ms))) }),
    },
  };
}

function exactDuration(ms: number): string {
  const [unit, unitMs] = units.find(([, size]) => ms >= size && ms % size === 0) ?? (['ms', 1] as const);
  return `${ms / unitMs} ${unit}`;
}
