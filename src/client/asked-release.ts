/** What a person asks for by naming a file: a release file, or a plan that was saved of one. */
import { readReleaseFile, type ReleaseFileRules } from '../source/read-release-file';
import type { StoreReader, StoreWriter } from '../store/unwritten-store';
import { readSavedPlan, requireAsPlanned } from './saved-plan';
import { snapshotOf, type PreparedRelease } from './prepare-release';

export interface AskedRelease extends PreparedRelease {
  /** The release file, as a person named it or as the plan does. */
  file: string;
  text: string;
}

interface AskedWith {
  config: ReleaseFileRules;
  store: StoreReader & StoreWriter;
  startedBy: string | null;
  /** Whether it is announced where the file says so. */
  announce?: boolean | undefined;
}

export async function readAskedRelease(
  given: string,
  { config, store, startedBy, announce = true }: AskedWith,
): Promise<AskedRelease> {
  const plan = await readSavedPlan(given);
  const file = plan?.releaseFile ?? given;
  const { spec, text } = await readReleaseFile(file, config);
  const asked = announce ? spec : { ...spec, announce: undefined };
  const prepared = await snapshotOf(asked, store, startedBy);
  if (plan !== null) {
    // Whether it is announced is said at the start, and is no part of what was planned.
    const planned = { ...prepared.input, spec: { ...prepared.input.spec, announce: spec.announce } };
    await requireAsPlanned(given, plan, { file, input: planned }, store);
  }
  return { file, text, ...prepared };
}
