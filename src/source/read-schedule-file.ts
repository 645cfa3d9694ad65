/** Reads a schedule file in YAML or JSON, with the release files that its schedules name as their templates. */
import { dirname, resolve } from 'node:path';
import type { NightlyInput } from '../domain/schedules/nightly-release';
import { scheduleFile, type ScheduleSpec } from '../domain/schedules/schedule-file';
import type { ReleaseSpec } from '../domain/release/release-file';
import { checkShape } from './check-shape';
import { InputError, unlessReported, whereNamed, type Finding } from './input-error';
import { pathText } from '../config/fault-words';
import { lineAtPath, MOST_SPEC_NODES, reportRepetitions } from './located';
import { readYaml } from './formats/parse-yaml';
import { readReleaseFile, type ReleaseFileRules } from './read-release-file';
import { MOST_SPEC_BYTES, readText } from './read-text';

/** Leaves room after a release's name for the date and a number. */
const LONGEST_PREFIX = 80;

export interface DeclaredSchedule {
  spec: ScheduleSpec;
  /** The input of every run; its paths are absolute. */
  night: NightlyInput;
}

/** Reports all faults of the file at once; then, all faults of its templates. */
export async function readScheduleFile(file: string, rules?: ReleaseFileRules): Promise<DeclaredSchedule[]> {
  const text = await readText(file, { mostBytes: MOST_SPEC_BYTES });
  const { root, specs } = unlessReported(file, (report) => {
    const located = readYaml(text, MOST_SPEC_NODES);
    reportRepetitions(located, report);
    const content = checkShape(scheduleFile, located, report);
    return content && { root: located, specs: content.schedules };
  });

  const findings: Finding[] = [];
  const declared: DeclaredSchedule[] = [];
  for (const [index, spec] of specs.entries()) {
    const path = ['schedules', index, 'release'];
    const place = { file, line: lineAtPath(root, path), key: pathText(path) };
    try {
      const { spec: release } = await readReleaseFile(resolve(dirname(file), spec.release), rules);
      const night = nightOf(release, spec.timeZone, declared);
      if (typeof night === 'string') findings.push({ ...place, message: night });
      else declared.push({ spec, night });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      findings.push(...whereNamed(error, place).findings);
    }
  }
  if (findings.length > 0) throw new InputError(findings);
  return declared;
}

/** Returns the input of a run, or why the release cannot be repeated every night. */
function nightOf(
  { name, source, ...rest }: ReleaseSpec,
  timeZone: string,
  others: readonly DeclaredSchedule[],
): NightlyInput | string {
  if ('url' in source) return 'has a source.url; only a source.file is read again every night';
  if (rest.announce?.postId !== undefined)
    return 'announces a draft, which can be published only once; use announce.text';
  if (name.length > LONGEST_PREFIX)
    return `has a name of more than ${LONGEST_PREFIX} characters, and the date is added to it`;
  // Each schedule stores separately what it has released.
  const twin = others.find(
    ({ night }) => night.template.project === rest.project && night.namePrefix === name,
  );
  if (twin !== undefined)
    return `makes the same releases as schedule ${twin.spec.id}; use one schedule with both times (cron takes a list)`;
  return { template: { ...rest, source }, namePrefix: name, timeZone };
}
