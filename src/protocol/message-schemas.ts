/** What messages must look like. Lengths are bounded, because everything said enters the history. */
import { z } from 'zod';
import { UNNAMED } from '../domain/four-eyes';
import { termbaseModes } from '../domain/termbase-upload';
import { stageNames } from '../domain/stages';

const by = z.string().trim().min(1).max(100);
const words = z.string().max(2000);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const id = z.string().min(1).max(200);
const language = z.string().regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/, 'must be a language code such as zh-cn');

export const sentBy = z.object({ by });

export const callbackHint = z.object({
  deliveryId: id,
  event: z.string().min(1).max(100),
  taskId: z.string().max(200),
  step: z
    .object({
      step: z.string().max(100),
      stepIndex: z.int(),
      rowsDone: z.number().optional(),
      rowsTotal: z.number().optional(),
    })
    .optional(),
  upload: z
    .object({
      uploadId: id,
      failed: z.boolean(),
      upserted: z.int().nonnegative().optional(),
      modified: z.int().nonnegative().optional(),
      failureCode: z.number().optional(),
      error: z.string().max(500).optional(),
    })
    .optional(),
});

export const confirmSignal = z.object({ by: by.default(UNNAMED), comment: words.optional() });
export const rejectSignal = z.object({ by: by.default(UNNAMED), reason: words.min(1) });

export const confirmUpdate = sentBy.extend({
  comment: words.optional(),
  digest: z.string().max(100).optional(),
});
export const rejectUpdate = sentBy.extend({ reason: words.trim().min(1, 'a rejection needs its reason') });
/** As many as a person changes at a stroke, and few enough for a history. */
const termIds = z.array(id).min(1).max(200);
export const editTermsUpdate = sentBy.extend({
  termIds,
  edit: z
    .strictObject({
      term: z.string().trim().min(1).max(500).optional(),
      category: z.string().max(100).optional(),
      score: z.number().min(0).max(10).optional(),
      note: words.optional(),
      translations: z.record(language, z.string().max(1000)).optional(),
    })
    .refine((edit) => Object.keys(edit).length > 0, 'an edit must change something'),
});
export const deleteTermsUpdate = sentBy.extend({ termIds });
export const markTermsUpdate = sentBy.extend({ termIds, removed: z.boolean() });
export const resolveUpdate = sentBy.extend({
  action: z.enum(['retry', 'skip', 'abort']),
  reason: words.optional(),
});
export const addLanguagesUpdate = sentBy.extend({ languages: z.array(language).min(1).max(200) });
export const cancelUpdate = sentBy.extend({ reason: words.optional() });

export const turnTaker = z.object({ workflowId: z.string().min(1), runId: z.string().min(1) });

const durationMs = z.number().positive();
const texts = z.array(z.string());

/** The release file was checked in full before the start; this keeps out what was never a release at all. */
export const releaseInput = z.object({
  spec: z.looseObject({
    name: z.string().min(1),
    project: z.string().min(1),
    targetLanguages: z.array(language).min(1),
    supplementLanguages: z.array(language),
    terms: z.looseObject({
      scan: z.boolean(),
      confirmation: z.enum(['operator', 'automatic']),
      deadline: durationMs,
      reminders: z.array(durationMs),
      onDeadline: z.enum(['reject', 'confirm']),
    }),
    publish: z.boolean(),
    export: z
      .looseObject({
        template: z.string(),
        languages: z.array(language).min(1).optional(),
        directory: z.string(),
        minimumComplete: z.record(language, z.number()),
      })
      .optional(),
    announce: z
      .looseObject({
        accounts: texts,
        platforms: texts,
        text: z.string().optional(),
        postId: z.string().optional(),
        at: z.string().optional(),
      })
      .optional(),
  }),
  source: z.union([
    z.object({ kind: z.literal('snapshot'), sha256, strings: z.int() }),
    z.object({ kind: z.literal('url'), url: z.string().min(1) }),
  ]),
});

/** As with a release: the file that it came from was checked in full. */
export const nightlyInput = z.object({
  template: releaseInput.shape.spec
    .omit({ name: true })
    .extend({ source: z.object({ file: z.string().min(1) }) }),
  // Room for the date and a number behind it.
  namePrefix: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/),
  timeZone: z.string().min(1).optional(),
});

/** Of a night before; anything else is no night. */
export const nightlyResult = z.object({ releasedDigest: z.string().nullable() });

/** What an earlier run left was made by one of us; this keeps out what was not. */
export const releaseRecord = z
  .looseObject({
    firstRunId: id,
    stages: z.array(z.looseObject({ name: z.enum(stageNames) })).length(stageNames.length),
    languages: z.array(language).min(1),
    lateLanguages: z.array(language),
    knownJobIds: texts,
    seenDeliveries: texts,
    decisions: z.array(z.looseObject({})),
  })
  .nullish();

export const termbaseUploadInput = z.object({
  project: z.string().min(1),
  name: z.string().min(1),
  mode: z.enum(termbaseModes),
  sha256,
});

export function faultOf(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join('.') || 'message'}: ${message}`).join('; ');
}
