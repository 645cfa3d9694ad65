import * as z from 'zod';
import { limits } from '../../localization/vocabulary';
import type { Readings } from '../readings/catalogue';
import { readInput, Refusal } from '../refusal';
import type { Outcome, SandboxContext } from '../service';
import type { CallbackSender } from './send-callbacks';
import type { Project, Task } from './project-state';

/** What the handlers share. */
export interface LocalizationContext extends SandboxContext {
  callbacks: CallbackSender;
  /** Finds the task that a call names: an unknown one is 404, another project's is 403. */
  findTask: (call: LocalizationCall) => Task;
}

/** A signed and parsed call of one project; `input` is the JSON body, or the query of a GET. */
export interface LocalizationCall {
  project: Project;
  input: Readonly<Record<string, unknown>>;
  traceId: string;
}

export type Handlers = Record<string, (call: LocalizationCall) => Outcome | Promise<Outcome>>;

const taskInput = z.object({ task_id: z.string().min(1) });

export function taskFinder(projects: readonly Project[]): LocalizationContext['findTask'] {
  return ({ project, input }) => {
    const { task_id } = readInput(taskInput, input);
    const task = project.tasks.get(task_id);
    if (task !== undefined) return task;
    if (projects.some(({ tasks }) => tasks.has(task_id))) {
      throw new Refusal(403, 'the task does not belong to this App Key');
    }
    throw new Refusal(404, 'task not found');
  };
}

export function requireSource(task: Task): void {
  if (task.source_language === null) throw new Refusal(422, 'the task has no source language');
  if (!task.strings.some(({ content }) => content !== '')) {
    throw new Refusal(422, 'the task has no source strings');
  }
  if (task.target_languages.length === 0) throw new Refusal(422, 'the task has no target_languages');
}

/** The page size of a service that reduces the requested one. */
const CLAMPED_PAGE_SIZE = 50;

const pageInput = z.object({
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(limits.pageSize).default(100),
});

export function pageOf<Item>(readings: Readings, all: readonly Item[], input: unknown) {
  const { page, page_size: requested } = readInput(pageInput, input);
  const page_size = readings['page-size'] === 'clamped' ? Math.min(requested, CLAMPED_PAGE_SIZE) : requested;
  const items = all.slice((page - 1) * page_size, page * page_size);
  return { page, page_size, total: all.length, items };
}

export const idInput = z.object({ id: z.string().min(1) });
const listOfIds = z.object({ ids: z.array(z.coerce.string().min(1)).nonempty() });

/** Neither delete call is documented: the body has the id as in the update, or a list of ids. */
export function deletedIds(readings: Readings, input: unknown): string[] {
  if (readings['term-delete-body'] === 'id') return [readInput(idInput, input).id];
  return readInput(listOfIds, input).ids;
}
