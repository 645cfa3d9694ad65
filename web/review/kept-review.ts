/**
 * What this browser keeps of an operator's review: what was typed and not saved, which terms were found good, and where
 * the operator was. It is of one task: a release that is started again has other terms, and begins anew.
 */
import { endedStates } from '../../src/domain/release-states';
import { api, Refusal, type ReleaseName } from '../api';
import { me } from '../session';
import { keep, keysKept, readKept } from '../storage';

const local = (): Storage => localStorage;

const ofOperator = (): string => `locrelease.review/${encodeURIComponent(me.value)}/`;
const ofRelease = ({ project, name }: ReleaseName): string => `${ofOperator()}${project}/${name}/`;

/** With what every key begins that is of this review. */
export const keptUnder = (release: ReleaseName, taskId: string | null): string =>
  `${ofRelease(release)}${encodeURIComponent(taskId ?? '')}/`;

/** Where the operator was, and how far. */
export interface Place {
  termId: string | null;
  done: number;
  total: number;
}

const placeKey = (release: ReleaseName, taskId: string | null): string =>
  `${keptUnder(release, taskId)}place`;

/** null: the review has not begun in this browser. */
export const keptPlace = (release: ReleaseName, taskId: string | null): Place | null =>
  readKept<Place | null>(local, placeKey(release, taskId), null);

export const keepPlace = (release: ReleaseName, taskId: string | null, place: Place): void =>
  keep(local, placeKey(release, taskId), place);

/** All that is kept of the release, but what is of its task now; null: that too. */
export function forgetReviews(release: ReleaseName, taskId: string | null): void {
  for (const key of keysKept(local, ofRelease(release))) {
    if (taskId === null || !key.startsWith(keptUnder(release, taskId))) keep(local, key, null);
  }
}

/** What is kept of releases that have ended, or have begun anew, since the operator was here. */
export async function forgetEndedReviews(): Promise<void> {
  for (const release of keptReleases()) {
    try {
      const { status } = await api.release(release);
      forgetReviews(release, endedStates.has(status.state) ? null : status.taskId);
    } catch (error) {
      // No answer says nothing of the release.
      if (error instanceof Refusal && error.status === 404) forgetReviews(release, null);
    }
  }
}

function keptReleases(): ReleaseName[] {
  const ids = keysKept(local, ofOperator()).map((key) =>
    key.slice(ofOperator().length).split('/').slice(0, 2).join('/'),
  );
  return [...new Set(ids)].map((id) => {
    const [project = '', name = ''] = id.split('/');
    return { project, name };
  });
}
