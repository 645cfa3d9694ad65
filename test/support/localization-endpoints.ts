/** Every endpoint of the localization service: the call, what it must send, and a reply as documented. */
import type { CallOptions } from '../../src/http/service-transport';
import type { LocalizationClient, Reply } from '../../src/localization/localization-client';

export interface EndpointCase {
  endpoint: string;
  /** Changes nothing at the service. */
  reads: boolean;
  query?: string;
  body?: object;
  data: unknown;
  call: (client: LocalizationClient, options?: CallOptions) => Promise<Reply<unknown>>;
}

const at = '2026-11-01T10:00:00.000Z';

const createTask = {
  client_task_id: 'release-1',
  name: 'game-2.4.0',
  target_languages: ['zh-cn', 'ja'],
  scan_terms: true,
  auto_apply_terms: false,
  callback_url: 'https://hooks.example/callbacks/1',
  callback_events: ['task.completed', 'task.failed'],
  // Last, however the task names its fields: they are sent in parts.
  strings: [{ string_id: 'greeting', content: 'Say "hi" to Łódź 👋' }],
};

export const taskStatusData = {
  task_id: 'task_1',
  name: 'game-2.4.0',
  status: 'running',
  current_stage: 'translate',
  current_step: 'translateBatch',
  source_language: 'en',
  target_languages: ['zh-cn', 'ja'],
  strings_count: 20,
  words_count: 80,
  progress: { rows_total: 40, rows_done: 10 },
  jobs: [
    {
      job_id: 'translate_open_1',
      job_type: 'TRANSLATE',
      status: 'RUNNING',
      step: 'translateBatch',
      row_count: 40,
      error: null,
      created_at: at,
      updated_at: at,
    },
  ],
  smart_optimize_status: 'pending',
  requires_confirmation: false,
  is_completed: false,
  is_failed: false,
  failure_reason: null,
  failure_code: null,
  accepted_at: at,
  updated_at: at,
};

const taskTerm = {
  id: 'tt_1',
  term: 'Moonblade',
  content: 'The Moonblade glows.',
  source_language: 'en',
  category: 'Item',
  glossary_score: 8.5,
  judgment: 'A named weapon.',
  translation_source: 'ai',
  translations: { ja: 'ムーンブレード' },
  updated_at: at,
};

const template = {
  id: 'tpl-1a2b3c4d',
  name: 'game-ini',
  is_default: true,
  format: 'ini',
  mode: 'single',
  fields: ['string_id'],
  languages: ['ja'],
  field_order: [{ type: 'language', value: 'ja' }],
  created_at: 1_790_000_000_000,
  updated_at: 1_790_000_000_000,
};

export const endpointCases: readonly EndpointCase[] = [
  {
    endpoint: 'POST /tasks/create',
    reads: false,
    body: createTask,
    data: { task_id: 'task_1' },
    call: (client, options) => client.createTask(createTask, options),
  },
  {
    endpoint: 'GET /tasks/status',
    reads: true,
    query: '?task_id=task_1',
    data: taskStatusData,
    call: (client, options) => client.taskStatus({ task_id: 'task_1' }, options),
  },
  {
    endpoint: 'GET /tasks/terms',
    reads: true,
    query: '?task_id=task_1&page=2&page_size=500',
    data: {
      task_id: 'task_1',
      scan_status: 'completed',
      page: 2,
      page_size: 500,
      total: 501,
      items: [taskTerm],
    },
    call: (client, options) => client.taskTerms({ task_id: 'task_1', page: 2, page_size: 500 }, options),
  },
  {
    endpoint: 'POST /tasks/terms/update',
    reads: false,
    body: { task_id: 'task_1', id: 'tt_1', glossary_score: 9, translations: { ja: '' } },
    data: taskTerm,
    call: (client, options) =>
      client.updateTaskTerm(
        { task_id: 'task_1', id: 'tt_1', glossary_score: 9, translations: { ja: '' } },
        options,
      ),
  },
  {
    endpoint: 'POST /tasks/terms/delete',
    reads: false,
    body: { task_id: 'task_1', id: 'tt_1' },
    data: {},
    call: (client, options) => client.deleteTaskTerm({ task_id: 'task_1', id: 'tt_1' }, options),
  },
  {
    endpoint: 'POST /tasks/confirm-terms',
    reads: false,
    body: { task_id: 'task_1' },
    data: { task_id: 'task_1', job_id: 'translate_open_1', execution_id: 'exec_1' },
    call: (client, options) => client.confirmTerms({ task_id: 'task_1' }, options),
  },
  {
    endpoint: 'POST /tasks/supplement-translate',
    reads: false,
    body: { task_id: 'task_1', target_languages: ['ko'], skip_tm: true, skip_tb: false },
    data: {
      task_id: 'task_1',
      job_id: 'supplement_translate_1',
      accepted_at: at,
      requested_target_languages: ['ko'],
      effective_target_languages: ['ko'],
      skipped_target_languages: [],
      all_already_translated: false,
    },
    call: (client, options) =>
      client.supplementTranslate(
        { task_id: 'task_1', target_languages: ['ko'], skip_tm: true, skip_tb: false },
        options,
      ),
  },
  {
    endpoint: 'POST /tasks/publish',
    reads: false,
    body: { task_id: 'task_1', callback_events: ['task.publish.failed'] },
    data: {
      task_id: 'task_1',
      job_id: 'publish_open_1',
      accepted_at: at,
      source_language: 'en',
      target_languages: ['ja'],
    },
    call: (client, options) =>
      client.publishTask({ task_id: 'task_1', callback_events: ['task.publish.failed'] }, options),
  },
  {
    endpoint: 'GET /tasks/publish-status',
    reads: true,
    query: '?job_id=publish_open_1',
    data: {
      job_id: 'publish_open_1',
      task_id: 'task_1',
      status: 'completed',
      is_completed: true,
      is_failed: false,
      error: null,
      accepted_at: at,
      updated_at: at,
    },
    call: (client, options) => client.publishStatus({ job_id: 'publish_open_1' }, options),
  },
  {
    endpoint: 'POST /export/ini',
    // It makes a file and a link, and leaves the project as it was.
    reads: true,
    body: { type: 'project_strings', template_id: 'tpl-1a2b3c4d', download_mode: 'separate' },
    data: {
      download_url: 'https://files.example/game.ini?signature=abc',
      expires_at: at,
      file_size: 120,
      format: 'ini',
      download_mode: 'separate',
      target_languages: ['ja'],
      escape_mode: 'no-escape',
    },
    call: (client, options) =>
      client.exportIni(
        { type: 'project_strings', template_id: 'tpl-1a2b3c4d', download_mode: 'separate' },
        options,
      ),
  },
  {
    endpoint: 'GET /export-templates',
    reads: true,
    query: '?type=project_strings',
    data: { type: 'project_strings', templates: [template] },
    call: (client, options) => client.listTemplates({ type: 'project_strings' }, options),
  },
  {
    endpoint: 'GET /export-templates/get',
    reads: true,
    query: '?type=task_strings&id=tpl-1a2b3c4d',
    data: { type: 'task_strings', template },
    call: (client, options) => client.getTemplate({ type: 'task_strings', id: 'tpl-1a2b3c4d' }, options),
  },
  {
    endpoint: 'POST /export-templates/create',
    reads: false,
    body: { type: 'project_strings', name: 'game-ini', format: 'ini' },
    data: { type: 'project_strings', template },
    call: (client, options) =>
      client.createTemplate({ type: 'project_strings', name: 'game-ini', format: 'ini' }, options),
  },
  {
    endpoint: 'POST /export-templates/update',
    reads: false,
    body: { type: 'project_strings', id: 'tpl-1a2b3c4d', languages: ['ja', 'ko'] },
    data: { type: 'project_strings', template },
    call: (client, options) =>
      client.updateTemplate(
        { type: 'project_strings', id: 'tpl-1a2b3c4d', languages: ['ja', 'ko'] },
        options,
      ),
  },
  {
    endpoint: 'POST /export-templates/delete',
    reads: false,
    body: { type: 'project_strings', id: 'tpl-1a2b3c4d' },
    data: { type: 'project_strings', deleted: template },
    call: (client, options) =>
      client.deleteTemplate({ type: 'project_strings', id: 'tpl-1a2b3c4d' }, options),
  },
  {
    endpoint: 'POST /terms/create',
    reads: false,
    body: {
      terms: [{ content: 'Moonblade', source_language: 'en', translations: { ja: 'ムーンブレード' } }],
    },
    data: { upload_id: 'trace-1', accepted_at: at, terms_count: 1 },
    call: (client, options) =>
      client.uploadTerms(
        { terms: [{ content: 'Moonblade', source_language: 'en', translations: { ja: 'ムーンブレード' } }] },
        options,
      ),
  },
  {
    endpoint: 'POST /terms/update',
    reads: false,
    body: { terms: [{ id: 'term_1', category: 'Item' }] },
    data: {
      requested_count: 1,
      updated_count: 1,
      results: [{ id: 'term_1', status: 'updated', modified: 1 }],
    },
    call: (client, options) => client.updateTerms({ terms: [{ id: 'term_1', category: 'Item' }] }, options),
  },
  {
    endpoint: 'POST /terms/delete',
    reads: false,
    body: { id: 'term_1' },
    data: {},
    call: (client, options) => client.deleteTerm({ id: 'term_1' }, options),
  },
  {
    endpoint: 'GET /terms',
    reads: true,
    query: '?page=1&page_size=100&category=Item&keyword=moon+%26+%E5%88%80',
    data: {
      page: 1,
      page_size: 100,
      total: 1,
      source_language: 'en',
      items: [
        {
          id: 'term_1',
          content: 'Moonblade',
          source_language: 'en',
          category: 'Item',
          pic: '',
          translations: { ja: 'ムーンブレード' },
          created_at: at,
          updated_at: at,
        },
      ],
    },
    call: (client, options) =>
      client.queryTerms({ page: 1, page_size: 100, category: 'Item', keyword: 'moon & 刀' }, options),
  },
  {
    endpoint: 'GET /languages',
    reads: true,
    data: ['en', 'ja'],
    call: (client, options) => client.languages(options),
  },
];
