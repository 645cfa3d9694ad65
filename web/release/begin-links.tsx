import { againPath, amendPath, duplicatePath } from '../../src/domain/console-paths';
import { endedStates, unsuccessfulStates } from '../../src/domain/release-states';
import type { ReleaseStatus } from '../../src/domain/status';
import type { ReleaseName } from '../api';
import { words } from '../messages/words';
import { may } from '../session';

/** From this release to the next, or to another file for it. */
export function BeginLinks({ status, release }: { status: ReleaseStatus; release: ReleaseName }) {
  if (!may('operate')) return null;
  const { state } = status;
  return (
    <>
      {unsuccessfulStates.has(state) && (
        <a class="button" href={againPath(release)}>
          {words.release.startAgain}
        </a>
      )}
      {endedStates.has(state) || <a href={amendPath(release)}>{words.release.editFile}</a>}
      <a href={duplicatePath(release)}>{words.release.duplicate}</a>
    </>
  );
}
