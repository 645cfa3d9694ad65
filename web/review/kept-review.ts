/**
 * What this browser keeps of an operator's review: what was typed and not saved, and where the operator was.
 */
import { endedStates } from '../../src/domain/release-states';
import { api, type ReleaseName } from '../api';
import { isNotThere } from '../refusal';
import { me } from '../session';
import { keep, keysKept, readKept } from '../storage';
import { ofOperator, ofTask, outdated, placeKey } from './storage-names';

const local = (): Storage => localStorage;

/** With what every key begins that is of this review. */
export const keptUnder = (release: ReleaseName, taskId: string | null): string =>
  ofTask(me.value, release, taskId);

/** Where the operator was, and how far. */
export interface Place {
  termId: string | null;
  done: number;
  total: number;
}

/** null: the review has not begun in this browser. */
export const keptPlace = (release: ReleaseName, taskId: string | null): Place | null =>
  readKept<Place | null>(local, placeKey(keptUnder(release, taskId)), null);

export const keepPlace = (release: ReleaseName, taskId: string | null, place: Place): void =>
  keep(local, placeKey(keptUnder(release, taskId)), place);

export function forgetOutdated(
  release: ReleaseName,
  now: { hasEnded: boolean; taskId: string | null },
): void {
  const kept = keysKept(local, ofOperator(me.value));
  for (const key of outdated(kept, { me: me.value, release }, now)) keep(local, key, null);
}

/** What is kept of releases that have ended, or have begun anew, since the operator was here. */
export async function forgetEndedReviews(): Promise<void> {
  for (const release of keptReleases()) {
    try {
      const { status } = await api.release(release);
      forgetOutdated(release, { hasEnded: endedStates.has(status.state), taskId: status.taskId });
    } catch (error) {
      // No answer, or that of something before the gateway, says nothing of the release.
      if (isNotThere(error)) forgetOutdated(release, { hasEnded: true, taskId: null });
    }
  }
}

function keptReleases(): ReleaseName[] {
  const prefix = ofOperator(me.value);
  const ids = keysKept(local, prefix).map((key) => key.slice(prefix.length).split('/').slice(0, 2).join('/'));
  return [...new Set(ids)].map((id) => {
    const [project = '', name = ''] = id.split('/');
    return { project, name };
  });
}
