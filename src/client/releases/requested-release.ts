/** What a person asks for by naming a file: a release file, or a plan that was saved of one. */
import { readSourcesHere } from '../../source/read-apart';
import { readReleaseFile, type ReleaseFileRules } from '../../source/read-release-file';
import type { StoreReader, StoreWriter } from '../../store/unwritten-store';
import { readSavedPlan, requireAsPlanned } from '../plans/saved-plan';
import {
  asSaid,
  nothingSaid,
  snapshotOf,
  type PreparedRelease,
  type StartRequest,
} from '../plans/prepare-release';

export interface RequestedRelease extends PreparedRelease {
  /** The release file, as a person named it or as the plan does. */
  file: string;
  text: string;
}

interface RequestedWith {
  config: ReleaseFileRules;
  store: StoreReader & StoreWriter;
  startedBy: string | null;
  said?: StartRequest;
}

export async function readRequestedRelease(
  given: string,
  { config, store, startedBy, said = nothingSaid }: RequestedWith,
): Promise<RequestedRelease> {
  const plan = await readSavedPlan(given);
  const file = plan?.releaseFile ?? given;
  const { spec, text } = await readReleaseFile(file, config);
  const prepared = await snapshotOf(asSaid(spec, said), store, startedBy, readSourcesHere);
  if (plan !== null) {
    // What is said at the start is no part of what was planned.
    const { announce, loseLanguages } = spec;
    const planned = { ...prepared.input, spec: { ...prepared.input.spec, announce, loseLanguages } };
    await requireAsPlanned(given, plan, { file, input: planned }, store);
  }
  return { file, text, ...prepared };
}
