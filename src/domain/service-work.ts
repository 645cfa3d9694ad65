/** Work at a service that belongs to no release: how it is called, and what it tells. What it is asked is in its schema. */
import type { Problem } from './problems/problem';
import type { AnnouncedTarget, Completeness, ExportedAs, ExportedFile, Progress } from './release/status';
import type { LostCall, ServiceWorkInput, Work } from './work-schema';

export type * from './work-schema';

/** `blocked`: a person must do something first. `unknown`: whether the call was carried out cannot be told. */
export const workStates = ['running', 'done', 'partial', 'failed', 'blocked', 'unknown'] as const;
export type WorkState = (typeof workStates)[number];

export interface ServiceWorkStatus {
  work: Work;
  state: WorkState;
  /** What is being done now, in words; null once it has ended. */
  doing: string | null;
  /** Whether what was asked for has been taken on by the service, or needed no call. */
  accepted: boolean;
  /** As the service last named it. */
  status: string | null;
  /** Whether its publish job has ended well. */
  isPublished: boolean;
  jobId: string | null;
  /** What was created. */
  taskId: string | null;
  postId: string | null;
  progress: Progress | null;
  /** Of a supplement: what the service did not translate, because it has something in it already. */
  skippedLanguages: string[];
  targets: AnnouncedTarget[];
  files: ExportedFile[];
  completeness: Completeness[];
  exportedAs: ExportedAs | null;
  /** What a person should know of it. */
  warnings: string[];
  problem: WorkProblem | null;
  lost: LostCall | null;
}

/** What stopped it: what happened, what was kept, and what to do next. */
interface WorkProblem extends Problem {
  message: string;
}

/** The same work asked for again while it is under way is the same workflow. */
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

/** As a person would say it. */
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
