/** Reads, edits, deletes and confirms the terms that a scan found for one task. */
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { readInput, Refusal } from '../refusal';
import type { Outcome } from '../service';
import {
  deletedIds,
  idInput,
  pageOf,
  type Handlers,
  type LocalizationCall,
  type LocalizationContext,
} from './handler';
import { readLanguages } from './languages';
import type { Pipeline } from './pipeline';
import type { Task, TaskTerm } from './project-state';

const updateInput = z.object({
  term: z.string().trim().min(1).exactOptional(),
  category: z.string().exactOptional(),
  judgment: z.string().exactOptional(),
  glossary_score: z.number().min(0).max(10).exactOptional(),
  translations: z.record(z.string(), z.string()).default({}),
});

export function taskTermHandlers(
  { clock, random, profile, findTask }: LocalizationContext,
  pipeline: Pipeline,
): Handlers {
  const query = (call: LocalizationCall): Outcome => {
    const { task_id, scan_status, terms } = findTask(call);
    return { data: { task_id, scan_status, ...pageOf(profile.readings, terms, call.input) } };
  };
  return {
    'GET /tasks/terms': query,
    'POST /tasks/terms': query,

    'POST /tasks/terms/update': (call) => {
      const task = findTask(call);
      const term = findTerm(task, readInput(idInput, call.input).id);
      const change = readInput(updateInput, call.input);
      readLanguages(Object.keys(change.translations), profile);
      const updated = withChange(term, change);
      if (isDeepStrictEqual(updated, term)) return { data: term };
      updated.updated_at = clock.iso();
      task.terms = task.terms.map((other) => (other === term ? updated : other));
      return { data: updated, effect: 'task term updated' };
    },

    'POST /tasks/terms/delete': (call) => {
      const task = findTask(call);
      const terms = deletedIds(profile.readings, call.input).map((id) => findTerm(task, id));
      task.terms = task.terms.filter((other) => !terms.includes(other));
      const id = terms.length === 1 ? terms[0]?.id : undefined;
      return { data: { task_id: task.task_id, deleted: true, id }, effect: 'task term deleted' };
    },

    'POST /tasks/confirm-terms': (call) => {
      const task = findTask(call);
      const { job_id } = pipeline.confirm(task, 'api');
      const data = { task_id: task.task_id, job_id, execution_id: random.id('exec_') };
      return { data, effect: 'terms confirmed', ids: { job_id } };
    },
  };
}

function findTerm(task: Task, id: string): TaskTerm {
  if (!task.jobs.some(({ job_type }) => job_type === 'TB_SCAN')) {
    throw new Refusal(409, 'the task has no TB_SCAN job');
  }
  const term = task.terms.find((candidate) => candidate.id === id);
  if (term === undefined) throw new Refusal(404, 'task term not found');
  return term;
}

function withChange(term: TaskTerm, change: z.output<typeof updateInput>): TaskTerm {
  const translations = Object.fromEntries(
    Object.entries({ ...term.translations, ...change.translations }).filter(([, text]) => text !== ''),
  );
  const untouched = isDeepStrictEqual(translations, term.translations);
  const translation_source = untouched ? term.translation_source : 'manual';
  return { ...term, ...change, translations, translation_source };
}
