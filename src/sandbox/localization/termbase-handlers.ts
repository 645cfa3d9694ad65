/** The project's termbase: uploads run in the background; updates, deletions and queries at once. */
import * as z from 'zod';
import { limits, termUploadEvents } from '../../localization/vocabulary';
import { readInput, Refusal } from '../refusal';
import { complete, fail, strikeWork, type WorkFailure } from './background-work';
import { deletedIds, pageOf, type Handlers, type LocalizationContext } from './handler';
import {
  changedTerm,
  isTermId,
  termKey,
  upsertTerm,
  type BackgroundWork,
  type NewTerm,
  type Project,
  type StoredTerm,
  type TermFields,
} from './project-state';
import { readSubscription } from './send-callbacks';

const queryInput = z.object({ category: z.string().optional(), keyword: z.string().optional() });

export function termbaseHandlers(context: LocalizationContext): Handlers {
  const { clock, profile } = context;
  const language = z.enum(profile.languages);
  const fields = {
    category: z.string().optional(),
    pic: z.string().optional(),
    translations: z.partialRecord(language, z.string()).optional(),
  };
  const newTerm = z.object({ content: z.string().trim().min(1), source_language: language, ...fields });
  const uploadInput = z.object({ terms: z.array(newTerm).nonempty().max(limits.uploadTerms) });
  const content = z
    .string()
    .trim()
    .transform((text) => (text === '' ? undefined : text))
    .optional();
  const termChange = z.object({ id: z.string().min(1), content, ...fields });
  const updateInput = z.object({ terms: z.array(termChange).nonempty().max(limits.updateTerms) });

  return {
    'POST /terms/create': ({ project, input, traceId }) => {
      const { terms } = readInput(uploadInput, input);
      const subscription = readSubscription(input, termUploadEvents, profile);
      const ids = { upload_id: traceId, trace_id: traceId };
      const work = { name: 'term upload', event: 'term_upload', project, subscription, ids } as const;
      const failure = strikeWork(context, 'term-upload');
      clock.after(profile.pace.termUploadMs, () => finishUpload(context, work, terms, failure));
      return {
        data: { upload_id: traceId, accepted_at: clock.iso(), terms_count: terms.length },
        effect: 'term upload accepted',
        ids: { upload_id: traceId },
      };
    },

    'POST /terms/update': ({ project, input }) => {
      const { terms } = readInput(updateInput, input);
      const results = terms.map(({ id, ...change }) => ({ id, ...update(project, id, change, clock.iso()) }));
      const updated = results.filter(({ status }) => status === 'updated');
      const changes = updated.filter(({ modified }) => modified === 1).length;
      return {
        data: { requested_count: terms.length, updated_count: updated.length, results },
        effect: changes > 0 ? `${changes} terms changed` : null,
      };
    },

    'POST /terms/delete': ({ project, input }) => {
      const ids = deletedIds(profile.readings, input);
      const terms = ids.map((id) => {
        const term = findTerm(project, id);
        if (term === null) throw new Refusal(404, `term ${id} not found`);
        return term;
      });
      for (const term of terms) project.termbase.delete(keyOf(term));
      const [id = ''] = ids;
      return { data: { id, deleted: true }, effect: 'term deleted', ids: { term_id: id } };
    },

    'GET /terms': ({ project, input }) => {
      const { category, keyword = '' } = readInput(queryInput, input);
      const source_language = project.sourceLanguage;
      if (source_language === null) throw new Refusal(422, 'the project has no source language');
      const wanted = [...project.termbase.values()].filter(
        (term) =>
          term.source_language === source_language &&
          (category === undefined || term.category === category) &&
          term.content.toLowerCase().includes(keyword.toLowerCase()),
      );
      const page = pageOf(profile.readings, wanted.sort(latestFirst), input);
      return { data: { ...page, source_language } };
    },
  };
}

function finishUpload(
  context: LocalizationContext,
  work: BackgroundWork,
  terms: readonly NewTerm[],
  failure: WorkFailure | null,
): void {
  const tags = { upload_id: work.ids.upload_id, terms_count: terms.length };
  if (failure !== null) {
    fail(context, work, failure, { ...tags, failure_code: failure.code });
    return;
  }
  const outcomes = terms.map((term) => upsertTerm(work.project, term, context.clock.iso()));
  const upserted_count = outcomes.filter((outcome) => outcome === 'new').length;
  const modified_count = outcomes.filter((outcome) => outcome === 'changed').length;
  const effect = `${upserted_count} terms added, ${modified_count} changed`;
  complete(context, work, effect, { ...tags, upserted_count, modified_count });
}

interface UpdateResult {
  status: 'updated' | 'not_found' | 'invalid_id' | 'error';
  modified?: 0 | 1;
  error?: string;
}

function update(project: Project, id: string, change: TermFields, now: string): UpdateResult {
  if (!isTermId(project, id)) return { status: 'invalid_id' };
  const before = findTerm(project, id);
  if (before === null) return { status: 'not_found' };
  const after = changedTerm(before, change, now);
  const taken = keyOf(after) !== keyOf(before) && project.termbase.has(keyOf(after));
  if (taken) return { status: 'error', error: 'another term has this content' };
  project.termbase.delete(keyOf(before));
  project.termbase.set(keyOf(after), after);
  return { status: 'updated', modified: after === before ? 0 : 1 };
}

function findTerm(project: Project, id: string): StoredTerm | null {
  for (const term of project.termbase.values()) if (term.id === id) return term;
  return null;
}

function keyOf({ content, source_language }: StoredTerm): string {
  return termKey(content, source_language);
}

function latestFirst(a: StoredTerm, b: StoredTerm): number {
  if (a.updated_at !== b.updated_at) return a.updated_at < b.updated_at ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}
