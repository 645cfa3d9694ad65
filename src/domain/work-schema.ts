/** The input of a workflow for work that belongs to no release. Code inside a workflow takes only types from here. */
import * as z from 'zod';
import { by, id, languageCode, sha256, words, releaseSource, urlSource } from './fields';

const texts = z.array(z.string());
const project = z.string().min(1);
const ofTask = { project, taskId: id };

/** The webhook of the requester. */
export const ownCallback = z.object({
  address: urlSource,
  /** Empty: all events. */
  events: texts,
});
export type OwnCallback = z.output<typeof ownCallback>;

const exportWords = {
  mode: z.enum(['single', 'separate']).optional(),
  escape: z.enum(['escape', 'no-escape']).optional(),
};

const createTask = z.object({
  kind: z.literal('create'),
  project,
  name: z.string().min(1),
  /** The key has a digest of the request: the same request gives the same task. */
  clientTaskId: z.string().min(1).max(300),
  /** Whether the service deduplicates by that id. */
  isKeyed: z.boolean(),
  source: releaseSource,
  targetLanguages: z.array(languageCode).min(1),
  scanTerms: z.boolean(),
  autoApplyTerms: z.boolean(),
  callback: ownCallback.optional(),
});
export type TaskCreate = z.output<typeof createTask>;

const supplement = z.object({
  kind: z.literal('supplement'),
  ...ofTask,
  languages: z.array(languageCode).min(1).max(50),
  skipTm: z.boolean(),
  skipTb: z.boolean(),
  callback: ownCallback.optional(),
});
export type TaskSupplement = z.output<typeof supplement>;

const publish = z.object({ kind: z.literal('publish'), ...ofTask, callback: ownCallback.optional() });
export type TaskPublish = z.output<typeof publish>;

const publishWait = z.object({ kind: z.literal('wait-publish'), project, jobId: id });

const projectExport = z.object({
  kind: z.literal('export'),
  project,
  /** null: no task determines the languages. */
  taskId: id.nullable(),
  templateId: id,
  /** Empty: the languages of the task. */
  languages: z.array(languageCode).max(200),
  /** Whether the template names the languages, so that the call need not. */
  byTemplate: z.boolean().optional(),
  ...exportWords,
  filename: id,
});
export type ProjectExport = z.output<typeof projectExport>;

const rollbackExport = z.object({
  templateId: z.string(),
  languages: texts.min(1),
  ...exportWords,
  filename: z.string().min(1),
  directory: z.string(),
});
export type RollbackExport = z.output<typeof rollbackExport>;

/** Publishes and exports the task of an earlier release again, as that release's manifest describes it. */
export const rollback = z.object({
  kind: z.literal('rollback'),
  ...ofTask,
  release: z.string().min(1),
  languages: texts,
  /** Languages that others have published since, missing from this task, which a publish removes or may remove. */
  lostLanguages: texts,
  /** null: that release exported nothing. */
  export: rollbackExport.nullable(),
  source: releaseSource,
  by,
  reason: words.nullable(),
  /** The digest of that release's manifest. */
  of: sha256,
});
export type ReleaseRollback = z.output<typeof rollback>;

const draft = z.object({
  kind: z.literal('draft'),
  digest: sha256,
  text: z.string().min(1),
  accountIds: z.array(id).min(1),
});
export type PostDraft = z.output<typeof draft>;

/** `accountId` is null for every account of the post. */
const post = z.object({ kind: z.literal('post'), postId: id, accountId: id.nullable() });
export type PostPublish = z.output<typeof post>;

const workAtTask = [
  z.object({ kind: z.literal('confirm'), ...ofTask }),
  z.object({ kind: z.literal('wait-task'), ...ofTask }),
  publishWait,
  supplement,
  publish,
  projectExport,
] as const;
/** Requests that are taken as they come; the others are made from records, or checked before the workflow starts. */
export const requestedWork = z.union([...workAtTask, post]);
export const work = z.union([...workAtTask, createTask, rollback, draft, post]);
export type Work = z.output<typeof work>;

/** A call of an earlier run that got no response, and the jobs known before it: they are searched before a retry. */
const lostCall = z.object({
  what: z.string(),
  sentAt: z.string(),
  knownJobIds: texts,
  key: z.string().nullable(),
});
export type LostCall = z.output<typeof lostCall>;

export const serviceWorkInput = z.object({
  work,
  minCheckIntervalMs: z.number().positive(),
  lost: lostCall.nullable().default(null),
});
export type ServiceWorkInput = z.output<typeof serviceWorkInput>;
