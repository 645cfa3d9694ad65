/**
 * The facts that each reply of the localization service must have, and those that it may have. What the documentation
 * leaves out is read in every reasonable form, only here. `need`, `want`, `maybe` and their like are explained in
 * `http/replies/facts.ts`.
 */
import { jobEnd } from '../domain/release/job-status';
import { pageOf } from '../http/replies/all-pages';
import {
  maybe,
  need,
  needAll,
  needOne,
  needSome,
  nothing,
  table,
  mapped,
  want,
  wantOne,
  wantSome,
  type DataOf,
} from '../http/replies/facts';
import type { CodeReader } from '../http/replies/interpret';
import {
  address,
  count,
  flag,
  folded,
  id,
  text,
  time,
  translations,
  verbatim,
  word,
  wordAmong,
  words,
  yes,
} from '../http/replies/readers';
import { asObject } from '../http/replies/reply-text';
import { looksLikeLanguage } from './language-names';
import {
  escapeModes,
  exportModes,
  publishStatuses,
  scanStatuses,
  taskStatuses,
  templateFormats,
  type TaskStatus,
} from './vocabulary';

const createdTask = table({ task_id: need(id, 'id') }, { called: 'task', isBare: true });

const job = table({
  job_id: need(id, 'id'),
  job_type: want(word, '', 'type'),
  status: want(word, '', 'state'),
  step: maybe(word),
  row_count: maybe(count),
  error: maybe(text),
  created_at: maybe(time),
  updated_at: maybe(time),
});

function contradiction(status: string | null, flags: readonly [string, boolean | null, TaskStatus][]) {
  if (status === null || !taskStatuses.some((known) => known === status)) return {};
  const against = flags.find(([, isSet, meaning]) => isSet !== null && isSet !== (status === meaning));
  if (against === undefined) return {};
  const [name, isSet] = against;
  return { contradiction: `The service says status ${status} and ${name} ${isSet}. The flag counts.` };
}

/** A flag decides where the reply has one, otherwise the status. */
const taskView = mapped(
  table(
    {
      task_id: maybe(id),
      status: maybe(wordAmong(taskStatuses), 'state'),
      current_stage: maybe(word),
      current_step: maybe(word),
      target_languages: want(words, []),
      strings_count: want(count, 0),
      words_count: want(count, 0),
      progress: wantOne(table({ rows_total: want(count, 0), rows_done: want(count, 0) })),
      jobs: wantSome(job),
      smart_optimize_status: maybe(word),
      requires_confirmation: maybe(flag),
      is_completed: maybe(flag),
      is_failed: maybe(flag),
      failure_reason: maybe(text),
      failure_code: maybe(count),
    },
    {
      // Each group shows one of three facts: the task has ended, has failed, or waits. A status shows all of them.
      oneOf: [
        ['status', 'is_completed'],
        ['status', 'is_failed'],
        ['status', 'requires_confirmation'],
      ],
      called: 'task',
    },
  ),
  (task) => {
    const { status, is_completed, is_failed, requires_confirmation } = task;
    const isFailed = is_failed ?? status === 'failed';
    const isCompleted = !isFailed && (is_completed ?? status === 'completed');
    const isWaiting =
      !isFailed && !isCompleted && (requires_confirmation ?? status === 'waiting_confirmation');
    const decided = isFailed
      ? 'failed'
      : isCompleted
        ? 'completed'
        : isWaiting
          ? 'waiting_confirmation'
          : null;
    const isOver = status === 'failed' || status === 'completed' || status === 'waiting_confirmation';
    return {
      ...task,
      status: decided ?? (isOver || status === null ? 'running' : status),
      is_failed: isFailed,
      is_completed: isCompleted,
      requires_confirmation: isWaiting,
      ...contradiction(status, [
        ['is_failed', is_failed, 'failed'],
        ['is_completed', is_completed, 'completed'],
        ['requires_confirmation', requires_confirmation, 'waiting_confirmation'],
      ]),
    };
  },
);

const taskTerm = table({
  id: need(id),
  term: need(verbatim),
  content: want(verbatim, ''),
  category: want(verbatim, ''),
  glossary_score: want(count, 0),
  judgment: want(verbatim, ''),
  translation_source: maybe(word),
  translations: want(translations, {}),
});
/** The reply means that the call was accepted. The caller fills in the fields that it lacks. */
const changedTerm = table(
  {
    term: maybe(verbatim),
    category: maybe(verbatim),
    glossary_score: maybe(count),
    judgment: maybe(verbatim),
    translations: maybe(translations),
  },
  { called: 'term' },
);

const taskTerms = mapped(pageOf(needAll(taskTerm, 'terms')), (page) => ({
  ...page,
  scan_status: wordAmong(scanStatuses)(page.scan_status) ?? null,
}));

const started = table({ job_id: need(id, 'job.id', 'job') }, { called: 'job' });

const supplement = table(
  {
    job_id: maybe(id, 'job.id', 'job'),
    effective_target_languages: want(words, []),
    skipped_target_languages: want(words, []),
    all_already_translated: want(yes, false),
  },
  { oneOf: [['job_id', 'effective_target_languages', 'skipped_target_languages', 'all_already_translated']] },
);

const publishView = mapped(
  table(
    {
      status: maybe(wordAmong(publishStatuses), 'state'),
      is_completed: maybe(flag),
      is_failed: maybe(flag),
      error: maybe(text),
    },
    {
      oneOf: [
        ['status', 'is_completed'],
        ['status', 'is_failed'],
      ],
      called: 'job',
    },
  ),
  (job) => {
    const end = jobEnd(job.status ?? '');
    const isFailed = job.is_failed ?? end === 'failed';
    const isCompleted = !isFailed && (job.is_completed ?? end === 'done');
    return {
      ...job,
      status: isFailed ? 'failed' : isCompleted ? 'completed' : (job.status ?? 'running'),
      is_failed: isFailed,
      is_completed: isCompleted,
    };
  },
);

const iniExport = table({
  download_url: need(address, 'url', 'file.download_url', 'file.url'),
  file_size: maybe(count, 'file.file_size', 'file.size'),
  download_mode: maybe(wordAmong(exportModes), 'file.download_mode'),
  target_languages: want(words, [], 'file.target_languages'),
  escape_mode: maybe(wordAmong(escapeModes), 'file.escape_mode'),
});

const template = table(
  {
    id: need(id, 'template_id'),
    name: want(text, ''),
    is_default: want(flag, false),
    format: want(wordAmong(templateFormats), ''),
    mode: maybe(word),
    fields: want(words, []),
    languages: want(words, []),
    field_order: wantSome(table({ type: need(word), value: need(word) })),
  },
  { called: 'template' },
);
const oneTemplate = table({ template: needOne(template, '.') });

const updateStatuses = ['updated', 'not_found', 'invalid_id', 'error'] as const;
const updateResult = table({ id: need(id), status: need(wordAmong(updateStatuses)), error: maybe(text) });

const termbaseTerm = table({
  id: need(id),
  content: need(verbatim),
  source_language: want(word, ''),
  category: want(verbatim, ''),
  pic: want(verbatim, ''),
  translations: want(translations, {}),
  created_at: maybe(time),
  updated_at: maybe(time),
});

const languageLabels = ['name', 'label', 'title', 'display_name', 'value'];
const codeNames = ['language', 'language_code', 'lang', 'locale', 'id'];

/** A language is a code, an object with a code, or an object that is keyed by it. */
const language = mapped(
  table({ code: need(id, ...codeNames), name: maybe(word, ...languageLabels) }),
  ({ code, name }) => ({ id: code, code, name }),
  (raw) => {
    const key = asObject(raw)?.key;
    if (typeof key === 'string' && looksLikeLanguage(key)) return { ...asObject(raw), code: key };
    return typeof raw === 'string' ? { code: raw } : raw;
  },
);

export const replies = {
  'POST /tasks/create': createdTask,
  'GET /tasks/status': taskView,
  'GET /tasks/terms': taskTerms,
  'POST /tasks/terms/update': changedTerm,
  'POST /tasks/terms/delete': nothing,
  'POST /tasks/confirm-terms': started,
  'POST /tasks/supplement-translate': supplement,
  'POST /tasks/publish': started,
  'GET /tasks/publish-status': publishView,
  'POST /export/ini': iniExport,
  'GET /export-templates': pageOf(needSome(template, 'items'), 'templates'),
  'GET /export-templates/get': oneTemplate,
  'POST /export-templates/create': oneTemplate,
  'POST /export-templates/update': oneTemplate,
  'POST /export-templates/delete': table({ deleted: needOne(template, 'template', '.') }),
  'POST /terms/create': table({ upload_id: need(id, 'id'), terms_count: maybe(count) }),
  'POST /terms/update': table({ results: needAll(updateResult) }),
  'POST /terms/delete': nothing,
  'GET /terms': mapped(pageOf(needAll(termbaseTerm, 'terms')), (page) => ({
    ...page,
    source_language: word(page.source_language) ?? null,
  })),
  'GET /languages': pageOf(
    needSome(language, 'items', 'list', 'codes', 'data', 'supported_languages'),
    'languages',
  ),
} as const;

export type TaskView = DataOf<typeof taskView>;
export type TaskTerm = DataOf<typeof taskTerm>;
export type PublishView = DataOf<typeof publishView>;
export type IniExport = DataOf<typeof iniExport>;
export type Template = DataOf<typeof template>;
export type TermbaseTerm = DataOf<typeof termbaseTerm>;
export type TermUpdateResult = DataOf<typeof updateResult>;

/** Some services return a word in place of a code; it is recognised by a part of it. */
const errorWords: readonly [part: string, code: number][] = [
  ['notfound', 404],
  ['notexist', 404],
  ['unauth', 401],
  ['signature', 401],
  ['forbidden', 403],
  ['permission', 403],
  ['toomany', 429],
  ['ratelimit', 429],
  ['throttl', 429],
  ['conflict', 409],
  ['unprocessable', 422],
  ['invalid', 400],
  ['badrequest', 400],
  ['missing', 400],
  ['internal', 500],
  ['server', 500],
];

/** Codes are HTTP statuses. Some services add digits of their own, as in 42901 or 10429. */
export const errorCode: CodeReader = (raw) => {
  const number = count(raw);
  if (number === undefined) {
    const foldedWord = folded(word(raw) ?? '');
    return errorWords.find(([part]) => foldedWord.includes(part))?.[1] ?? null;
  }
  const isErrorCode = (code: number): boolean => code >= 400 && code < 600;
  const codes = number >= 10_000 && number < 100_000 ? [Math.floor(number / 100), number % 1000] : [number];
  return codes.find(isErrorCode) ?? null;
};
