/**
 * Points that the documentation of the services leaves open, and that a probe finds out or a setting decides. The page
 * docs/assumptions.md has for each what is documented, what each reading means, and what happens otherwise.
 */
import type { ServiceName } from '../http/service-error';

export interface Assumption {
  id: string;
  service: ServiceName;
  point: string;
  /** The accepted readings; the first is the usual one. */
  readings: readonly string[];
  /** Readings that the configuration file may force, because replies alone do not show them. */
  setting?: Setting;
}

export type Setting =
  | {
      kind: 'reading';
      values: readonly string[];
      /** Readings that work only if they are set. */
      needed?: readonly string[];
      /** Readings that work without a setting, and better with it. */
      useful?: readonly string[];
    }
  /** The setting maps this program's field names to the service's. */
  | { kind: 'names'; ours: readonly string[] };

const ofLocalization: readonly Omit<Assumption, 'service'>[] = [
  {
    id: 'create-request-fields',
    point: 'body of POST /tasks/create',
    readings: ['as-seen', 'renamed'],
    setting: {
      kind: 'names',
      ours: [
        'client_task_id',
        'name',
        'target_languages',
        'strings',
        'string_id',
        'content',
        'xlsx_url',
        'scan_terms',
        'auto_apply_terms',
        'callback_url',
        'callback_events',
      ],
    },
  },
  {
    id: 'client-task-id',
    point: 'what client_task_id does when it is sent again',
    readings: ['same-task', 'refused', 'ignored'],
    setting: { kind: 'reading', values: ['same-task', 'ignored'], needed: ['ignored'] },
  },
  {
    id: 'task-statuses',
    point: 'moves between the remaining task statuses',
    readings: ['any'],
  },
  {
    id: 'id-type',
    point: 'type of ids',
    readings: ['text', 'number'],
  },
  {
    id: 'error-carriage',
    point: 'where the code of an error travels',
    readings: ['both', 'http', 'envelope'],
  },
  {
    id: 'error-text',
    point: 'layout of an error body',
    readings: ['msg', 'message', 'error', 'nested', 'detail', 'errors'],
  },
  {
    id: 'languages-reply',
    point: 'method and reply of /languages',
    readings: ['objects', 'codes', 'keyed', 'wrapped', 'not-found', 'post-only'],
  },
  {
    id: 'job-words',
    point: 'words of the status of a job',
    readings: ['COMPLETED', 'SUCCEEDED', 'DONE', 'FINISHED', 'PROCESSING', 'TIMED_OUT', 'lower-case'],
  },
  {
    id: 'supplement-jobs',
    point: 'whether the job of a supplement is listed with the task',
    readings: ['listed', 'unlisted', 'unlisted-late'],
    setting: {
      kind: 'reading',
      values: ['listed', 'unlisted', 'unlisted-late'],
      useful: ['listed'],
    },
  },
  {
    id: 'publish-jobs',
    point: 'whether publish jobs are listed with the task',
    readings: ['listed', 'unlisted'],
    setting: { kind: 'reading', values: ['listed', 'unlisted'], useful: ['listed', 'unlisted'] },
  },
  {
    id: 'publish-languages',
    point: 'what a publish does to languages that its strings have in the project and the task lacks',
    readings: ['replace', 'keep'],
    setting: { kind: 'reading', values: ['replace', 'keep'], useful: ['replace', 'keep'] },
  },
  {
    id: 'page-size',
    point: 'how many items a page really has',
    readings: ['as-asked', 'clamped'],
  },
  {
    id: 'term-delete-body',
    point: 'bodies of /tasks/terms/delete and /terms/delete',
    readings: ['id', 'ids'],
    setting: { kind: 'reading', values: ['id', 'ids'], needed: ['ids'] },
  },
  {
    id: 'ini-layout',
    point: 'layout of an INI file',
    readings: ['language', 'string', 'flat', 'prefixed'],
  },
  {
    id: 'ini-language-codes',
    point: 'how an INI file spells languages',
    readings: ['as-asked', 'upper-case', 'underscore'],
  },
  {
    id: 'ini-encoding',
    point: 'encoding of an INI file',
    readings: ['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be'],
  },
  {
    id: 'ini-default-escape',
    point: 'whether an export that names no escape mode escapes',
    readings: ['no-escape', 'escape'],
  },
  {
    id: 'ini-field-columns',
    point: 'whether fields of a template add lines to an INI file',
    readings: ['none', 'with-fields'],
  },
  {
    id: 'zip-names',
    point: 'names of the files in a zip of one INI file for each language',
    readings: ['code', 'prefix', 'folders', 'bracketed'],
  },
  {
    id: 'exported-languages',
    point: 'whether an export names every language that was asked for',
    readings: ['all', 'some-left-out'],
  },
  {
    id: 'download-link',
    point: 'how the file behind a download link is sent',
    readings: ['plain', 'redirect', 'gzip', 'no-length'],
  },
  {
    id: 'callback-signature',
    point: 'what the signature of a callback covers',
    readings: ['timestamp-header', 'timestamp-in-payload', 'none'],
    setting: {
      kind: 'reading',
      values: ['timestamp-header', 'timestamp-in-payload', 'none'],
    },
  },
  {
    id: 'callback-events',
    point: 'full list of callback events that a task takes',
    readings: ['whitelist', 'narrow'],
  },
  {
    id: 'scan-none',
    point: 'scan status of a task in which nothing was found',
    readings: ['skipped', 'completed-empty'],
  },
  {
    id: 'rate-limit',
    point: 'rate limits of most endpoints',
    readings: ['none', 'seldom'],
  },
];

const ofSocial: readonly Omit<Assumption, 'service'>[] = [
  {
    id: 'cursor-place',
    point: 'where the cursor of the next page is',
    readings: ['data', 'meta', 'none'],
  },
  {
    id: 'post-status-words',
    point: 'names of the eight post statuses',
    readings: ['documented', 'upper-case', 'other'],
  },
  {
    id: 'prepared-post-status',
    point: 'status of a post that was prepared in the application',
    readings: ['draft', 'approved', 'ready'],
  },
  {
    id: 'target-words',
    point: 'words for the status of a target beside failed',
    readings: ['published', 'success', 'posted', 'live', 'sent', 'upper-case'],
  },
  {
    id: 'draft-request',
    point: 'body of POST /posts',
    readings: ['text', 'content'],
    setting: { kind: 'reading', values: ['text', 'content'], needed: ['content'] },
  },
  {
    id: 'publish-tier',
    point: 'which allowed action publishing needs',
    readings: ['publish', 'schedule-only'],
  },
  {
    id: 'quota-shape',
    point: 'how a plan without a limit says so',
    readings: ['numbers', 'null', 'minus-one', 'zero', 'left-out'],
  },
  {
    id: 'account-status-words',
    point: 'words for the authorization of an account',
    readings: ['documented', 'upper-case', 'other'],
  },
  {
    id: 'confirm-mode',
    point: 'what confirmMode of a credential does to publishing',
    readings: ['preauthorized', 'approval'],
  },
];

export const assumptions: readonly Assumption[] = [
  ...ofLocalization.map((assumption) => ({ service: 'localization' as const, ...assumption })),
  ...ofSocial.map((assumption) => ({ service: 'social' as const, ...assumption })),
];

export function assumptionOf(id: string): Assumption | null {
  return assumptions.find((assumption) => assumption.id === id) ?? null;
}
