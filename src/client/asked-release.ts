/** What a person asks for by naming a file: a release file, or a plan that was saved of one. */
import type { ReleaseInput } from '../domain/release-input';
import { readReleaseFile, type ReleaseFileRules } from '../source/read-release-file';
import type { StoreReader, StoreWriter } from '../store/unwritten-store';
import { readSavedPlan, requireAsPlanned } from './saved-plan';
import { snapshotOf } from './start-release';

export interface AskedRelease {
  /** The release file, as a person named it or as the plan does. */
  file: string;
  text: string;
  input: ReleaseInput;
  /** What is doubtful in its strings. */
  doubts: readonly string[];
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
  const doubts: string[] = [];
  const asked = announce ? spec : { ...spec, announce: undefined };
  const input = await snapshotOf(asked, store, startedBy, (doubt) => doubts.push(doubt));
  if (plan !== null) await requireAsPlanned(given, plan, { file, input }, store);
  return { file, text, input, doubts };
}
