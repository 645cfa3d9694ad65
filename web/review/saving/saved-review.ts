/**
 * The browser's data of an operator's review: unsaved input, and the current term. It belongs to one task: a restarted
 * release has other terms, and its review begins anew.
 */
import { endedStates } from '../../../src/domain/release/release-states';
import { api, isNotThere, type ReleaseName } from '../../api';
import { me } from '../../session';
import { keep, storedKeys, local, readStored } from '../../storage';

const ofOperator = (me: string): string => `locrelease.review/${encodeURIComponent(me)}/`;

const ofRelease = (me: string, { project, name }: ReleaseName): string =>
  `${ofOperator(me)}${project}/${name}/`;

export const ofTask = (me: string, release: ReleaseName, taskId: string | null): string =>
  `${ofRelease(me, release)}${encodeURIComponent(taskId ?? '')}/`;

/** Each window listens to changes of drafts in other windows; their places do not matter to it. */
export const draftKeys = (task: string): string => `${task}draft/`;
export const placeKey = (task: string): string => `${task}place`;

/** The obsolete keys: all of earlier tasks, and all but unsaved input of an ended release. */
export function outdated(
  keys: readonly string[],
  { me, release }: { me: string; release: ReleaseName },
  { hasEnded, taskId }: { hasEnded: boolean; taskId: string | null },
): string[] {
  const ofThis = keys.filter((key) => key.startsWith(ofRelease(me, release)));
  // Without a task yet, the keys of an earlier one cannot be distinguished.
  if (taskId === null && !hasEnded) return [];
  const task = ofTask(me, release, taskId);
  return ofThis.filter((key) => !key.startsWith(hasEnded ? draftKeys(task) : task));
}

/** The prefix of all keys of this review. */
export const storedUnder = (release: ReleaseName, taskId: string | null): string =>
  ofTask(me.value, release, taskId);

/** The operator's current term and progress. */
interface Place {
  termId: string | null;
  done: number;
  total: number;
}

/** null: the review has not begun in this browser. */
export const savedPlace = (release: ReleaseName, taskId: string | null): Place | null =>
  readStored<Place | null>(local, placeKey(storedUnder(release, taskId)), null);

export const keepPlace = (release: ReleaseName, taskId: string | null, place: Place): void =>
  keep(local, placeKey(storedUnder(release, taskId)), place);

export function forgetOutdated(
  release: ReleaseName,
  now: { hasEnded: boolean; taskId: string | null },
): void {
  const keys = storedKeys(local, ofOperator(me.value));
  for (const key of outdated(keys, { me: me.value, release }, now)) keep(local, key, null);
}

/** Removes the data of releases that have ended, or were started again, since the last visit. */
export async function forgetEndedReviews(): Promise<void> {
  for (const release of storedReleases()) {
    try {
      const { status } = await api.release(release);
      forgetOutdated(release, { hasEnded: endedStates.has(status.state), taskId: status.taskId });
    } catch (error) {
      // A missing response, or one from a proxy, shows nothing about the release.
      if (isNotThere(error)) forgetOutdated(release, { hasEnded: true, taskId: null });
    }
  }
}

function storedReleases(): ReleaseName[] {
  const prefix = ofOperator(me.value);
  const releases = storedKeys(local, prefix).map((key) => {
    const [project = '', name = ''] = key.slice(prefix.length).split('/');
    return [`${project}/${name}`, { project, name }] as const;
  });
  return [...new Map(releases).values()];
}
