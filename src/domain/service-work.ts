/** Work at a service that belongs to no release: its workflow ids and its status. The requests are in its schema. */
import type { Problem } from './problems/problem';
import type { AnnouncedTarget, Completeness, ExportedAs, ExportedFile, Progress } from './release/status';
import type { LostCall, ServiceWorkInput, Work } from './work-schema';

export type * from './work-schema';

/** `blocked`: a person must act first. `unknown`: whether the call was carried out cannot be determined. */
export const workStates = ['running', 'done', 'partial', 'failed', 'blocked', 'unknown'] as const;
export type WorkState = (typeof workStates)[number];

export interface ServiceWorkStatus {
  work: Work;
  state: WorkState;
  /** The current step in words; null once the work has ended. */
  doing: string | null;
  /** Whether the service has accepted the work, or no call was needed. */
  accepted: boolean;
  status: string | null;
  isPublished: boolean;
  jobId: string | null;
  taskId: string | null;
  postId: string | null;
  progress: Progress | null;
  /** Languages of a supplement that the service did not translate because they already have content. */
  skippedLanguages: string[];
  targets: AnnouncedTarget[];
  files: ExportedFile[];
  completeness: Completeness[];
  exportedAs: ExportedAs | null;
  warnings: string[];
  problem: WorkProblem | null;
  lost: LostCall | null;
}

interface WorkProblem extends Problem {
  message: string;
}

/** The id is made of the request, so that a repeated request joins the workflow that is under way. */
export function workWorkflowId(work: Work): string {
  switch (work.kind) {
    case 'create':
      return `work/${work.project}/create/${work.clientTaskId}`;
    case 'wait-task':
    case 'confirm':
    case 'publish':
      return `work/${work.project}/${work.kind}/${work.taskId}`;
    case 'wait-publish':
      return `work/${work.project}/${work.kind}/${work.jobId}`;
    case 'supplement':
      return `work/${work.project}/supplement/${work.taskId}/${[...work.languages].sort().join(',')}`;
    case 'export': {
      const { project, taskId, templateId, languages, mode, escape, filename } = work;
      return ['work', project, 'export', taskId, templateId, languages.join(','), mode, escape, filename]
        .filter((part) => part)
        .join('/');
    }
    case 'rollback':
      return `work/${work.project}/rollback/${work.release}`;
    case 'draft':
      return `work/social/draft/${work.digest}`;
    case 'post':
      return ['work', 'social', 'post', work.postId, work.accountId]
        .filter((part) => part !== null)
        .join('/');
  }
}

export function workText(work: Work): string {
  switch (work.kind) {
    case 'create':
      return `Task ${work.name} of project ${work.project}`;
    case 'confirm':
      return `Confirmation of the terms of task ${work.taskId}`;
    case 'wait-task':
      return `Task ${work.taskId}`;
    case 'wait-publish':
      return `Publish job ${work.jobId}`;
    case 'supplement':
      return `Supplement of task ${work.taskId} with ${work.languages.join(', ')}`;
    case 'publish':
      return `Publish of task ${work.taskId}`;
    case 'export':
      return `Export of project ${work.project}`;
    case 'rollback':
      return `Rollback to release ${work.project}/${work.release}`;
    case 'draft':
      return `Draft for ${work.accountIds.join(', ')}`;
    case 'post':
      return `Post ${work.postId}${work.accountId === null ? '' : ` on ${work.accountId}`}`;
  }
}

export function newWorkStatus({ work }: ServiceWorkInput): ServiceWorkStatus {
  return {
    work,
    state: 'running',
    doing: 'looks at the service',
    accepted: false,
    status: null,
    isPublished: false,
    jobId: work.kind === 'wait-publish' ? work.jobId : null,
    taskId: null,
    postId: null,
    progress: null,
    skippedLanguages: [],
    targets: [],
    files: [],
    completeness: [],
    exportedAs: null,
    warnings: [],
    problem: null,
    lost: null,
  };
}
