import { againPath, amendPath, duplicatePath } from '../../src/domain/console-paths';
import { endedStates, type ReleaseState } from '../../src/domain/release-states';
import type { ReleaseStatus } from '../../src/domain/status';
import type { ReleaseName } from '../api';
import { may } from '../session';

/** Ended without success: its name is free for another try. */
const free: ReadonlySet<ReleaseState> = new Set(['rejected', 'cancelled', 'failed']);

/** From this release to the next, or to another file for it. */
export function BeginLinks({ status, release }: { status: ReleaseStatus; release: ReleaseName }) {
  if (!may('operate')) return null;
  const { state } = status;
  return (
    <>
      {free.has(state) && (
        <a class="button" href={againPath(release)}>
          Start again
        </a>
      )}
      {endedStates.has(state) || <a href={amendPath(release)}>Edit its file</a>}
      <a href={duplicatePath(release)}>Duplicate</a>
    </>
  );
}
