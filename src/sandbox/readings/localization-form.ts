/** The form in which the localization service says what it says: types of ids, and where errors stand. */
import type { Readings } from './catalogue';

/** As the handlers answer, whatever the readings. */
export type LocalizationEnvelope =
  | { success: true; code: 0; msg: string; trace_id: string; data: unknown }
  | { success: false; code: number; msg: string; trace_id: string; data: null };

const IDENTIFIERS: ReadonlySet<string> = new Set(['task_id', 'job_id', 'id']);

export function localizationForm(
  readings: Readings,
  { httpStatus, body }: { httpStatus: number; body: LocalizationEnvelope },
): { httpStatus: number; body: unknown } {
  if (!body.success) return errorForm(readings, httpStatus, body);
  return { httpStatus, body: { ...body, data: idsForm(readings, body.data) } };
}

/** Ids as the sandbox keeps them: a client may send a number back as it came, or as text. */
export function withTextIds<Input>(readings: Readings, input: Input): Input {
  if (readings['id-type'] === 'text') return input;
  return withIds(input, (id) => (typeof id === 'number' ? String(id) : id)) as Input;
}

/** In replies and in callbacks: a copy, which stays as it is where a fault holds it back. */
export function idsForm<Data>(readings: Readings, data: Data): Data {
  const isNumber = (id: unknown): boolean => readings['id-type'] === 'number' && /^\d+$/.test(String(id));
  return withIds(data, (id) => (isNumber(id) ? Number(id) : id)) as Data;
}

/** Wherever they are. Among texts by language, `id` is a language too. */
function withIds(value: unknown, form: (id: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withIds(item, form));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, said]: [string, unknown]) => {
      if (name === 'translations') return [name, said];
      return [name, IDENTIFIERS.has(name) ? form(said) : withIds(said, form)];
    }),
  );
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
