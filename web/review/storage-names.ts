/**
 * Under what names this browser keeps an operator's review. It is of one task: a release that is started again has other
 * terms, and begins anew.
 */
import type { ReleaseName } from '../../src/domain/identity';

export const ofOperator = (me: string): string => `locrelease.review/${encodeURIComponent(me)}/`;

const ofRelease = (me: string, { project, name }: ReleaseName): string =>
  `${ofOperator(me)}${project}/${name}/`;

export const ofTask = (me: string, release: ReleaseName, taskId: string | null): string =>
  `${ofRelease(me, release)}${encodeURIComponent(taskId ?? '')}/`;

/** Each window listens to its drafts in other ones; where those are is no concern of it. */
export const draftKeys = (task: string): string => `${task}draft/`;
export const placeKey = (task: string): string => `${task}place`;

/** What nobody needs any more: all that is of a release that has ended, else what is of its earlier tasks. */
export function outdated(
  keys: readonly string[],
  { me, release }: { me: string; release: ReleaseName },
  { hasEnded, taskId }: { hasEnded: boolean; taskId: string | null },
): string[] {
  const ofThis = keys.filter((key) => key.startsWith(ofRelease(me, release)));
  if (hasEnded) return ofThis;
  // Without a task yet, nothing says which are of an earlier one.
  return taskId === null ? [] : ofThis.filter((key) => !key.startsWith(ofTask(me, release, taskId)));
}
