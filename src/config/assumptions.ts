/**
 * Points that the documentation of the services leaves open, and that a probe finds out or a setting decides. The page
 * docs/assumptions.md has for each what is documented, what each reading means, and what happens otherwise.
 */
import { unknownKey, unknownValue } from '../domain/text/suggest-word';
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

type Setting =
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

type Table = Readonly<Record<string, Omit<Assumption, 'id' | 'service'>>>;

const ofLocalization: Table = {
  'create-request-fields': {
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
  'client-task-id': {
    point: 'what client_task_id does when it is sent again',
    readings: ['same-task', 'refused', 'ignored'],
    setting: { kind: 'reading', values: ['same-task', 'ignored'], needed: ['ignored'] },
  },
  'task-statuses': { point: 'moves between the remaining task statuses', readings: ['any'] },
  'id-type': { point: 'type of ids', readings: ['text', 'number'] },
  'error-carriage': { point: 'where the code of an error travels', readings: ['both', 'http', 'envelope'] },
  'error-text': {
    point: 'layout of an error body',
    readings: ['msg', 'message', 'error', 'nested', 'detail', 'errors'],
  },
  'languages-reply': {
    point: 'method and reply of /languages',
    readings: ['objects', 'codes', 'keyed', 'wrapped', 'not-found', 'post-only'],
  },
  'job-words': {
    point: 'words of the status of a job',
    readings: ['COMPLETED', 'SUCCEEDED', 'DONE', 'FINISHED', 'PROCESSING', 'TIMED_OUT', 'lower-case'],
  },
  'supplement-jobs': {
    point: 'whether the job of a supplement is listed with the task',
    readings: ['listed', 'unlisted', 'unlisted-late'],
    setting: { kind: 'reading', values: ['listed', 'unlisted', 'unlisted-late'], useful: ['listed'] },
  },
  'publish-jobs': {
    point: 'whether publish jobs are listed with the task',
    readings: ['listed', 'unlisted'],
    setting: { kind: 'reading', values: ['listed', 'unlisted'], useful: ['listed', 'unlisted'] },
  },
  'publish-languages': {
    point: 'what a publish does to languages that its strings have in the project and the task lacks',
    readings: ['replace', 'keep'],
    setting: { kind: 'reading', values: ['replace', 'keep'], useful: ['replace', 'keep'] },
  },
  'page-size': { point: 'how many items a page really has', readings: ['as-asked', 'clamped'] },
  'term-delete-body': {
    point: 'bodies of /tasks/terms/delete and /terms/delete',
    readings: ['id', 'ids'],
    setting: { kind: 'reading', values: ['id', 'ids'], needed: ['ids'] },
  },
  'ini-layout': { point: 'layout of an INI file', readings: ['language', 'string', 'flat', 'prefixed'] },
  'ini-language-codes': {
    point: 'how an INI file spells languages',
    readings: ['as-asked', 'upper-case', 'underscore'],
  },
  'ini-encoding': {
    point: 'encoding of an INI file',
    readings: ['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be'],
  },
  'ini-default-escape': {
    point: 'whether an export that names no escape mode escapes',
    readings: ['no-escape', 'escape'],
  },
  'ini-field-columns': {
    point: 'whether fields of a template add lines to an INI file',
    readings: ['none', 'with-fields'],
  },
  'zip-names': {
    point: 'names of the files in a zip of one INI file for each language',
    readings: ['code', 'prefix', 'folders', 'bracketed'],
  },
  'exported-languages': {
    point: 'whether an export names every language that was asked for',
    readings: ['all', 'some-left-out'],
  },
  'download-link': {
    point: 'how the file behind a download link is sent',
    readings: ['plain', 'redirect', 'gzip', 'no-length'],
  },
  'callback-signature': {
    point: 'what the signature of a callback covers',
    readings: ['timestamp-header', 'timestamp-in-payload', 'none'],
    setting: { kind: 'reading', values: ['timestamp-header', 'timestamp-in-payload', 'none'] },
  },
  'callback-events': {
    point: 'full list of callback events that a task takes',
    readings: ['whitelist', 'narrow'],
  },
  'scan-none': {
    point: 'scan status of a task in which nothing was found',
    readings: ['skipped', 'completed-empty'],
  },
  'rate-limit': { point: 'rate limits of most endpoints', readings: ['none', 'seldom'] },
};

const ofSocial: Table = {
  'cursor-place': { point: 'where the cursor of the next page is', readings: ['data', 'meta', 'none'] },
  'post-status-words': {
    point: 'names of the eight post statuses',
    readings: ['documented', 'upper-case', 'other'],
  },
  'prepared-post-status': {
    point: 'status of a post that was prepared in the application',
    readings: ['draft', 'approved', 'ready'],
  },
  'target-words': {
    point: 'words for the status of a target beside failed',
    readings: ['published', 'success', 'posted', 'live', 'sent', 'upper-case'],
  },
  'draft-request': {
    point: 'body of POST /posts',
    readings: ['text', 'content'],
    setting: { kind: 'reading', values: ['text', 'content'], needed: ['content'] },
  },
  'publish-tier': { point: 'which allowed action publishing needs', readings: ['publish', 'schedule-only'] },
  'quota-shape': {
    point: 'how a plan without a limit says so',
    readings: ['numbers', 'null', 'minus-one', 'zero', 'left-out'],
  },
  'account-status-words': {
    point: 'words for the authorization of an account',
    readings: ['documented', 'upper-case', 'other'],
  },
  'confirm-mode': {
    point: 'what confirmMode of a credential does to publishing',
    readings: ['preauthorized', 'approval'],
  },
};

const rowsOf = (service: ServiceName, table: Table): Assumption[] =>
  Object.entries(table).map(([id, row]) => ({ id, service, ...row }));

export const assumptions: readonly Assumption[] = [
  ...rowsOf('localization', ofLocalization),
  ...rowsOf('social', ofSocial),
];

export function assumptionOf(id: string): Assumption | null {
  return assumptions.find((assumption) => assumption.id === id) ?? null;
}

export interface AssumptionSettings {
  /** Only forced readings, by the id of the assumption. */
  readings: Readonly<Record<string, string>>;
  /** Field names of the create call, from this program's to the service's. */
  createFieldNames: Readonly<Record<string, string>>;
}

interface Fault {
  path: string[];
  message: string;
}

/** Checks the readings that a configuration file forces against the table. */
export function readSettings(given: Readonly<Record<string, unknown>>): {
  settings: AssumptionSettings;
  faults: Fault[];
} {
  const readings: Record<string, string> = {};
  const createFieldNames: Record<string, string> = {};
  const faults: Fault[] = [];
  for (const [id, value] of Object.entries(given)) {
    const setting = assumptionOf(id)?.setting;
    if (setting === undefined) faults.push({ path: [id], message: unknownId(id) });
    else if (setting.kind === 'names') {
      const { names, faults: found } = readNames(setting, value);
      Object.assign(createFieldNames, names);
      faults.push(...found.map(({ path, message }) => ({ path: [id, ...path], message })));
    } else if (typeof value === 'string' && setting.values.includes(value)) readings[id] = value;
    else faults.push({ path: [id], message: unknownValue(value, setting.values) });
  }
  return { settings: { readings, createFieldNames }, faults };
}

function unknownId(id: string): string {
  const settable = assumptions
    .filter(({ setting }) => setting !== undefined)
    .map((assumption) => assumption.id);
  return assumptionOf(id) === null
    ? unknownKey(id, settable)
    : `cannot be set: every reading of it is accepted; settings exist for ${settable.join(', ')}`;
}

function readNames(
  { ours }: Extract<Setting, { kind: 'names' }>,
  value: unknown,
): { names: Record<string, string>; faults: Fault[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return {
      names: {},
      faults: [{ path: [], message: 'must give our field names with theirs, such as { strings: items }' }],
    };
  }
  const names: Record<string, string> = {};
  const faults: Fault[] = [];
  for (const [our, their] of Object.entries(value)) {
    if (!ours.includes(our)) faults.push({ path: [our], message: unknownKey(our, ours) });
    else if (typeof their !== 'string' || !/^\w{1,100}$/.test(their))
      faults.push({ path: [our], message: 'must be the name of a field' });
    else names[our] = their;
  }
  return { names, faults };
}
