/** Work at a service that belongs to no release: its workflow ids and its status. The requests are in its schema. */
import type { Problem } from './problems/problem';
import type { AnnouncedTarget, Completeness, ExportedAs, ExportedFile, Progress } from './release/status';
import type { LostCall, ServiceWorkInput, Work } from './work-schema';

export type * from './work-schema';

/** `blocked`: a person must act first. `unknown`: whether the call was carried out cannot be determined. */
export const workStates = ['running', 'done', 'partial', 'failed', 'blocked', 'unknown'] as const;
export type WorkState = (typeof workStates)[number];

export type ServiceWorkStatus = ReturnType<typeof newWorkStatus>;

/** What is known or done of each kind of work. */
export type ByKind<Result, More extends unknown[] = []> = {
  [Kind in Work['kind']]: (work: Extract<Work, { kind: Kind }>, ...more: More) => Result;
};

/** The id is made of the request, so that a repeated request joins the workflow that is under way. */
export function workWorkflowId(work: Work): string {
  const parts = (idParts[work.kind] as (work: Work) => (string | null | undefined)[])(work);
  return ['work', ...parts].filter((part) => part).join('/');
}

const idParts: ByKind<(string | null | undefined)[]> = {
  create: ({ project, kind, clientTaskId }) => [project, kind, clientTaskId],
  'wait-task': ({ project, kind, taskId }) => [project, kind, taskId],
  confirm: ({ project, kind, taskId }) => [project, kind, taskId],
  publish: ({ project, kind, taskId }) => [project, kind, taskId],
  'wait-publish': ({ project, kind, jobId }) => [project, kind, jobId],
  supplement: ({ project, kind, taskId, languages }) => [
    project,
    kind,
    taskId,
    [...languages].sort().join(','),
  ],
  export: ({ project, kind, taskId, templateId, languages, mode, escape, filename }) => [
    ...[project, kind, taskId, templateId],
    ...[languages.join(','), mode, escape, filename],
  ],
  rollback: ({ project, kind, release }) => [project, kind, release],
  draft: ({ digest }) => ['social', 'draft', digest],
  post: ({ postId, accountId }) => ['social', 'post', postId, accountId],
};

export function workText(work: Work): string {
  return (texts[work.kind] as (work: Work) => string)(work);
}

const texts: ByKind<string> = {
  create: ({ name, project }) => `Task ${name} of project ${project}`,
  confirm: ({ taskId }) => `Confirmation of the terms of task ${taskId}`,
  'wait-task': ({ taskId }) => `Task ${taskId}`,
  'wait-publish': ({ jobId }) => `Publish job ${jobId}`,
  supplement: ({ taskId, languages }) => `Supplement of task ${taskId} with ${languages.join(', ')}`,
  publish: ({ taskId }) => `Publish of task ${taskId}`,
  export: ({ project }) => `Export of project ${project}`,
  rollback: ({ project, release }) => `Rollback to release ${project}/${release}`,
  draft: ({ accountIds }) => `Draft for ${accountIds.join(', ')}`,
  post: ({ postId, accountId }) => `Post ${postId}${accountId === null ? '' : ` on ${accountId}`}`,
};

export function newWorkStatus({ work }: ServiceWorkInput) {
  return {
    work,
    state: 'running' as WorkState,
    /** The current step in words; null once the work has ended. */
    doing: 'looks at the service' as string | null,
    /** Whether the service has accepted the work, or no call was needed. */
    accepted: false,
    /** The service's own latest status. */
    status: null as string | null,
    isPublished: false,
    jobId: work.kind === 'wait-publish' ? work.jobId : null,
    taskId: null as string | null,
    postId: null as string | null,
    progress: null as Progress | null,
    /** Languages of a supplement that the service did not translate because they already have content. */
    skippedLanguages: [] as string[],
    targets: [] as AnnouncedTarget[],
    files: [] as ExportedFile[],
    completeness: [] as Completeness[],
    exportedAs: null as ExportedAs | null,
    warnings: [] as string[],
    problem: null as (Problem & { message: string }) | null,
    lost: null as LostCall | null,
  };
}
