/**
 * Inputs of activities. Another process, perhaps of another version, receives them, so the activities' types come from
 * here and a worker checks every input.
 */
import * as z from 'zod';
import { id, sha256, operatorProof, releaseSource } from '../domain/fields';
import { problem, reportedOccurrence } from '../domain/notices/notice-schema';
import type { ReleaseSpec } from '../domain/release/release-file';
import type { ReleaseRecord } from '../domain/release/release-record';
import { releaseStates } from '../domain/release/release-states';
import { workStates } from '../domain/service-work';
import { completeness, exportedFile, termSheetRef } from '../domain/release/status';
import { seenValues } from '../domain/review/sheet-schema';
import { ownCallback, rollback } from '../domain/work-schema';
import { checkedRelease, messageSchemas, sourceFiles, termEdit } from './message-schemas';

const text = z.string();
const texts = z.array(text).readonly();
const release = z.object({ project: text, name: text });
/** The release that the service calls back unless another address is given. A null name means nobody. */
const caller = z.object({ project: text, name: text.nullable() });
const callback = ownCallback.optional();
const task = z.object({ project: text, taskId: id });
/** We created or started it, as opposed to one that a person named. */
const ours = z.boolean();
const sheet = task.extend({ terms: termSheetRef });
const termIds = z.array(id).readonly();
const author = { by: text, at: text };
const draft = z.object({
  /** Fills the placeholders of the text. null: it is posted unchanged. */
  release: release.nullable(),
  text,
  accountIds: texts,
  languages: texts,
  strings: z.int(),
  key: text,
  /** The time at which the service itself publishes it. */
  scheduledAt: text.exactOptional(),
});
const batch = messageSchemas.termbaseUploadInput.extend({
  range: z.object({ first: z.int(), last: z.int() }),
});
const { termbaseUploadInput } = messageSchemas;
const spec: z.ZodType<ReleaseSpec> = checkedRelease;
const record = z.custom<ReleaseRecord>((value) => messageSchemas.releaseRecord.safeParse(value).success);
const decisions = z.array(z.object({ at: text, by: text, what: text, why: text.nullable() }));
export const activityInputs = {
  preflight: z.object({
    spec,
    /** The author and time of the start; absent when the release already runs. */
    start: z
      .object({
        source: releaseSource,
        by: text.nullable(),
        atMs: z.number(),
        /** Started by a schedule, which names the person who triggered it. */
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
    /** The service honours the id, so a repeat makes no second task. */
    keyed: z.boolean().exactOptional(),
    /** null: nobody is called back. Absent: the release is. */
    callback: callback.nullable(),
  }),
  /** `scan`: also reports the result of a scan when the task is past it. */
  readTask: task.extend({ ours, scan: z.boolean().exactOptional() }),
  checkConfirmer: z.object({
    release,
    by: text,
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
  /** `languages` are those of the task to be published. */
  readLostLanguages: z.object({ project: text, source: releaseSource, languages: texts }),

  /** `seen` is the sheet whose marks still apply, and `source` the origin of the terms. */
  snapshotTerms: task.extend({ seen: termSheetRef.nullable(), source: releaseSource }),
  /** `termbase` sets the values that the sheet has for the termbase. */
  editTerms: sheet.extend({
    termIds,
    edit: z.union([termEdit, z.literal('termbase')]),
    edits: z.record(id, termEdit).exactOptional(),
    /** The values that the editor saw, per term. */
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
  /** `shown` is the comparison that a person has seen. */
  matchTermbase: z.object({ project: text, terms: termSheetRef, shown: text.exactOptional() }),

  postNotice: reportedOccurrence,
  /** `at` is the route's current time, to which quiet hours apply. */
  sendNotices: z.object({ route: text, at: text, notices: z.array(messageSchemas.notice).min(1) }),

  askForPublishTurn: messageSchemas.askForTurn.extend({ project: text }),
  lookAtHolder: messageSchemas.leaveQueue.extend({
    project: text,
    leftJobId: text.nullable(),
    sinceMs: z.number(),
  }),
  seekHolder: z.object({ project: text }),
  readReleaseState: z.object({ workflowId: text }),

  exportFiles: z.object({
    release,
    templateId: text,
    languages: texts,
    /** The template defines the languages, so the call leaves them out. */
    byTemplate: z.boolean().optional(),
    /** Only some of the languages, because all at once took too long. */
    partial: z.boolean(),
    /** Without a directory, files are only put into the store. */
    export: checkedRelease.shape.export.unwrap().extend({ directory: text.optional() }),
    /** Absent: the strings are unknown, and so is the completeness. */
    source: releaseSource.optional(),
  }),

  removeReplacedFiles: z.object({ files: z.array(z.object({ path: text, sha256 })) }),

  createDraft: draft,
  findDrafts: draft.extend({ sentAt: text }),
  publishPost: z.object({ postId: text, key: text, accountId: text.exactOptional(), ours }),
  readPost: z.object({ postId: text, ours }),
  /** Returns the end of the quiet hours around a time. */
  quietUntil: z.object({
    hours: z.object({ fromMinute: z.int(), toMinute: z.int(), timezone: text }),
    atMs: z.number(),
  }),

  /** `earlier` is the digest of the previous part. */
  keepDecisions: z.object({ decisions, earlier: text.nullable() }),
  /** `record` is the state right before the end. */
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
    /** Warnings stop it. */
    strict: z.boolean().exactOptional(),
  }),
  planNightlyRelease: z.object({
    project: text,
    namePrefix: text,
    scheduledAt: text,
    timeZone: text,
    nightlyRun: text,
    startedAt: text,
    /** The schedule's id in Temporal. null: a person started the run. */
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
