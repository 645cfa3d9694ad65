import * as z from 'zod';
import type { CallbackEvent, EscapeMode, ExportMode, TemplateFormat, TemplateType } from './vocabulary';

export interface SourceString {
  string_id: string;
  content: string;
}

/** Both fields may be left out; then the service does not call back. */
interface CallbackSubscription {
  callback_url?: string;
  callback_events?: readonly CallbackEvent[];
}

/** The documentation names these fields without describing them. */
export interface CreateTask extends CallbackSubscription {
  /** Makes the call safe to repeat: the same id gives the same task. */
  client_task_id: string;
  name: string;
  target_languages: readonly string[];
  strings?: readonly SourceString[];
  xlsx_url?: string;
  scan_terms?: boolean;
  auto_apply_terms?: boolean;
}

/** A task may have so many strings that they come in parts. */
export interface CreateLargeTask extends Omit<CreateTask, 'strings'> {
  strings?: readonly SourceString[] | AsyncIterable<readonly SourceString[]>;
}

export interface PageQuery {
  page?: number;
  page_size?: number;
}

export interface UpdateTaskTerm {
  task_id: string;
  id: string;
  term?: string | undefined;
  category?: string | undefined;
  judgment?: string | undefined;
  glossary_score?: number | undefined;
  /** Absent languages keep their text. An empty text clears the language. */
  translations?: Readonly<Record<string, string>> | undefined;
}

export interface SupplementTranslate extends CallbackSubscription {
  task_id: string;
  target_languages: readonly string[];
  skip_tm?: boolean;
  skip_tb?: boolean;
}

export interface PublishTask extends CallbackSubscription {
  task_id: string;
}

export interface ExportIni {
  type: 'project_strings';
  template_id: string;
  target_languages?: readonly string[];
  download_mode?: ExportMode;
  escape_mode?: EscapeMode;
  filename?: string;
}

interface TemplateFields {
  name?: string;
  format?: TemplateFormat;
  is_default?: boolean;
  mode?: ExportMode;
  fields?: readonly string[];
  languages?: readonly string[];
  field_order?: readonly { type: 'field' | 'language'; value: string }[];
}

export interface CreateTemplate extends TemplateFields {
  type: TemplateType;
  name: string;
  format: TemplateFormat;
}

export interface TemplateRef {
  type: TemplateType;
  id: string;
}

export type UpdateTemplate = TemplateRef & TemplateFields;

const termFields = {
  category: z.string().exactOptional(),
  pic: z.string().exactOptional(),
  translations: z.record(z.string(), z.string()).readonly().exactOptional(),
};

export const newTerm = z.strictObject({ content: z.string(), source_language: z.string(), ...termFields });
export type NewTerm = z.output<typeof newTerm>;

export const termChange = z.strictObject({
  id: z.string(),
  content: z.string().exactOptional(),
  ...termFields,
});
export type TermChange = z.output<typeof termChange>;

export interface UploadTerms extends CallbackSubscription {
  terms: readonly NewTerm[];
}

export interface TermbaseQuery extends PageQuery {
  category?: string;
  keyword?: string;
}

/**
 * Serializes the create call's strings part by part, so that they are in memory only once. Configured names of the
 * service's fields replace the documented ones.
 */
export async function createBody(
  { strings, ...fields }: CreateLargeTask,
  theirNames: Readonly<Record<string, string>>,
): Promise<Buffer> {
  const named = (name: string): string => theirNames[name] ?? name;
  const renamed = (given: object): object =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [named(name), value as unknown]));
  const isRenamed = Object.keys(theirNames).length > 0;
  const start = JSON.stringify(renamed(fields)).slice(0, -1);
  if (strings === undefined) return Buffer.from(`${start}}`);
  const pieces = [Buffer.from(`${start},${JSON.stringify(named('strings'))}:[`)];
  for await (const part of Symbol.asyncIterator in strings ? strings : [strings]) {
    if (part.length === 0) continue;
    const items = JSON.stringify(isRenamed ? part.map(renamed) : part).slice(1, -1);
    pieces.push(Buffer.from(pieces.length === 1 ? items : `,${items}`));
  }
  return Buffer.concat([...pieces, Buffer.from(']}')]);
}

/** A project has each content once for each source language. */
export function termKey({ content, source_language }: Pick<NewTerm, 'content' | 'source_language'>): string {
  return JSON.stringify([source_language, content]);
}

/**
 * Whether a term has every value that an upload gives. A field that the upload omits may be anything; an empty text
 * counts as missing.
 */
export function hasValues(term: NewTerm, wanted: NewTerm): boolean {
  const same = (given: string | undefined, has: string | undefined): boolean =>
    given === undefined || given === (has ?? '');
  return (
    same(wanted.category, term.category) &&
    same(wanted.pic, term.pic) &&
    Object.entries(wanted.translations ?? {}).every(([language, text]) =>
      same(text, term.translations?.[language]),
    )
  );
}
