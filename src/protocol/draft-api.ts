/** Schemas of the API for drafts and for changes of running releases. */
import * as z from 'zod';
import { name } from '../domain/fields';
import { stageNames } from '../domain/release/stages';
import { MOST_UPLOADED_BYTES } from '../domain/upload-limits';
import { finding, releaseHead } from './console-api';
import { listOf, namedSchema, orNull } from './schema-parts';

/** Above the 1 MB limit of release files, so that the reader reports an overlong one. */
const text = z.string().min(1).max(2_000_000);

const uploadedFile = z.strictObject({
  path: z
    .string()
    .min(1)
    .max(1000)
    .regex(/^\P{Cc}+$/u, 'has a control character'),
  base64: z.string().max(2 * MOST_UPLOADED_BYTES),
});

export const draft = z.strictObject({
  /** The release file, in YAML or JSON. */
  text,
  /** The files that `source.file` names. Empty: the strings of the release in `from`. */
  files: z.array(uploadedFile).max(1000),
  from: z.strictObject({ project: name, name }).nullable(),
  announceAgain: z.boolean(),
});

const callCount = z.object({ atLeast: z.number(), atMost: z.number() });
const someStrings = z.object({ count: z.number(), keys: z.array(z.string()) });

export const releasePlan = namedSchema('ReleasePlan', {
  ...releaseHead,
  /** Nothing that can be checked now would stop it. */
  ready: z.boolean(),
  findings: z.array(z.string()),
  /** The findings with a place in the release file. */
  places: z.array(finding),
  /** The excess over the budget. null: none, or no budget. */
  overBudget: z.string().nullable(),
  warnings: z.array(z.string()),
  unchecked: z.array(z.string()),
  /** Facts to know before paying for it. */
  notes: z.array(z.string()),
  /** The outcome of "locrelease start" now. null: a refusal. */
  start: orNull({ outcome: z.enum(['start', 'replace', 'attach', 'nothing']), isTemporalAsked: z.boolean() }),
  isAnnouncedBefore: z.boolean(),
  /** Counts are null if only the service sees the strings; words also if counting would take too long. */
  source: z.object({
    from: z.string(),
    /** The number of files, if the release file names several or a pattern. */
    files: z.number().optional(),
    strings: z.number().nullable(),
    words: z.number().nullable(),
  }),
  languages: z.object({ target: z.array(z.string()), supplement: z.array(z.string()) }),
  estimate: orNull({
    words: z.number(),
    wordsCountedBy: z.literal('locrelease'),
    currency: z.string().nullable(),
    cost: z.number().nullable(),
    languages: listOf({ language: z.string(), words: z.number(), cost: z.number().nullable() }),
  }),
  budget: orNull({ words: z.number().nullable(), cost: z.number().nullable() }),
  /** Compared with the project's previous release. null: none is on record here. */
  changes: orNull({
    id: z.string(),
    endedAt: z.string(),
    /** null: the strings of one of the two releases cannot be read here. */
    strings: orNull({
      new: someStrings,
      changed: someStrings,
      gone: someStrings,
      words: z.number().nullable(),
    }),
  }),
  stages: listOf({
    name: z.enum(stageNames),
    wanted: z.boolean(),
    calls: z.array(z.string()),
    callCount,
    /** null: it waits only for its calls. */
    wait: orNull({ what: z.string(), atMostMs: z.number() }),
  }),
  calls: callCount,
  review: orNull({
    deadlineMs: z.number(),
    remindersMs: z.array(z.number()),
    onDeadline: z.enum(['reject', 'confirm']),
  }),
  export: orNull({
    templateId: z.string().nullable(),
    templateName: z.string(),
    languages: z.array(z.string()),
    directory: z.string(),
    /** The export stops below these; a `waiver` lowers one for a time. */
    minimums: listOf({
      language: z.string(),
      percent: z.number(),
      waiver: orNull({ percent: z.number(), by: z.string(), until: z.string() }),
    }),
  }),
  announcement: orNull({
    /** The text with placeholders filled. null: the prepared post does not contain it. */
    text: z.string().nullable(),
    characters: z.number().nullable(),
    postId: z.string().nullable(),
    notBefore: z.string().nullable(),
    accounts: listOf({
      id: z.string(),
      platform: z.string(),
      handle: z.string(),
      status: z.string(),
      /** The length as the platform counts it, and the platform's limit. null: unknown. */
      length: z.number().nullable(),
      most: z.number().nullable(),
    }),
    quota: orNull({ used: z.number(), limit: z.number(), left: z.number() }),
  }),
});

/** Has either findings, if the draft cannot be read, or a plan. */
export const plannedDraft = namedSchema('PlannedDraft', {
  findings: z.array(finding),
  plan: releasePlan.nullable(),
  /** The digest of the planned release, which a start must match. */
  digest: z.string().nullable(),
});

export const startedDraft = namedSchema('StartedDraft', {
  id: z.string(),
  outcome: z.enum(['started', 'replaced', 'attached', 'ended']),
  notes: z.array(z.string()),
});

export const releaseFile = namedSchema('ReleaseFileText', {
  text: z.string(),
  /** The number of strings. null: the service reads them from an address. */
  strings: z.number().nullable(),
});

export const plannedAmendment = namedSchema('PlannedAmendment', {
  findings: z.array(finding),
  /** The changes, one line each; empty: it already requests this. */
  difference: z.array(z.string()),
  /** Amendments by others that it takes back, one line each. */
  takenBack: z.array(z.string()),
  /** Reasons against the change that are known now. */
  faults: z.array(z.string()),
});
export const amendedByFile = namedSchema('AmendedByFile', {
  changed: z.string(),
  takenBack: z.array(z.string()),
});

export type Draft = z.output<typeof draft>;
export type DraftFinding = z.output<typeof finding>;
export type ReleasePlan = z.output<typeof releasePlan>;
export type PlannedDraft = z.output<typeof plannedDraft>;
export type StartedDraft = z.output<typeof startedDraft>;
export type ReleaseFileText = z.output<typeof releaseFile>;
export type PlannedAmendment = z.output<typeof plannedAmendment>;
