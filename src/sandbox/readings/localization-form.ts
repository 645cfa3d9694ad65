/** The form in which the localization service says what it says: wrappers, types of ids and times, where errors stand. */
import type { Readings } from './catalogue';
import { LEFT_OUT, mapFields } from './map-fields';

/** As the handlers answer, whatever the readings. */
export type LocalizationEnvelope =
  | { success: true; code: 0; msg: string; trace_id: string; data: unknown }
  | { success: false; code: number; msg: string; trace_id: string; data: null };

/** What a client can do without. */
const DISPENSABLE: ReadonlySet<string> = new Set([
  'name',
  'current_stage',
  'current_step',
  'words_count',
  'smart_optimize_status',
  'step',
  'row_count',
  'accepted_at',
  'client_task_id',
  'execution_id',
  'requested_target_languages',
  'translation_source',
  'expires_at',
  'format',
]);

const IDENTIFIERS: ReadonlySet<string> = new Set(['task_id', 'taskId', 'job_id', 'id']);

export function localizationForm(
  readings: Readings,
  endpoint: string,
  { httpStatus, body }: { httpStatus: number; body: LocalizationEnvelope },
): { httpStatus: number; body: unknown } {
  if (!body.success) return errorForm(readings, httpStatus, body);
  const { data, ...envelope } = body;
  const shown = valuesForm(readings, endpoint, dataForm(readings, endpoint, data));
  if (readings['reply-wrapper'] === 'bare') return { httpStatus, body: shown };
  return {
    httpStatus,
    body: {
      ...withCode(readings, envelope),
      data: readings['reply-wrapper'] === 'nested' ? { result: shown } : shown,
    },
  };
}

/** Ids as the sandbox keeps them: a client may send a number back as it came, or as text. */
export function withTextIds(
  readings: Readings,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (readings['id-type'] === 'text') return input;
  return mapFields(input, (name, value) =>
    typeof value === 'number' && IDENTIFIERS.has(name) ? String(value) : value,
  ) as Record<string, unknown>;
}

/** Callbacks have the same kinds of values. */
export function callbackForm(readings: Readings, payload: object): Record<string, unknown> {
  return mapFields(payload, (name, value) =>
    timeForm(readings, name, idForm(readings, name, value)),
  ) as Record<string, unknown>;
}

function dataForm(readings: Readings, endpoint: string, data: unknown): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  const { total, ...page } = data as Record<string, unknown>;
  const whole = total === undefined || readings['page-total'] === 'left-out' ? page : data;
  return endpoint === 'POST /tasks/create' ? createdForm(readings, whole) : whole;
}

function createdForm(readings: Readings, created: object): object {
  const { task_id, ...rest } = created as { task_id: unknown };
  switch (readings['created-task-id']) {
    case 'task_id':
      return created;
    case 'taskId':
      return { taskId: task_id, ...rest };
    case 'id':
      return { id: task_id, ...rest };
    case 'nested':
      return { task: { id: task_id, ...rest } };
  }
}

function valuesForm(readings: Readings, endpoint: string, data: unknown): unknown {
  // A template is documented field by field, and is looked for by its name.
  const isWhole = readings['absent-fields'] === 'present' || endpoint.includes('/export-templates');
  return mapFields(data, (name, value) => {
    const isAbsent = DISPENSABLE.has(name) && !isWhole;
    if (isAbsent) return readings['absent-fields'] === 'null' ? null : LEFT_OUT;
    return timeForm(readings, name, idForm(readings, name, value));
  });
}

function idForm(readings: Readings, name: string, value: unknown): unknown {
  const isNumber = readings['id-type'] === 'number' && typeof value === 'string' && /^\d+$/.test(value);
  return isNumber && IDENTIFIERS.has(name) ? Number(value) : value;
}

/** Export templates have epoch milliseconds by their documentation, and keep them. */
function timeForm(readings: Readings, name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !(name.endsWith('_at') || name === 'timestamp')) return value;
  const format = readings['time-format'];
  if (format === 'iso') return value;
  return format === 'epoch-ms' ? Date.parse(value) : Math.floor(Date.parse(value) / 1000);
}

function withCode(readings: Readings, { code, ...envelope }: { success: true; code: 0 }): object {
  switch (readings['success-code']) {
    case '0':
      return { ...envelope, code };
    case '200':
      return { ...envelope, code: 200 };
    case 'left-out':
      return envelope;
    case 'minus-one':
      return { ...envelope, code: -1 };
  }
}

function errorForm(
  readings: Readings,
  httpStatus: number,
  { msg, code, ...envelope }: Extract<LocalizationEnvelope, { success: false }>,
): { httpStatus: number; body: unknown } {
  const text = textForm(readings, code, msg);
  switch (readings['error-carriage']) {
    case 'both':
      return { httpStatus, body: { ...envelope, code, ...text } };
    case 'envelope':
      return { httpStatus: 200, body: { ...envelope, code, ...text } };
    case 'http':
      // One that came as a success in HTTP would say nothing at all without its envelope.
      if (httpStatus < 400) return { httpStatus, body: { ...envelope, code, ...text } };
      return { httpStatus, body: { ...text, trace_id: envelope.trace_id } };
  }
}

function textForm(readings: Readings, code: number, text: string): object {
  switch (readings['error-text']) {
    case 'nested':
      return { error: { message: text } };
    case 'errors':
      return { errors: [{ code, message: text }] };
    default:
      return { [readings['error-text']]: text };
  }
}
