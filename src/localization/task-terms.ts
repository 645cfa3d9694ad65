/** A task's scanned terms in the reviewer's form, and changes of them. Both changes can be repeated safely. */
import type { ReviewTerm, TermValues } from '../domain/review/term-sheet';
import { ServiceError } from '../http/service-error';
import type { CallOptions } from '../http/service-transport';
import type { TermEdit } from '../protocol/message-schemas';
import type { LocalizationClient } from './localization-client';
import type { TaskTerm } from './replies';

/** Returns the new term: fields that the reply lacks are taken from what was sent, or from the term before. */
export async function updateTaskTerm(
  client: LocalizationClient,
  {
    taskId,
    id,
    edit,
    before,
  }: { taskId: string; id: string; edit: TermEdit; before?: TermValues | undefined },
  options?: CallOptions,
): Promise<TermValues> {
  const { term, category, score, note, translations } = edit;
  const { data } = await client.updateTaskTerm(
    { task_id: taskId, id, term, category, glossary_score: score, judgment: note, translations },
    options,
  );
  const sent = Object.entries({ ...before?.translations, ...translations });
  const texts = data.translations ?? Object.fromEntries(sent.filter(([, text]) => text !== ''));
  return {
    term: data.term ?? term ?? before?.term ?? '',
    category: data.category ?? category ?? before?.category ?? '',
    score: data.glossary_score ?? score ?? before?.score ?? 0,
    note: data.judgment ?? note ?? before?.note ?? '',
    translations: byLanguage(texts),
  };
}

/** Sorted by language, so that the same texts are the same content. */
export function byLanguage(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A term that is gone counts as deleted: by an attempt whose reply was lost, or in the service's console. */
export async function deleteTaskTerm(
  client: LocalizationClient,
  { taskId, id }: { taskId: string; id: string },
  options?: CallOptions,
): Promise<void> {
  try {
    await client.deleteTaskTerm({ task_id: taskId, id }, options);
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 404)) throw error;
  }
}

/** Times are left out, because they are no content that a reviewer can change. */
export function reviewTerm(term: TaskTerm): ReviewTerm {
  return {
    id: term.id,
    term: term.term,
    context: term.content,
    category: term.category,
    score: term.glossary_score,
    note: term.judgment,
    translations: byLanguage(term.translations),
    ...(term.translation_source === null ? {} : { source: term.translation_source }),
  };
}
