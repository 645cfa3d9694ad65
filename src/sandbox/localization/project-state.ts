import { isDeepStrictEqual } from 'node:util';
import type { scanStatuses, taskStatuses, TemplateType, TranslateStep } from '../../localization/vocabulary';
import type { RandomSource } from '../random-source';
import type { ProjectSeed } from '../profile';
import type { JobStatus } from '../readings/forms';
import type { LocalizedString, Renderings } from './localized-string';

export interface Project extends Omit<ProjectSeed, 'templates'> {
  /** The source of its terms' ids. */
  random: RandomSource;
  templates: Map<TemplateType, Map<string, StoredTemplate>>;
  /** Keyed by content and source language, the service's uniqueness key. */
  termbase: Map<string, StoredTerm>;
  /** The strings published to the project level, by string id; an export reads only these. */
  strings: Map<string, ProjectString>;
  /** The translation memory: how each published content was translated. */
  memory: Map<string, Renderings>;
  tasks: Map<string, Task>;
  publishJobs: Map<string, PublishJob>;
}

type TemplateSeed = ProjectSeed['templates'][number];

export interface StoredTemplate extends Omit<TemplateSeed, 'type' | 'languages'> {
  languages?: string[];
  created_at: number;
  updated_at: number;
}

export interface StoredTerm {
  id: string;
  content: string;
  source_language: string;
  category: string;
  pic: string;
  translations: Record<string, string>;
  created_at: string;
  updated_at: string;
}

export interface ProjectString {
  readonly string_id: string;
  readonly content: string;
  /** Computed at each access, so read it only once for each string. */
  readonly translations: Readonly<Record<string, string>>;
}

export interface TaskTerm {
  id: string;
  term: string;
  content: string;
  source_language: string;
  category: string;
  glossary_score: number;
  judgment: string;
  translation_source: 'ai' | 'tm' | 'manual';
  translations: Record<string, string>;
  updated_at: string;
}

export interface Job {
  job_id: string;
  /** A supplement has no type of its own among those that were observed. */
  job_type: 'TB_SCAN' | 'TRANSLATE' | 'TRANSLATE_QA' | 'PUBLISH_TASK';
  status: JobStatus;
  step: string;
  row_count: number;
  error: string | null;
  created_at: string;
  updated_at: string;
}

export interface Subscription {
  url: string | null;
  /** Empty: all events that apply. */
  events: readonly string[];
}

/** Work that a call has started, and what its reports need. */
export interface BackgroundWork {
  /** Its name in the journal. */
  name: 'task' | 'publish' | 'supplement' | 'term upload';
  /** The beginning of the names of the events at its end. */
  event: 'task' | 'task.publish' | 'term_upload';
  project: Project;
  subscription: Subscription;
  /** `trace_id`, and those of `task_id`, `job_id` and `upload_id` that it has. */
  ids: Readonly<Record<string, string>>;
}

export interface Task {
  project: Project;
  task_id: string;
  client_task_id: string | null;
  name: string;
  trace_id: string;
  status: (typeof taskStatuses)[number];
  current_step: TranslateStep | '';
  source_language: string | null;
  target_languages: readonly string[];
  /** Never changed in place, because a publish holds the strings of the time of its call. */
  strings: readonly LocalizedString[];
  words_count: number;
  xlsx_url: string | null;
  scan_terms: boolean;
  auto_apply_terms: boolean;
  subscription: Subscription;
  scan_status: (typeof scanStatuses)[number];
  terms: TaskTerm[];
  confirmedBy: Confirmer | null;
  /** Computed from the clock within a sub-step, so that a reader sees it grow. */
  rowsDone: () => number;
  jobs: Job[];
  smart_optimize_status: 'pending' | 'running' | 'completed' | 'skipped' | 'failed';
  failure_reason: string | null;
  failure_code: number | null;
  accepted_at: string;
  updated_at: string;
}

/** `api`: a client's call. `console`: the button in the service's own console. */
export type Confirmer = 'api' | 'console';

interface PublishJob {
  /** As it is in the task's `jobs[]`. */
  job: Job;
  task_id: string;
}

export function rowsTotal({ strings, target_languages }: Task): number {
  return strings.length * target_languages.length;
}

export function termKey(content: string, sourceLanguage: string): string {
  return JSON.stringify([content, sourceLanguage]);
}

export function createProject(seed: ProjectSeed, nowMs: number, random: RandomSource): Project {
  const templates: Project['templates'] = new Map([
    ['project_strings', new Map<string, StoredTemplate>()],
    ['task_strings', new Map<string, StoredTemplate>()],
  ]);
  for (const { type, ...template } of seed.templates) {
    templates.get(type)?.set(template.id, { ...template, created_at: nowMs, updated_at: nowMs });
  }
  return {
    ...seed,
    random,
    templates,
    termbase: new Map(),
    strings: new Map(),
    memory: new Map(),
    tasks: new Map(),
    publishJobs: new Map(),
  };
}

const TERM_PREFIX = 'term_';

/** An absent field or language keeps its value; an empty text clears its language. */
export interface TermFields {
  content?: string | undefined;
  category?: string | undefined;
  pic?: string | undefined;
  translations?: Readonly<Partial<Record<string, string>>> | undefined;
}

export interface NewTerm extends TermFields {
  content: string;
  source_language: string;
}

export function isTermId({ random }: Project, id: string): boolean {
  return random.isId(id, TERM_PREFIX);
}

/** Replaces the term with the same content and source language, or adds it. */
export function upsertTerm(project: Project, given: NewTerm, now: string): 'new' | 'changed' | 'unchanged' {
  const { content, source_language } = given;
  const key = termKey(content, source_language);
  const before = project.termbase.get(key);
  const after = changedTerm(before ?? emptyTerm(project, given, now), given, now);
  project.termbase.set(key, after);
  if (before === undefined) return 'new';
  return after === before ? 'unchanged' : 'changed';
}

/** Returns the same object where nothing changes. */
export function changedTerm(term: StoredTerm, fields: TermFields, now: string): StoredTerm {
  const translations: Record<string, string> = {};
  for (const [language, text] of Object.entries({ ...term.translations, ...fields.translations })) {
    if (text !== undefined && text !== '') translations[language] = text;
  }
  const { content = term.content, category = term.category, pic = term.pic } = fields;
  const changed = { ...term, content, category, pic, translations };
  return isDeepStrictEqual(changed, term) ? term : { ...changed, updated_at: now };
}

function emptyTerm({ random }: Project, { content, source_language }: NewTerm, now: string): StoredTerm {
  const fields = { content, source_language, category: '', pic: '', translations: {} };
  return { id: random.id(TERM_PREFIX), ...fields, created_at: now, updated_at: now };
}
