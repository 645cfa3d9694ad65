/** How terms get into a termbase and change there, whoever sends them. */
import { isDeepStrictEqual } from 'node:util';
import { termKey, type Project, type StoredTerm } from './project-state';

const TERM_PREFIX = 'term_';

/** A field left out keeps its value, and so does a language; an empty text clears its language. */
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

/** Merges a term over the one with the same content and source language, or adds it. */
export function upsertTerm(project: Project, given: NewTerm, now: string): 'new' | 'changed' | 'unchanged' {
  const { content, source_language } = given;
  const key = termKey(content, source_language);
  const before = project.termbase.get(key);
  const after = changedTerm(before ?? emptyTerm(project, given, now), given, now);
  project.termbase.set(key, after);
  if (before === undefined) return 'new';
  return after === before ? 'unchanged' : 'changed';
}

/** The same term where nothing really changes. */
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
