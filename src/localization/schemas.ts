/**
 * What the localization service sends back. Objects are loose and enumerations open, so that a field or value
 * the service adds later is kept rather than refused. Shapes that its documentation leaves out are read in
 * every reasonable way, here and nowhere else.
 */
import { z } from 'zod';
import { openEnum } from '../http/open-enum';
import type { PublishStatus, ScanStatus, TaskStatus } from './vocabulary';

/** A field that may be left out or null, which says the same. */
const orElse = <Schema extends z.ZodType>(schema: Schema, fallback: z.output<Schema>) =>
  schema.nullish().transform((value): z.output<Schema> => value ?? fallback);
const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null);
const textOrNull = orNull(z.string());
const textOrEmpty = orElse(z.string(), '');
const textList = orElse(z.array(z.string()), []);
const numberOrZero = orElse(z.number(), 0);
const yesOrNo = orElse(z.boolean(), false);
const translations = orElse(z.record(z.string(), z.string()), {});

/** `data` of `POST /tasks/create` is not documented: the id may be named or nested in several ways. */
export const createdTask = z
  .looseObject({})
  .transform((data) => {
    const nested = typeof data.task === 'object' && data.task !== null ? data.task : {};
    const candidates = { ...nested, ...data } as Record<string, unknown>;
    return { ...data, task_id: candidates.task_id ?? candidates.taskId ?? candidates.id };
  })
  .pipe(z.looseObject({ task_id: z.string().min(1) }));

const jobSummary = z.looseObject({
  job_id: z.string(),
  job_type: z.string(),
  status: z.string(),
  step: z.string().nullish(),
  row_count: z.number().nullish(),
  error: textOrNull,
  created_at: z.string(),
  updated_at: z.string(),
});

export const taskStatusView = z.looseObject({
  task_id: z.string(),
  name: textOrEmpty,
  status: openEnum<TaskStatus>(),
  current_stage: z.string().nullish(),
  current_step: z.string().nullish(),
  source_language: z.string().nullish(),
  target_languages: textList,
  strings_count: numberOrZero,
  words_count: numberOrZero,
  progress: orElse(z.looseObject({ rows_total: numberOrZero, rows_done: numberOrZero }), {
    rows_total: 0,
    rows_done: 0,
  }),
  jobs: orElse(z.array(jobSummary), []),
  smart_optimize_status: textOrNull,
  requires_confirmation: yesOrNo,
  is_completed: z.boolean(),
  is_failed: z.boolean(),
  failure_reason: textOrNull,
  failure_code: orNull(z.number()),
  accepted_at: z.string().nullish(),
  updated_at: z.string().nullish(),
});

export const taskTerm = z.looseObject({
  id: z.string(),
  term: z.string(),
  content: textOrEmpty,
  source_language: z.string().nullish(),
  category: textOrEmpty,
  glossary_score: numberOrZero,
  judgment: textOrEmpty,
  translation_source: z.string().nullish(),
  translations,
  updated_at: z.string().nullish(),
});

export const taskTermsPage = z.looseObject({
  task_id: z.string(),
  scan_status: openEnum<ScanStatus>(),
  page: z.number(),
  page_size: z.number(),
  total: z.number(),
  items: z.array(taskTerm),
});

export const confirmedTerms = z.looseObject({
  task_id: z.string(),
  job_id: z.string(),
  execution_id: z.string().nullish(),
});

export const supplement = z.looseObject({
  task_id: z.string(),
  job_id: z.string().nullable(),
  accepted_at: z.string().nullish(),
  requested_target_languages: textList,
  effective_target_languages: textList,
  skipped_target_languages: textList,
  all_already_translated: yesOrNo,
});

export const publishJob = z.looseObject({
  task_id: z.string(),
  job_id: z.string(),
  accepted_at: z.string().nullish(),
  source_language: z.string().nullish(),
  target_languages: textList,
});

export const publishStatusView = z.looseObject({
  job_id: z.string(),
  task_id: z.string(),
  status: openEnum<PublishStatus>(),
  is_completed: z.boolean(),
  is_failed: z.boolean(),
  error: textOrNull,
  accepted_at: z.string().nullish(),
  updated_at: z.string().nullish(),
});

export const iniExport = z.looseObject({
  download_url: z.url({ protocol: /^https?$/ }),
  expires_at: z.string(),
  file_size: z.number().int().nonnegative(),
  format: z.string(),
  download_mode: z.string(),
  target_languages: z.array(z.string()),
  escape_mode: z.string(),
});

const template = z.looseObject({
  id: z.string(),
  name: z.string(),
  is_default: yesOrNo,
  format: z.string(),
  mode: z.string().nullish(),
  fields: z.array(z.string()).nullish(),
  languages: z.array(z.string()).nullish(),
  field_order: z.array(z.looseObject({ type: z.string(), value: z.string() })).nullish(),
  created_at: z.number().nullish(),
  updated_at: z.number().nullish(),
});

export const templateList = z.looseObject({ type: z.string(), templates: z.array(template) });
export const templateReply = z.looseObject({ type: z.string(), template });
export const deletedTemplate = z.looseObject({ type: z.string(), deleted: template });

export const termUpload = z.looseObject({
  upload_id: z.string(),
  accepted_at: z.string().nullish(),
  terms_count: z.number(),
});

export const termUpdate = z.looseObject({
  requested_count: z.number(),
  updated_count: z.number(),
  results: z.array(
    z.looseObject({
      id: z.string(),
      status: z.string(),
      modified: z.number().nullish(),
      error: z.string().nullish(),
    }),
  ),
});

const termbaseTerm = z.looseObject({
  id: z.string(),
  content: z.string(),
  source_language: z.string(),
  category: z.string().nullish(),
  pic: z.string().nullish(),
  translations,
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
});

export const termbasePage = z.looseObject({
  page: z.number(),
  page_size: z.number(),
  total: z.number(),
  source_language: z.string().nullish(),
  items: z.array(termbaseTerm),
});

/** The reply of the two delete calls for terms is not documented; that it succeeded is all we rely on. */
export const deletedTerm = orElse(z.looseObject({}), {});

/** `GET /languages` is not documented: a list of codes or of objects, bare or under a name. */
export const supportedLanguages = z
  .unknown()
  .transform((data) => {
    if (Array.isArray(data)) return data as unknown[];
    if (typeof data !== 'object' || data === null) return data;
    const named = data as Record<string, unknown>;
    return named.languages ?? named.items ?? named.list;
  })
  .pipe(
    z.array(
      z.union([
        z.string().transform((code) => ({ code, name: null as string | null })),
        z
          .looseObject({
            code: z.string().optional(),
            language: z.string().optional(),
            name: z.string().optional(),
          })
          .transform((item, ctx) => {
            const code = item.code ?? item.language;
            if (code !== undefined) return { code, name: item.name ?? null };
            ctx.addIssue({ code: 'custom', message: 'a language without a code' });
            return z.NEVER;
          }),
      ]),
    ),
  );

export type TaskTerm = z.output<typeof taskTerm>;
export type IniExport = z.output<typeof iniExport>;
export type Template = z.output<typeof template>;
export type TermbaseTerm = z.output<typeof termbaseTerm>;
export type TermbasePage = z.output<typeof termbasePage>;
export type TermUpdateResult = z.output<typeof termUpdate>['results'][number];
