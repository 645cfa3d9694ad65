/**
 * What a workflow gives to an activity: another process, perhaps of another version, takes it from there. Types of
 * activities come from here, and a worker checks every input before it works on it.
 */
import * as z from 'zod';
import { id, sha256 } from '../domain/fields';
import { problem, reportedOccurrence } from '../domain/notices/notice-schema';
import type { ReleaseSpec } from '../domain/release/release-file';
import type { ReleaseRecord } from '../domain/release/release-record';
import { releaseStates } from '../domain/release/release-states';
import { workStates } from '../domain/service-work';
import { operatorProof, releaseSource } from '../domain/release/source-schema';
import { completeness, exportedFile, termSheetRef } from '../domain/release/status';
import { seenValues } from '../domain/review/sheet-schema';
import { ownCallback, rollback } from '../domain/work-schema';
import { checkedRelease, messageSchemas, sourceFiles, termEdit } from './message-schemas';

const text = z.string();
const texts = z.array(text).readonly();
const release = z.object({ project: text, name: text });
/** Whom the service calls back unless somebody named an address: a release, or nobody. */
const caller = z.object({ project: text, name: text.nullable() });
const callback = ownCallback.optional();
const task = z.object({ project: text, taskId: id });
/** Whether we have made or started it, and no person has named it. */
const ours = z.boolean();
const sheet = task.extend({ terms: termSheetRef });
const termIds = z.array(id).readonly();
/** Who changes something, and when. */
const author = { by: text, at: text };
const draft = z.object({
  /** Whose names its placeholders stand for; null: it is posted as it stands. */
  release: release.nullable(),
  text,
  accountIds: texts,
  languages: texts,
  strings: z.int(),
  key: text,
  /** The service publishes it at that time by itself. */
  scheduledAt: text.exactOptional(),
});
const batch = messageSchemas.termbaseUploadInput.extend({
  range: z.object({ first: z.int(), last: z.int() }),
});
const { termbaseUploadInput } = messageSchemas;
const spec: z.ZodType<ReleaseSpec> = checkedRelease;
const record = z.custom<ReleaseRecord>((value) => messageSchemas.releaseRecord.safeParse(value).success);
const decisions = z.array(z.object({ at: text, by: text, what: text, why: text.nullable() }));
/** By the name of the activity. */
export const activityInputs = {
  preflight: z.object({
    spec,
    /** Who started it and when; absent where it runs already. */
    start: z
      .object({
        source: releaseSource,
        by: text.nullable(),
        atMs: z.number(),
        /** By a run of a schedule, which says who triggered it. */
        nightly: z.boolean(),
        proof: operatorProof.optional(),
      })
      .exactOptional(),
  }),
  createTask: z.object({
    release,
    clientTaskId: text,
    source: releaseSource,
    targetLanguages: texts,
    scanTerms: z.boolean(),
    autoApplyTerms: z.boolean(),
    /** Whether the service heeds the id, so that a repeat makes no second task. */
    keyed: z.boolean().exactOptional(),
    /** null: nobody is called back; absent: the release. */
    callback: callback.nullable(),
  }),
  /** `scan`: whether to tell how the scan of a task ended that has gone past it. */
  readTask: task.extend({ ours, scan: z.boolean().exactOptional() }),
  checkConfirmer: z.object({
    release,
    by: text,
    /** Of the list that is confirmed. */
    digest: text,
    atMs: z.number(),
    proof: operatorProof.optional(),
  }),
  confirmTaskTerms: task,
  supplementTask: z.object({
    release: caller,
    taskId: id,
    languages: texts,
    skipTm: z.boolean().exactOptional(),
    skipTb: z.boolean().exactOptional(),
    callback,
  }),
  publishTask: z.object({ release: caller, taskId: id, callback }),
  readPublish: z.object({ project: text, jobId: text, ours }),
  /** `languages`: of the task that is to be published. */
  readLostLanguages: z.object({ project: text, source: releaseSource, languages: texts }),

  /** `seen`: the sheet whose marks still apply. `source`: where the terms come from. */
  snapshotTerms: task.extend({ seen: termSheetRef.nullable(), source: releaseSource }),
  /** `termbase`: as the sheet says that the termbase has them. */
  editTerms: sheet.extend({
    termIds,
    edit: z.union([termEdit, z.literal('termbase')]),
    edits: z.record(id, termEdit).exactOptional(),
    /** What whoever edits has seen of each of the terms. */
    base: seenValues.exactOptional(),
    ...author,
  }),
  deleteTerms: sheet.extend({ termIds, by: author.by }),
  markTerms: z.object({ terms: termSheetRef, termIds, removed: z.boolean(), ...author }),
  acceptTerms: z.object({
    terms: termSheetRef,
    termIds,
    languages: z.array(text).nullable(),
    ...author,
  }),
  deleteRemovedTerms: sheet,
  /** `shown`: the comparison that somebody has seen. */
  matchTermbase: z.object({ project: text, terms: termSheetRef, shown: text.exactOptional() }),

  postNotice: reportedOccurrence,
  /** `at`: the time of the route, by which quiet hours are kept. */
  sendNotices: z.object({ route: text, at: text, notices: z.array(messageSchemas.notice).min(1) }),

  askForPublishTurn: messageSchemas.askForTurn.extend({ project: text }),
  lookAtHolder: messageSchemas.leaveQueue.extend({
    project: text,
    turn: z.int(),
    leftJobId: text.nullable(),
    /** When the turn began. */
    sinceMs: z.number(),
  }),
  seekHolder: z.object({ project: text }),
  readReleaseState: z.object({ workflowId: text }),

  exportFiles: z.object({
    release,
    templateId: text,
    languages: texts,
    /** Whether the template names them, so that the call need not. */
    byTemplate: z.boolean().optional(),
    /** Whether this is only some of the languages, because all at once took too long. */
    partial: z.boolean(),
    /** Without a directory the files are only kept in the store. */
    export: checkedRelease.shape.export.unwrap().extend({ directory: text.optional() }),
    /** Where the strings are not known, nor is how complete they are. */
    source: releaseSource.optional(),
  }),

  removeReplacedFiles: z.object({ files: z.array(z.object({ path: text, sha256 })) }),

  createDraft: draft,
  findDrafts: draft.extend({ sentAt: text }),
  publishPost: z.object({ postId: text, key: text, accountId: text.exactOptional(), ours }),
  readPost: z.object({ postId: text, ours }),
  /** When the quiet hours that a time lies in are over. */
  quietUntil: z.object({
    hours: z.object({ fromMinute: z.int(), toMinute: z.int(), timezone: text }),
    atMs: z.number(),
  }),

  /** `earlier`: digest of the part before these. */
  keepDecisions: z.object({ decisions, earlier: text.nullable() }),
  /** The record as it was right before the end. */
  keepManifest: z.object({
    input: messageSchemas.releaseInput,
    record,
    runId: text,
    end: z.object({ state: z.enum(releaseStates), problem: problem.nullable(), at: text }),
  }),
  keepRollback: z.object({
    work: rollback,
    state: z.enum(workStates),
    problem: problem.extend({ message: text }).nullable(),
    jobId: text.nullable(),
    files: z.array(exportedFile),
    completeness: z.array(completeness),
    runId: text,
    startedAt: text,
    endedAt: text,
  }),

  snapshotSource: sourceFiles.extend({
    escape: z.enum(['escape', 'no-escape']),
    /** Whether what is doubtful stops it. */
    strict: z.boolean().exactOptional(),
  }),
  planNightlyRelease: z.object({
    project: text,
    namePrefix: text,
    scheduledAt: text,
    timeZone: text,
    nightlyRun: text,
    startedAt: text,
    /** Id of the schedule in Temporal; null: a person started the night itself. */
    schedule: text.nullable(),
  }),

  planTermbaseUpload: termbaseUploadInput,
  uploadTerms: batch,
  lookForTerms: batch.extend({ before: sha256 }),
  updateTerms: batch.extend({ listAtMost: z.int() }),
  deleteTermbaseTerms: batch.extend({ listAtMost: z.int() }),
};

export type ActivityName = keyof typeof activityInputs;
export type ActivityInput<Name extends ActivityName> = z.output<(typeof activityInputs)[Name]>;
