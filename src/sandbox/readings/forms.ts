/** Puts replies of the localization service into the form of the readings: words of jobs, ids, places of errors. */
import type { Readings } from './catalogue';

export type JobStatus = 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED';

export function jobStatusForm(readings: Readings, status: JobStatus): string {
  const words = readings['job-words'];
  switch (words) {
    case 'lower-case':
      return status.toLowerCase();
    case 'PROCESSING':
      return status === 'RUNNING' ? words : status;
    case 'TIMED_OUT':
      return status === 'FAILED' ? words : status;
    default:
      return status === 'COMPLETED' ? words : status;
  }
}

/** A reply of the localization service, before the readings are applied. */
export type LocalizationEnvelope =
  | { success: true; code: 0; msg: string; trace_id: string; data: unknown }
  | { success: false; code: number; msg: string; trace_id: string; data: null };

const IDENTIFIERS: ReadonlySet<string> = new Set(['task_id', 'job_id', 'id']);

export function localizationForm(
  readings: Readings,
  { httpStatus, body }: { httpStatus: number; body: LocalizationEnvelope },
): { httpStatus: number; body: unknown } {
  if (body.success) return { httpStatus, body: { ...body, data: idsForm(readings, body.data) } };
  switch (readings['error-carriage']) {
    case 'both':
      return { httpStatus, body };
    case 'envelope':
      return { httpStatus: 200, body };
    case 'http':
      // A refusal under HTTP 200 would show no error at all without its envelope.
      if (httpStatus < 400) return { httpStatus, body };
      return { httpStatus, body: { msg: body.msg, trace_id: body.trace_id } };
  }
}

/** Converts ids to the sandbox's texts: a client may send a number back as a number or as a text. */
export function withTextIds<Input>(readings: Readings, input: Input): Input {
  if (readings['id-type'] === 'text') return input;
  return withIds(input, (id) => (typeof id === 'number' ? String(id) : id)) as Input;
}

export function idsForm<Data>(readings: Readings, data: Data): Data {
  if (readings['id-type'] === 'text') return data;
  return withIds(data, (id) => (/^\d+$/.test(String(id)) ? Number(id) : id)) as Data;
}

/** Ids are found at any depth, except among texts by language, where `id` is Indonesian. */
function withIds(value: unknown, form: (id: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withIds(item, form));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => {
      if (name === 'translations') return [name, member];
      return [name, IDENTIFIERS.has(name) ? form(member) : withIds(member, form)];
    }),
  );
}
