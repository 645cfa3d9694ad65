/** The scanned terms of a task, also of one that no release made. */
import type { Command } from 'commander';
import { BadRequest } from '../client/errors';
import { counted } from '../domain/counted';
import { reviewTerm } from '../localization/task-terms';
import { TERMS_PER_MESSAGE } from '../protocol/message-schemas';
import { outputOption, projectOption, TABLE_FORMATS } from './command-options';
import { languageFault, termIds } from './known-terms';
import type { TableOptions } from './table';
import { EDIT_TERM, editing, editOf, type EditOptions } from './term-edit';
import { taskTermTable } from './term-tables';
import { createTerminal } from './terminal';
import { withBackend } from './with-backend';

interface Common {
  project: string;
  output: string;
}

export function addTaskTerms(task: Command): void {
  const terms = task.command('terms').description('List the scanned terms of a task, or change them.');
  terms
    .command('list <task>', { isDefault: true })
    .description('List the terms, also without the word "list".')
    .addOption(projectOption())
    .addOption(taskTermTable.columnsOption())
    .addOption(taskTermTable.sortOption())
    .addOption(outputOption(TABLE_FORMATS))
    .addHelpText('after', '\nExample:\n  locrelease service task terms task_1 -o csv > terms.csv')
    .action((taskId: string, { project, ...options }: Common & TableOptions) =>
      withBackend(async ({ ask }) => {
        const { scanStatus, terms } = await ask('taskTerms', { project, taskId });
        const document = { taskId, scanStatus, terms: terms.map(reviewTerm) };
        taskTermTable.show(document, options, { lines: [`Term scan: ${scanStatus}`] });
      }),
    );

  editing(terms.command('edit <task> <term>'))
    .description(EDIT_TERM)
    .addOption(projectOption())
    .addOption(outputOption())
    .addHelpText(
      'after',
      '\nExample:\n  locrelease service task terms edit task_1 term_1 --translation ja=ミラ',
    )
    .action((taskId: string, name: string, { project, output, ...options }: Common & EditOptions) =>
      withBackend(async ({ ask }) => {
        const edit = editOf(options);
        const { terms } = await ask('taskTerms', { project, taskId });
        const [id = name] = termIds([name], terms, `service task terms ${taskId}`);
        const { target_languages: languages } = await ask('taskStatus', { project, taskId });
        for (const code of Object.keys(edit.translations ?? {})) {
          const fault = languageFault({ languages, comingLanguages: [] }, code, 'task');
          if (fault !== null) throw new BadRequest(`--translation ${fault}. Nothing was changed.`);
        }
        const term = await ask('editTaskTerm', { project, taskId, id, edit });
        createTerminal(output === 'json').data({ taskId, term }, () => `${id} is changed.`);
      }),
    );

  terms
    .command('delete <task> <terms...>')
    .description('Delete terms, by their ids or texts, now and for good.')
    .addOption(projectOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease service task terms delete task_1 term_1 "Crystal Keep"')
    .action((taskId: string, names: string[], { project, output }: Common) =>
      withBackend(async ({ ask }) => {
        const { terms } = await ask('taskTerms', { project, taskId });
        const ids = termIds(names, terms, `service task terms ${taskId}`);
        for (let done = 0; done < ids.length; done += TERMS_PER_MESSAGE)
          await ask('deleteTaskTerms', { project, taskId, ids: ids.slice(done, done + TERMS_PER_MESSAGE) });
        createTerminal(output === 'json').data(
          { taskId, deleted: ids },
          () => `Deleted ${counted(ids.length, 'term')}. ${counted(terms.length - ids.length, 'term')} left.`,
        );
      }),
    );
}
