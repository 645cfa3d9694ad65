/** The scanned terms of a task, also of one that no release made. */
import type { Command } from 'commander';
import { BadRequest } from '../client/errors';
import { counted } from '../domain/counted';
import { reviewTerm } from '../localization/task-terms';
import { TERMS_PER_MESSAGE } from '../protocol/message-schemas';
import { add } from './command';
import { projectOption } from './command-options';
import { languageFault, termIds } from './known-terms';
import { EDIT_TERM, editOf, editOptions } from './term-edit';
import { taskTermTable } from './term-tables';

const of = { project: projectOption };

export function addTaskTerms(task: Command): void {
  const terms = task.command('terms').description('List the scanned terms of a task, or change them.');
  add(terms, 'list <task>', {
    description: 'List the terms, also without the word "list".',
    isDefault: true,
    options: { ...of, ...taskTermTable.options },
    examples: ['service task terms task_1 -o csv > terms.csv'],
    run: async ({ ask, terminal }, { project, ...options }, taskId: string) => {
      const { scanStatus, terms } = await ask('taskTerms', { project, taskId });
      const document = { taskId, scanStatus, terms: terms.map(reviewTerm) };
      taskTermTable.show(terminal, document, options, { lines: [`Term scan: ${scanStatus}`] });
    },
  });
  add(terms, 'edit <task> <term>', {
    description: EDIT_TERM,
    options: { ...editOptions, ...of },
    examples: ['service task terms edit task_1 term_1 --translation ja=ミラ'],
    run: async ({ ask, terminal }, { project, ...options }, taskId: string, name: string) => {
      const edit = editOf(options);
      const { terms } = await ask('taskTerms', { project, taskId });
      const [id = name] = termIds([name], terms, `service task terms ${taskId}`);
      const { target_languages: languages } = await ask('taskStatus', { project, taskId });
      for (const code of Object.keys(edit.translations ?? {})) {
        const fault = languageFault({ languages, comingLanguages: [] }, code, 'task');
        if (fault !== null) throw new BadRequest(`--translation ${fault}. Nothing was changed.`);
      }
      const term = await ask('editTaskTerm', { project, taskId, id, edit });
      terminal.data({ taskId, term }, () => `${id} is changed.`);
    },
  });
  add(terms, 'delete <task> <terms...>', {
    description: 'Delete terms, by their ids or texts, now and for good.',
    options: of,
    examples: ['service task terms delete task_1 term_1 "Crystal Keep"'],
    run: async ({ ask, terminal }, { project }, taskId: string, names: string[]) => {
      const { terms } = await ask('taskTerms', { project, taskId });
      const ids = termIds(names, terms, `service task terms ${taskId}`);
      for (let done = 0; done < ids.length; done += TERMS_PER_MESSAGE)
        await ask('deleteTaskTerms', { project, taskId, ids: ids.slice(done, done + TERMS_PER_MESSAGE) });
      terminal.data(
        { taskId, deleted: ids },
        () => `Deleted ${counted(ids.length, 'term')}. ${counted(terms.length - ids.length, 'term')} left.`,
      );
    },
  });
}
