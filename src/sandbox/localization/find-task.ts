import * as z from 'zod';
import type { LocalizationCall } from './handler';
import type { Project, Task } from './project-state';
import { readInput, Refusal } from './refusal';

const taskInput = z.object({ task_id: z.string().min(1) });

/** The task that a call names: unknown is 404, another project's is 403. */
export type FindTask = (call: LocalizationCall) => Task;

export function taskFinder(projects: readonly Project[]): FindTask {
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

/** What a supplement and a publish need of a task before they begin. */
export function requireSource(task: Task): void {
  if (task.source_language === null) throw new Refusal(422, 'the task has no source language');
  if (!task.strings.some(({ content }) => content !== '')) {
    throw new Refusal(422, 'the task has no source strings');
  }
  if (task.target_languages.length === 0) throw new Refusal(422, 'the task has no target_languages');
}
