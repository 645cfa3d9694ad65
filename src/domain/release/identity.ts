/** Ids and keys of a release: pure functions of its name and its first run, the same in every process. */

export interface ReleaseName {
  project: string;
  name: string;
}

/** The limit for an id from a service. Every message that carries one must accept as many, or it would be dropped. */
export const MOST_ID_CHARS = 512;

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

export function nameFault(text: string): string | null {
  return NAME.test(text)
    ? null
    : 'must be 1 to 100 letters, digits, dots, hyphens or underscores, and begin with a letter or digit';
}

/** Parses `<project>/<name>`, or `<name>` alone for the project `default`; null: the id is neither. */
export function parseReleaseId(id: string): ReleaseName | null {
  const [project = '', name = '', ...rest] = id.includes('/') ? id.split('/') : ['default', id];
  if (rest.length > 0) return null;
  return nameFault(project) === null && nameFault(name) === null ? { project, name } : null;
}

export const releaseId = ({ project, name }: ReleaseName): string => `${project}/${name}`;

export const releaseWorkflowId = ({ project, name }: ReleaseName): string => `release/${project}/${name}`;

export const parseReleaseWorkflowId = (id: string): ReleaseName | null => parseBy(releaseWorkflowId, id);

function parseBy(idOf: (name: ReleaseName) => string, id: string): ReleaseName | null {
  const name = parseReleaseId(id.split('/').slice(1).join('/'));
  return name !== null && idOf(name) === id ? name : null;
}

/** An upload of terms to the project's termbase, named like a release. */
export const termbaseWorkflowId = ({ project, name }: ReleaseName): string => `termbase/${project}/${name}`;

export const isTermbaseWorkflowId = (id: string): boolean => id.startsWith('termbase/');

/** The workflows that receive callbacks from the localization service. */
export const callbackKinds = ['release', 'termbase'] as const;
export type CallbackKind = (typeof callbackKinds)[number];

export const callbackWorkflowId: Readonly<Record<CallbackKind, (name: ReleaseName) => string>> = {
  release: releaseWorkflowId,
  termbase: termbaseWorkflowId,
};

/** The id of a nightly localization's schedule, which is also the prefix of its runs' ids. */
export const nightlyScheduleId = ({ project, name }: ReleaseName): string => `nightly/${project}/${name}`;

export const parseNightlyScheduleId = (id: string): ReleaseName | null => parseBy(nightlyScheduleId, id);

export const publishQueueWorkflowId = (project: string): string => `publish-queue/${project}`;

/** A release that is started again needs a new task; retries and continued runs share the id of the first run. */
export const clientTaskId = (release: ReleaseName, firstRunId: string): string =>
  `${releaseId(release)}/${firstRunId}`;

/** Each draft of a release has its own key, counted from 1, because a draft with another text is another draft. */
export const draftKey = (firstRunId: string, number: number): string => `draft:${firstRunId}:${number}`;

/** One key per release and post: whatever is retried, an account gets a post once. */
export const publishKey = (firstRunId: string, postId: string): string =>
  `locrelease:${firstRunId}:${postId}`;

/** Each deliberate retry of one account has its own key, counted from 1. */
export const retryKey = (firstRunId: string, postId: string, accountId: string, attempt: number): string =>
  `${publishKey(firstRunId, postId)}:${accountId}:${attempt}`;
