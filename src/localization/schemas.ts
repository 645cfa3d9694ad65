/**
 * What the localization service sends back. Objects are loose and enumerations open, so that a field or value
 * the service adds later is kept rather than refused. Nothing is required that we can do without, and what its
 * documentation leaves out is read in every reasonable way, here and nowhere else.
 */
import * as z from 'zod';
import {
  anyOf,
  countOrNull,
  countOrZero,
  firstOf,
  flag,
  flagOrNull,
  holding,
  identifier,
  identifierOrNull,
  listOf,
  orElse,
  textOrEmpty,
  textOrNull,
  timeOrNull,
  verbatim,
  verbatimOrEmpty,
  wholeListOf,
  word,
  wordOrEmpty,
  wordOrNull,
  words,
} from '../http/lenient';
import { openWord } from '../http/open-enum';
import { asObject } from '../http/reply-text';
import { looksLikeLanguage } from './language-names';
import type { PublishStatus, ScanStatus, TaskStatus } from './vocabulary';

/** A language without a text says the same as one that is left out. */
const translations = orElse(z.record(z.string(), z.string().nullable()), {}).transform((byLanguage) =>
  Object.fromEntries(
    Object.entries(byLanguage).filter((entry): entry is [string, string] => entry[1] !== null),
  ),
);

/** `data` of `POST /tasks/create` is not documented: the id may be named or nested in several ways. */
const taskIdNames = ['task_id', 'taskId'];
export const createdTask = z.preprocess(
  (data) => {
    const nested = firstOf(data, ['task', 'result', 'data']);
    const task_id =
      firstOf(data, taskIdNames) ?? firstOf(nested, [...taskIdNames, 'id']) ?? firstOf(data, ['id']);
    return { ...asObject(data), task_id };
  },
  z.looseObject({ task_id: identifier }),
);

const jobSummary = z.looseObject({
  job_id: identifier,
  job_type: wordOrEmpty,
  status: wordOrEmpty,
  step: wordOrNull,
  row_count: countOrNull,
  error: textOrNull,
  created_at: timeOrNull,
  updated_at: timeOrNull,
});

/** The flags are documented, and say the same as the status: where one is missing, that decides. */
export const taskStatusView = holding(
  ['status'],
  z
    .looseObject({
      task_id: identifierOrNull,
      status: openWord<TaskStatus>(),
      current_stage: wordOrNull,
      current_step: wordOrNull,
      target_languages: words,
      strings_count: countOrZero,
      words_count: countOrZero,
      progress: orElse(z.looseObject({ rows_total: countOrZero, rows_done: countOrZero }), {
        rows_total: 0,
        rows_done: 0,
      }),
      jobs: anyOf(jobSummary),
      smart_optimize_status: wordOrNull,
      requires_confirmation: flagOrNull,
      is_completed: flagOrNull,
      is_failed: flagOrNull,
      failure_reason: textOrNull,
      failure_code: countOrNull,
    })
    .transform((task) => ({
      ...task,
      requires_confirmation: task.requires_confirmation ?? task.status === 'waiting_confirmation',
      is_completed: task.is_completed ?? task.status === 'completed',
      is_failed: task.is_failed ?? task.status === 'failed',
    })),
);

export const taskTerm = holding(
  ['term'],
  z.looseObject({
    id: identifier,
    term: verbatim,
    content: verbatimOrEmpty,
    category: verbatimOrEmpty,
    glossary_score: countOrZero,
    judgment: verbatimOrEmpty,
    translation_source: wordOrNull,
    translations,
  }),
);

/** Without a `total`, the pages tell: the one after the last is empty. */
const page = { page: countOrNull, page_size: countOrNull, total: countOrNull };

export const taskTermsPage = holding(
  ['items', 'scan_status'],
  z.looseObject({ ...page, scan_status: openWord<ScanStatus>(), items: wholeListOf(taskTerm) }),
);

export const confirmedTerms = holding(['job_id'], z.looseObject({ job_id: identifier }));

/** Without a job it says so in some other way too: nothing at all is no answer. */
export const supplement = holding(
  ['job_id', 'effective_target_languages', 'all_already_translated'],
  z
    .looseObject({
      job_id: identifierOrNull,
      effective_target_languages: words,
      skipped_target_languages: words,
      all_already_translated: flag,
    })
    .refine(
      (said) =>
        said.job_id !== null ||
        said.all_already_translated ||
        said.effective_target_languages.length + said.skipped_target_languages.length > 0,
    ),
);

export const publishJob = holding(['job_id'], z.looseObject({ job_id: identifier }));

export const publishStatusView = holding(
  ['status'],
  z
    .looseObject({
      status: openWord<PublishStatus>(),
      is_completed: flagOrNull,
      is_failed: flagOrNull,
      error: textOrNull,
    })
    .transform((job) => ({
      ...job,
      is_completed: job.is_completed ?? job.status === 'completed',
      is_failed: job.is_failed ?? job.status === 'failed',
    })),
);

/** More than browsers and proxies take. */
const MOST_URL_CHARS = 16_384;

export const iniExport = holding(
  ['download_url'],
  z.looseObject({
    download_url: z.url({ protocol: /^https?$/ }).max(MOST_URL_CHARS),
    file_size: countOrNull,
    download_mode: wordOrNull,
    target_languages: words,
    escape_mode: wordOrNull,
  }),
);

const template = z.looseObject({
  id: identifier,
  name: textOrEmpty,
  is_default: flag,
  format: word,
  mode: word.nullish(),
  fields: words,
  languages: words,
  field_order: anyOf(z.looseObject({ type: word, value: word })),
});

export const templateList = z.preprocess(
  (data) => ({ ...asObject(data), templates: data }),
  z.looseObject({ templates: listOf(template, ['templates', 'items', 'list']) }),
);
export const templateReply = z.preprocess(
  (data) => ({ ...asObject(data), template: firstOf(data, ['template']) ?? data }),
  z.looseObject({ template }),
);
export const deletedTemplate = z.preprocess(
  (data) => ({ ...asObject(data), deleted: firstOf(data, ['deleted', 'template']) ?? data }),
  z.looseObject({ deleted: template }),
);

export const termUpload = holding(
  ['upload_id'],
  z.looseObject({ upload_id: identifier, terms_count: countOrNull }),
);

export const termUpdate = holding(
  ['results'],
  z.looseObject({
    results: wholeListOf(z.looseObject({ id: identifier, status: word, error: word.nullish().catch(null) })),
  }),
);

const termbaseTerm = z.looseObject({
  id: identifier,
  content: verbatim,
  source_language: wordOrEmpty,
  category: verbatimOrEmpty,
  pic: verbatimOrEmpty,
  translations,
  created_at: timeOrNull,
  updated_at: timeOrNull,
});

export const termbasePage = holding(
  ['items', 'total'],
  z.looseObject({ ...page, source_language: wordOrNull, items: wholeListOf(termbaseTerm) }),
);

/** The reply of the two delete calls for terms is not documented; that it succeeded is all we rely on. */
export const deletedTerm = z.unknown().transform((data) => asObject(data) ?? {});

const languageLists = ['languages', 'items', 'list', 'codes', 'data', 'supported_languages'];
const languageLabels = ['name', 'label', 'title', 'display_name', 'value'];
const codeNames = ['code', 'language', 'language_code', 'lang', 'locale', 'id'];

/** `GET /languages` is not documented: a list of codes or of objects, bare, named or keyed by the code. */
export const supportedLanguages = listOf(
  z
    .unknown()
    .transform((item) => {
      if (typeof item === 'string') return { code: item, name: null };
      const key = firstOf(item, ['key']);
      const isCode = typeof key === 'string' && looksLikeLanguage(key);
      return {
        code: firstOf(item, codeNames) ?? (isCode ? key : null),
        name: firstOf(item, languageLabels) ?? null,
      };
    })
    .pipe(z.object({ code: word, name: word.nullable() })),
  languageLists,
);

export type TaskTerm = z.output<typeof taskTerm>;
export type TaskTermsPage = z.output<typeof taskTermsPage>;
export type TaskView = z.output<typeof taskStatusView>;
export type PublishView = z.output<typeof publishStatusView>;
export type IniExport = z.output<typeof iniExport>;
export type Template = z.output<typeof template>;
export type TermbaseTerm = z.output<typeof termbaseTerm>;
export type TermbasePage = z.output<typeof termbasePage>;
export type TermUpdateResult = z.output<typeof termUpdate>['results'][number];
