/** Changes of a task's scanned terms. Setting what is already set, or deleting what is gone, does nothing more. */
import { ServiceError } from '../http/service-error';
import type { CallOptions } from '../http/service-transport';
import type { TermEdit } from '../protocol/message-schemas';
import type { LocalizationClient } from './localization-client';
import type { TaskTerm } from './schemas';

export async function updateTaskTerm(
  client: LocalizationClient,
  { taskId, id, edit }: { taskId: string; id: string; edit: TermEdit },
  options?: CallOptions,
): Promise<TaskTerm> {
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
  return data;
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
