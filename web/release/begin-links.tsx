import { againPath, amendPath, duplicatePath } from '../../src/domain/console-paths';
import { endedStates, unsuccessfulStates } from '../../src/domain/release-states';
import type { ReleaseStatus } from '../../src/domain/status';
import type { ReleaseName } from '../api';
import { may } from '../session';

/** From this release to the next, or to another file for it. */
export function BeginLinks({ status, release }: { status: ReleaseStatus; release: ReleaseName }) {
  if (!may('operate')) return null;
  const { state } = status;
  return (
    <>
      {unsuccessfulStates.has(state) && (
        <a class="button" href={againPath(release)}>
          Start again
        </a>
      )}
      {endedStates.has(state) || <a href={amendPath(release)}>Edit its file</a>}
      <a href={duplicatePath(release)}>Duplicate</a>
    </>
  );
}
