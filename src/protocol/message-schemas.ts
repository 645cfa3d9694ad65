/**
 * Schemas and types of all messages to workflows. Lengths are bounded, because messages enter a history. Workflows
 * check them without zod, by JSON Schemas made from these (`npm run shapes`, before every build); `meta` adds `trim`,
 * `minProperties` and `fault`, the text for people, which JSON Schema lacks.
 */
import * as z from 'zod';
import { by, id, languageCode, sha256, words, operatorProof, releaseSource } from '../domain/fields';
import { MOST_ID_CHARS } from '../domain/release/identity';
import { UNNAMED } from '../domain/review/four-eyes';
import type { Amendment } from '../domain/release/amendment';
import type { ReleaseInput, AmendableParts } from '../domain/release/release-input';
import { notice, noticeQueue } from '../domain/notices/notice-schema';
import { serviceWorkInput } from '../domain/work-schema';
import { seenValues } from '../domain/review/sheet-schema';
import { MOST_TERM_CHARS } from '../domain/review/term-changes';
import { releaseStates } from '../domain/release/release-states';
import { resolveActions, stageNames } from '../domain/release/stages';
import { termbaseModes } from '../domain/review/termbase-upload';

const reason = z.string().trim().min(1, 'must say why').max(2000).meta({ trim: true, fault: 'must say why' });

const fromPerson = z.object({ by });

/** Texts have the limits of the services' readers. */
const callback = z.object({
  deliveryId: id,
  event: z.string().min(1).max(200),
  taskId: z.string().max(MOST_ID_CHARS),
  /** The progress of a sub-step, in progress events. */
  step: z
    .object({
      step: z.string().max(200),
      stepIndex: z.int(),
      rowsDone: z.number().optional(),
      rowsTotal: z.number().optional(),
    })
    .optional(),
  /** The trace id of the call that started the ended work, and the error if it failed. */
  traceId: z.string().max(MOST_ID_CHARS).optional(),
  error: words.nullable().optional(),
  upload: z
    .object({
      uploadId: id,
      failed: z.boolean(),
      upserted: z.int().nonnegative().optional(),
      modified: z.int().nonnegative().optional(),
      failureCode: z.number().optional(),
      error: words.optional(),
    })
    .optional(),
});

/** Fields that are left out do not change. */
export const termEdit = z
  .strictObject({
    term: z.string().trim().min(1).max(MOST_TERM_CHARS.term).meta({ trim: true }).exactOptional(),
    category: z.string().max(MOST_TERM_CHARS.category).exactOptional(),
    score: z.number().min(0).max(10).exactOptional(),
    note: z.string().max(MOST_TERM_CHARS.note).exactOptional(),
    translations: z.record(languageCode, z.string().max(MOST_TERM_CHARS.translation)).exactOptional(),
  })
  .refine((edit) => Object.keys(edit).length > 0, 'must change something')
  .meta({ minProperties: 1 });
export type TermEdit = z.output<typeof termEdit>;

/** Enough for a person's bulk edit, and small enough for a history. */
export const TERMS_PER_MESSAGE = 200;
const termIds = z.array(id).min(1).max(TERMS_PER_MESSAGE);

const durationMs = z.number().positive();
const texts = z.array(z.string());

const column = z.union([z.string(), z.number()]);

export const sourceFiles = z.object({
  file: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
  columns: z
    .object({
      id: column,
      content: column,
      comment: column.exactOptional(),
      context: column.exactOptional(),
      maxLength: column.exactOptional(),
    })
    .exactOptional(),
  sheet: z.string().exactOptional(),
  prefix: z.literal('path').exactOptional(),
  directory: z.string().exactOptional(),
});

const waiver = z.looseObject({
  language: languageCode,
  minimum: z.number(),
  by: z.string(),
  reason: z.string(),
  until: z.string(),
});

/** A checked release file as a workflow receives it: defaults filled in, durations in milliseconds. */
export const checkedRelease = z.looseObject({
  name: z.string().min(1),
  project: z.string().min(1),
  source: z.union([sourceFiles, z.object({ url: z.string() })]),
  targetLanguages: z.array(languageCode).min(1),
  supplementLanguages: z.array(languageCode),
  supplement: z.looseObject({ skipTm: z.boolean(), skipTb: z.boolean() }).optional(),
  terms: z.looseObject({
    scan: z.boolean(),
    confirmation: z.enum(['operator', 'automatic']),
    deadline: durationMs,
    reminders: z.array(durationMs),
    onDeadline: z.enum(['reject', 'confirm']),
  }),
  publish: z.boolean(),
  loseLanguages: z.boolean(),
  budget: z.looseObject({ words: z.number().optional(), cost: z.number().optional() }).optional(),
  export: z
    .looseObject({
      template: z.string().optional(),
      languages: z.array(languageCode).min(1).optional(),
      mode: z.enum(['single', 'separate']).optional(),
      escape: z.enum(['escape', 'no-escape']).optional(),
      filename: z.string().optional(),
      directory: z.string(),
      minimumComplete: z.record(languageCode, z.number()),
      waivers: z.array(waiver).optional(),
    })
    .optional(),
  announce: z
    .looseObject({
      accounts: texts,
      platforms: texts,
      text: z.string().optional(),
      postId: z.string().optional(),
      at: z.string().optional(),
      by: z.enum(['locrelease', 'service']).optional(),
    })
    .optional(),
});

const reviewTimes = checkedRelease.shape.terms.pick({ deadline: true, reminders: true, onDeadline: true });

/** A change of a running release; null removes a part. */
const amendment: z.ZodType<Amendment> = z
  .strictObject({
    terms: reviewTimes.partial().optional(),
    supplementLanguages: z.array(languageCode).max(50).optional(),
    supplement: checkedRelease.shape.supplement.nullable(),
    publish: z.boolean().optional(),
    export: checkedRelease.shape.export.nullable(),
    announce: checkedRelease.shape.announce.nullable(),
    withoutLanguages: z.array(languageCode).min(1).max(200).optional(),
    withoutAccounts: z.array(id).min(1).max(200).optional(),
  })
  .refine((parts) => Object.keys(parts).length > 0, 'must change something')
  .meta({ minProperties: 1 });

const amendableParts: z.ZodType<AmendableParts> = z.object({
  terms: reviewTimes,
  supplementLanguages: z.array(languageCode),
  supplement: checkedRelease.shape.supplement.unwrap().nullable(),
  publish: z.boolean(),
  export: checkedRelease.shape.export.unwrap().nullable(),
  announce: checkedRelease.shape.announce.unwrap().nullable(),
});

// Every field is named, because what a schema does not name is lost on the way.
const releaseInput: z.ZodType<ReleaseInput> = z.object({
  spec: checkedRelease,
  source: releaseSource,
  startedBy: z.string().nullable().default(null),
  branch: z.string().optional(),
  proof: operatorProof.optional(),
  file: amendableParts.optional(),
} satisfies Record<keyof Required<ReleaseInput>, z.ZodType>);

/** Temporal's limit. */
const workflowId = z.string().min(1).max(1000);
/** The ticket identifies one request for a turn and is never reused. */
const turnRequest = z.object({ taker: workflowId, ticket: id });

/** Only our own runs make these records, so the check is just against foreign input. */
const releaseRecord = z.looseObject({
  firstRunId: id,
  stages: z.array(z.looseObject({ name: z.enum(stageNames) })).length(stageNames.length),
  languages: z.array(languageCode).min(1),
  lateLanguages: z.array(languageCode),
  knownJobIds: texts,
  seenDeliveries: texts,
  decisions: z.array(z.looseObject({})),
});

export const messageSchemas = {
  releaseInput,
  releaseRecord,
  nightlyInput: z.object({
    template: checkedRelease.omit({ name: true }).extend({ source: sourceFiles }),
    // Leaves room for the date and a number.
    namePrefix: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/),
    timeZone: z.string().min(1).exactOptional(),
  }),
  nightlyResult: z.object({ releasedDigest: z.string().nullable() }),
  termbaseUploadInput: z.object({
    project: z.string().min(1),
    name: z.string().min(1),
    mode: z.enum(termbaseModes),
    sha256,
  }),
  serviceWorkInput,
  noticeRouteInput: z.object({
    route: id,
    gathers: z.boolean(),
    left: noticeQueue.exactOptional(),
  }),
  /** `publishedIn` is the turn in which the files to export were published. */
  askForTurn: turnRequest.extend({ publishedIn: z.int().nullable() }),
  endTurn: turnRequest.extend({ turn: z.int(), published: z.boolean(), jobId: id.nullable() }),
  leaveQueue: turnRequest,
  released: z.object({ release: workflowId, state: z.enum(releaseStates) }),
  replace: z.object({ input: releaseInput }),
  amendmentFaults: amendment,

  notice,
  callback,
  confirmTerms: z.object({ by: by.default(UNNAMED), comment: words.exactOptional() }),
  rejectTerms: z.object({ by: by.default(UNNAMED), reason: words.min(1) }),

  confirm: fromPerson.extend({
    comment: words.exactOptional(),
    digest: z.string().max(100).exactOptional(),
    proof: operatorProof.exactOptional(),
    /** The digest of the shown comparison with the termbase; nothing else is overwritten. */
    matches: sha256.exactOptional(),
  }),
  reject: fromPerson.extend({ reason }),
  /** With a `base`, terms that were changed by others in these fields are not overwritten. */
  editTerms: fromPerson.extend({
    termIds,
    edit: termEdit,
    /** Edits of single terms, which replace `edit`. */
    edits: z.record(id, termEdit).exactOptional(),
    base: seenValues.exactOptional(),
  }),
  deleteTerms: fromPerson.extend({ termIds }),
  markTerms: fromPerson.extend({ termIds, removed: z.boolean() }),
  /** The languages in which the terms are accepted. null: they no longer are. */
  acceptTerms: fromPerson.extend({ termIds, languages: z.array(languageCode).max(200).nullable() }),
  keepTermbase: fromPerson.extend({ termIds }),
  /** `term` is its text, for readers of the comment without the list. */
  commentTerm: fromPerson.extend({ termId: id, term: z.string().max(MOST_TERM_CHARS.term), comment: reason }),
  matchTermbase: fromPerson,
  refreshTerms: fromPerson,
  resolve: fromPerson.extend({
    action: z.enum(resolveActions),
    reason: words.exactOptional(),
    /** The start of the wait that was shown. If the release waits for another decision by then, it is refused. */
    since: z.iso.datetime().exactOptional(),
  }),
  addLanguages: fromPerson.extend({
    languages: z.array(languageCode).min(1).max(200),
    reason: words.exactOptional(),
  }),
  amend: fromPerson.extend({
    reason: words.exactOptional(),
    amendment,
    /** The amendable parts of the file, if a file made the amendment. */
    file: amendableParts.exactOptional(),
  }),
  pause: fromPerson.extend({ reason: words.exactOptional() }),
  resume: fromPerson.extend({ reason: words.exactOptional() }),
  cancel: fromPerson.extend({ reason: words.exactOptional() }),
};

export type MessageName = keyof typeof messageSchemas;
export type Message<Name extends MessageName> = z.output<(typeof messageSchemas)[Name]>;

export function messageShapes(): object {
  const shapeOf = (schema: z.ZodType): object => {
    const shape = z.toJSONSchema(schema, { io: 'input' });
    delete shape.$schema;
    return shape;
  };
  return Object.fromEntries(Object.entries(messageSchemas).map(([name, schema]) => [name, shapeOf(schema)]));
}
