/** A task's scanned terms as a reviewer has them, and changes of them. Setting what is already set, or deleting what is gone, does nothing more. */
import type { ReviewTerm, TermValues } from '../domain/review/term-sheet';
import { ServiceError } from '../http/service-error';
import type { CallOptions } from '../http/service-transport';
import type { TermEdit } from '../protocol/message-schemas';
import type { LocalizationClient } from './localization-client';
import type { TaskTerm } from './replies';

/** The term as it is now: by the reply, and where that lacks a field, as it was sent or known. */
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
    {
      task_id: taskId,
      id,
      ...(term === undefined ? {} : { term }),
      ...(category === undefined ? {} : { category }),
      ...(score === undefined ? {} : { glossary_score: score }),
      ...(note === undefined ? {} : { judgment: note }),
      ...(translations === undefined ? {} : { translations }),
    },
    options,
  );
  const sent = Object.entries({ ...before?.translations, ...translations });
  const texts = data.translations ?? Object.fromEntries(sent.filter(([, text]) => text !== ''));
  return {
    term: data.term ?? term ?? before?.term ?? '',
    category: data.category ?? category ?? before?.category ?? '',
    score: data.glossary_score ?? score ?? before?.score ?? 0,
    note: data.judgment ?? note ?? before?.note ?? '',
    // By language, so that the same texts are the same content.
    translations: Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Gone already: deleted by an attempt whose reply was lost, or by somebody in the service's console. */
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

/** What a reviewer sees and changes; times are left out, for they are none of the content. */
export function reviewTerm(term: TaskTerm): ReviewTerm {
  return {
    id: term.id,
    term: term.term,
    context: term.content,
    category: term.category,
    score: term.glossary_score,
    note: term.judgment,
    translations: Object.fromEntries(Object.entries(term.translations).sort(([a], [b]) => (a < b ? -1 : 1))),
    ...(term.translation_source === null ? {} : { source: term.translation_source }),
  };
}
