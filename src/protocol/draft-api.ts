/** What the console's page and the gateway say to each other of a release that is not started yet, or is to be changed. */
import * as z from 'zod';
import { name } from '../domain/fields';
import { stageNames } from '../domain/release/stages';
import { MOST_UPLOADED_BYTES } from '../domain/upload-limits';
import { finding, releaseHead } from './console-api';
import { listOf, named, orNull } from './schema-parts';

/** A release file may be 1 MB; one that is longer is told so by whoever reads it. */
const text = z.string().min(1).max(2_000_000);

const uploadedFile = z.strictObject({
  path: z
    .string()
    .min(1)
    .max(1000)
    .regex(/^\P{Cc}+$/u, 'has a control character'),
  /** Its bytes. */
  base64: z.string().max(2 * MOST_UPLOADED_BYTES),
});

export const draft = z.strictObject({
  /** Of the release file, in YAML or JSON. */
  text,
  /** Those that its `source.file` names. None: the strings of the release in `from`. */
  files: z.array(uploadedFile).max(1000),
  /** The release that it was begun from. */
  from: z.strictObject({ project: name, name }).nullable(),
  /** Whether it is announced although an earlier run of it has been. */
  announceAgain: z.boolean(),
});

const callCount = z.object({ atLeast: z.number(), atMost: z.number() });
const someStrings = z.object({ count: z.number(), keys: z.array(z.string()) });

export const releasePlan = named('ReleasePlan', {
  ...releaseHead,
  /** Whether nothing that can be seen now would stop it. */
  ready: z.boolean(),
  findings: z.array(z.string()),
  /** The findings that are about the release file, with where in it. */
  places: z.array(finding),
  /** By how much it is too much; null: it is not, or it has no budget. */
  overBudget: z.string().nullable(),
  warnings: z.array(z.string()),
  /** What could not be checked here, and why. */
  unchecked: z.array(z.string()),
  /** What is to be known of it before it is paid for. */
  notes: z.array(z.string()),
  /** What "locrelease start" would do now; null: refuse. */
  start: orNull({ outcome: z.enum(['start', 'replace', 'attach', 'nothing']), isTemporalAsked: z.boolean() }),
  isAnnouncedBefore: z.boolean(),
  /** Counts are null where only the service will see the strings, and of words where that would take too long. */
  source: z.object({
    from: z.string(),
    /** How many there are, where the release file names several or a pattern. */
    files: z.number().optional(),
    strings: z.number().nullable(),
    words: z.number().nullable(),
  }),
  languages: z.object({ target: z.array(z.string()), supplement: z.array(z.string()) }),
  /** null: the words are not known. */
  estimate: orNull({
    words: z.number(),
    wordsCountedBy: z.literal('locrelease'),
    currency: z.string().nullable(),
    cost: z.number().nullable(),
    languages: listOf({ language: z.string(), words: z.number(), cost: z.number().nullable() }),
  }),
  budget: orNull({ words: z.number().nullable(), cost: z.number().nullable() }),
  /** Since the release of the project before it; null: there is none on record here. */
  changes: orNull({
    id: z.string(),
    endedAt: z.string(),
    /** null: the strings of one of the two cannot be read here. */
    strings: orNull({
      new: someStrings,
      changed: someStrings,
      gone: someStrings,
      words: z.number().nullable(),
    }),
  }),
  stages: listOf({
    name: z.enum(stageNames),
    /** Whether the release file asks for it; otherwise it is skipped. */
    wanted: z.boolean(),
    calls: z.array(z.string()),
    callCount,
    /** null: it waits for nothing but its calls. */
    wait: orNull({ what: z.string(), atMostMs: z.number() }),
  }),
  calls: callCount,
  /** null: nobody is asked about the terms. */
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
    /** Below these it does not go on; `waiver`: what is asked for meanwhile. */
    minimums: listOf({
      language: z.string(),
      percent: z.number(),
      waiver: orNull({ percent: z.number(), by: z.string(), until: z.string() }),
    }),
  }),
  announcement: orNull({
    /** As it will read; null where the prepared post does not tell. */
    text: z.string().nullable(),
    characters: z.number().nullable(),
    postId: z.string().nullable(),
    notBefore: z.string().nullable(),
    accounts: listOf({
      id: z.string(),
      platform: z.string(),
      handle: z.string(),
      status: z.string(),
      /** Of the text as the platform counts it; `most`: what the platform takes. null: not known. */
      length: z.number().nullable(),
      most: z.number().nullable(),
    }),
    quota: orNull({ used: z.number(), limit: z.number(), left: z.number() }),
  }),
});

/** Either findings of what cannot be read, or a plan. */
export const plannedDraft = named('PlannedDraft', {
  findings: z.array(finding),
  plan: releasePlan.nullable(),
  /** Of what is planned: a start is of this and no other. */
  digest: z.string().nullable(),
});

export const startedDraft = named('StartedDraft', {
  id: z.string(),
  outcome: z.enum(['started', 'replaced', 'attached', 'ended']),
  notes: z.array(z.string()),
});

export const releaseFile = named('ReleaseFileText', {
  /** Asks for what the release asks for now. */
  text: z.string(),
  /** How many strings it has; null: the service reads them from an address. */
  strings: z.number().nullable(),
});

export const plannedAmendment = named('PlannedAmendment', {
  findings: z.array(finding),
  /** What it asks for now and would ask for, a line each; none: it asks for that already. */
  difference: z.array(z.string()),
  /** What others had amended since, and it says otherwise, a line each. */
  takenBack: z.array(z.string()),
  /** Why it cannot be changed so; none: nothing that can be seen now stands against it. */
  faults: z.array(z.string()),
});
export const amendedByFile = named('AmendedByFile', { changed: z.string(), takenBack: z.array(z.string()) });

export type Draft = z.output<typeof draft>;
export type DraftFinding = z.output<typeof finding>;
export type ReleasePlan = z.output<typeof releasePlan>;
export type PlannedDraft = z.output<typeof plannedDraft>;
export type StartedDraft = z.output<typeof startedDraft>;
export type ReleaseFileText = z.output<typeof releaseFile>;
export type PlannedAmendment = z.output<typeof plannedAmendment>;
