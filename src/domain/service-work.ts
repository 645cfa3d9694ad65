/**
 * Work at a service that belongs to no release: a wait, or a call that must not happen twice. What it is asked, how it
 * is called, and what it tells.
 */
import type { ReleaseSource } from './release/release-input';
import type { Problem } from './problems/problem';
import type { AnnouncedTarget, Completeness, ExportedAs, ExportedFile, Progress } from './release/status';

/** Where whoever asked wants to be told, and of what. */
export interface OwnCallback {
  address: Extract<ReleaseSource, { kind: 'url' }>;
  /** Empty: of everything. */
  events: string[];
}

export interface TaskCreate {
  kind: 'create';
  project: string;
  name: string;
  /** Made of all that the task is made of: the same request gives the same task. */
  clientTaskId: string;
  /** Whether the service heeds that id. */
  isKeyed: boolean;
  source: ReleaseSource;
  targetLanguages: string[];
  scanTerms: boolean;
  autoApplyTerms: boolean;
  callback?: OwnCallback | undefined;
}

interface TaskConfirm {
  kind: 'confirm';
  project: string;
  taskId: string;
}

interface TaskWait {
  kind: 'wait-task';
  project: string;
  taskId: string;
}

export interface PublishWait {
  kind: 'wait-publish';
  project: string;
  jobId: string;
}

export interface TaskSupplement {
  kind: 'supplement';
  project: string;
  taskId: string;
  languages: string[];
  skipTm: boolean;
  skipTb: boolean;
  callback?: OwnCallback | undefined;
}

export interface TaskPublish {
  kind: 'publish';
  project: string;
  taskId: string;
  callback?: OwnCallback | undefined;
}

export interface ProjectExport {
  kind: 'export';
  project: string;
  /** null: no task says what the languages are. */
  taskId: string | null;
  templateId: string;
  /** Empty: those of the task. */
  languages: string[];
  /** Whether the template names them, so that the call need not. */
  byTemplate?: boolean | undefined;
  mode?: 'single' | 'separate' | undefined;
  escape?: 'escape' | 'no-escape' | undefined;
  filename: string;
}

export interface PostPublish {
  kind: 'post';
  postId: string;
  /** null: on every account of the post. */
  accountId: string | null;
}

export interface PostDraft {
  kind: 'draft';
  /** Of the text and the accounts. */
  digest: string;
  text: string;
  accountIds: string[];
}

/** The task of an earlier release published again, and exported as then; all of it read from that release's manifest. */
export interface ReleaseRollback {
  kind: 'rollback';
  project: string;
  /** Name of the release. */
  release: string;
  taskId: string;
  languages: string[];
  /** Published since by others and not in this task, where a publish takes or may take them away. */
  lostLanguages: string[];
  /** null: that release exported nothing. */
  export: RollbackExport | null;
  source: ReleaseSource;
  by: string;
  reason: string | null;
  /** Digest of the manifest. */
  of: string;
}

export interface RollbackExport {
  templateId: string;
  languages: string[];
  mode?: 'single' | 'separate' | undefined;
  escape?: 'escape' | 'no-escape' | undefined;
  filename: string;
  directory: string;
}

export type Work =
  | TaskCreate
  | TaskConfirm
  | TaskWait
  | PublishWait
  | TaskSupplement
  | TaskPublish
  | ProjectExport
  | ReleaseRollback
  | PostDraft
  | PostPublish;

/** What an earlier run asked for without an answer, and what was there before it did: looked for before it is asked again. */
export interface LostCall {
  what: string;
  sentAt: string;
  knownJobIds: string[];
  key: string | null;
}

export interface ServiceWorkInput {
  work: Work;
  minCheckIntervalMs: number;
  lost: LostCall | null;
}

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
