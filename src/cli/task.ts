/** Translation tasks, also those that no release made. */
import { Option, type Command } from 'commander';
import { basename, join } from 'node:path';
import type { TaskTerm } from '../localization/replies';
import {
  exportModes,
  limits,
  escapeModes,
  type EscapeMode,
  type ExportMode,
} from '../localization/vocabulary';
import { BadRequest } from '../client/errors';
import { publishWaitCapMs } from '../domain/policies';
import { languagesOption, outputOption, projectOption, timeoutOption } from './command-options';
import { copyExported } from './files';
import { runWork, tellWork, type AskedWork } from './run-work';
import { taskText } from './task-text';
import { Table, type TableOptions } from './table';
import { createTerminal, hand } from './terminal';
import { termsCsv } from './terms-csv';
import { translationsText } from './translations-text';
import { withBackend } from './with-backend';

interface Common {
  project: string;
  output: string;
}

interface Waiting extends Common {
  wait?: boolean;
  timeout?: number;
}

interface SupplementOptions extends Waiting {
  languages: string[];
  skipTm?: boolean;
  skipTb?: boolean;
}

interface ExportOptions extends Common {
  /** Left out: the project's default. */
  template?: string;
  to: string;
  languages?: string[];
  mode?: ExportMode;
  escape?: EscapeMode;
  filename?: string;
  timeout?: number;
}

export function defineTaskCommand(task: Command): void {
  addStatus(task);
  addTerms(task);
  addWait(task);
  addSupplement(task);
  addPublish(task);
  addExport(task);
}

function addStatus(task: Command): void {
  shared(task.command('status <task>'), 'Show a task as the service has it now.')
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease task status task_1 -o json | jq -r .task.status')
    .action((taskId: string, options: Common) =>
      withBackend(async ({ ask }) => {
        const status = await ask('taskStatus', { project: options.project, taskId });
        createTerminal(options.output === 'json').data({ task: status }, ({ task }) =>
          taskText(taskId, task),
        );
      }),
    );
}

function addTerms(task: Command): void {
  shared(task.command('terms <task>'), 'List the scanned terms of a task.')
    .addOption(termTable.columnsOption())
    .addOption(termTable.sortOption())
    .addOption(outputOption(['text', 'json', 'csv']))
    .addHelpText('after', '\nExample:\n  locrelease task terms task_1 -o csv > terms.csv')
    .action((taskId: string, { project, output, ...shown }: Common & TableOptions) =>
      withBackend(async ({ ask }) => {
        const { scanStatus, terms } = await ask('taskTerms', { project, taskId });
        const list = termTable.sorted(terms, shown);
        const document = { taskId, scanStatus, terms: list };
        if (output === 'csv') {
          hand(termsCsv(list));
          return;
        }
        createTerminal(output === 'json').data(document, ({ scanStatus, terms }) =>
          [`Term scan: ${scanStatus}`, ...(terms.length === 0 ? [] : [termTable.text(terms, shown)])].join(
            '\n',
          ),
        );
      }),
    );
}

function addWait(task: Command): void {
  shared(task.command('wait <task>'), 'Wait until a task is completed, has failed, or waits for its terms.')
    .addOption(timeoutOption('the task'))
    .addOption(outputOption())
    .addHelpText('after', exitHelp('locrelease task wait task_1 --timeout 2h'))
    .action((taskId: string, options: Waiting) =>
      carryOut(options, {
        work: { kind: 'wait-task', project: options.project, taskId },
        again: `locrelease task wait ${taskId}`,
        wait: true,
      }),
    );
}

function addSupplement(task: Command): void {
  waiting(shared(task.command('supplement <task>'), 'Translate more languages in a task.'), 'the supplement')
    .addOption(languagesOption().makeOptionMandatory())
    .option('--skip-tm', 'Do not use the translation memory.')
    .option('--skip-tb', 'Do not use the termbase.')
    .addOption(outputOption())
    .addHelpText('after', exitHelp('locrelease task supplement task_1 --languages fr,de --wait'))
    .action((taskId: string, options: SupplementOptions) => {
      const { project, languages, skipTm = false, skipTb = false } = options;
      if (languages.length > limits.supplementLanguages) {
        throw new BadRequest(
          `The service takes ${limits.supplementLanguages} languages in one call. Nothing was sent. Name fewer.`,
        );
      }
      return carryOut(options, {
        work: { kind: 'supplement', project, taskId, languages, skipTm, skipTb },
        again: `locrelease task supplement ${taskId} --languages ${languages.join(',')} --wait`,
        wait: options.wait === true,
      });
    });
}

function addPublish(task: Command): void {
  waiting(
    shared(
      task.command('publish <task>'),
      'Publish a task to the project level, after other publishes of the project. What the project had is overwritten.',
    ),
    'the publish job',
    '15m',
  )
    .addOption(outputOption())
    .addHelpText('after', exitHelp('locrelease task publish task_1 --wait'))
    .action((taskId: string, { timeout, ...options }: Waiting) => {
      const capMs = timeout ?? (options.wait === true ? publishWaitCapMs : undefined);
      return carryOut(
        { ...options, ...(capMs !== undefined && { timeout: capMs }) },
        {
          work: { kind: 'publish', project: options.project, taskId },
          again: `locrelease task publish ${taskId} --wait`,
          wait: options.wait === true,
        },
      );
    });
}

function addExport(task: Command): void {
  shared(
    task.command('export <task>'),
    'Export the strings of the project to INI files, in the languages of a task. The service exports the whole project, as it was last published, and not the task alone.',
  )
    .option(
      '--template <template>',
      "Id or name of an ini template. Default: the project's default template.",
    )
    .requiredOption('--to <directory>', 'Directory for the files.')
    .addOption(languagesOption())
    .addOption(new Option('--mode <mode>', 'One file, or one file for each language.').choices(exportModes))
    .addOption(
      new Option('--escape <mode>', 'Whether line breaks and the like are escaped.').choices(escapeModes),
    )
    .option('--filename <prefix>', 'Prefix of the file names. Default: the id of the task.')
    .addOption(timeoutOption('the export'))
    .addOption(outputOption())
    .addHelpText('after', exitHelp('locrelease task export task_1 --to build/locales'))
    .action(async (taskId: string, options: ExportOptions) => {
      const { project, template, to, languages = [], mode, escape, filename = taskId } = options;
      const terminal = createTerminal(options.output === 'json');
      await withBackend(async (backend) => {
        const templateId = await backend.ask('exportTemplate', { project, wanted: template });
        const work: AskedWork = {
          kind: 'export',
          ...{ project, taskId, templateId, languages, filename },
          ...(mode && { mode }),
          ...(escape && { escape }),
        };
        terminal.say(`The export is of project ${project}: all of its strings as they were last published.`);
        const status = await runWork(backend.ask, terminal, {
          work,
          again: exportCommand(taskId, options),
          until: 'ended',
          timeoutMs: options.timeout,
        });
        for (const file of status.files) {
          file.path = join(to, basename(file.path));
          await copyExported(backend, { sha256: file.sha256, of: { work } }, file.path);
        }
        tellWork(terminal, status);
      });
    });
}

/** The same work has the same options: another one would join nothing. */
export function exportCommand(taskId: string, options: ExportOptions): string {
  const { project, template, to, languages, mode, escape, filename } = options;
  const named = {
    ...{ template, to, languages: languages?.join(','), mode, escape, filename },
    project: project === 'default' ? undefined : project,
  };
  const words = Object.entries(named).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${value}`],
  );
  return ['locrelease task export', taskId, ...words].join(' ');
}

function exitHelp(example: string): string {
  return `
Exit code 0: done. 4: not ended at the timeout; it continues. 7: a person must check; the message says what. 8: failed at
the service.

Example:
  ${example}`;
}

function carryOut(
  { project, timeout, output }: Waiting,
  { work, again, wait }: { work: AskedWork; again: string; wait: boolean },
): Promise<void> {
  const terminal = createTerminal(output === 'json');
  if (timeout !== undefined && !wait) terminal.say('Not waiting: --timeout has no effect without --wait.');
  return withBackend(async ({ ask }) => {
    const inProject = project === 'default' ? again : `${again} --project ${project}`;
    const until = wait ? 'ended' : 'accepted';
    tellWork(terminal, await runWork(ask, terminal, { work, again: inProject, until, timeoutMs: timeout }));
  });
}

function shared(command: Command, description: string): Command {
  return command.description(description).addOption(projectOption());
}

function waiting(command: Command, what: string, cap?: string): Command {
  return command
    .option('--wait', 'Wait until it has ended. It goes on without this command all the same.')
    .addOption(timeoutOption(what, cap));
}

const termTable = new Table<TaskTerm>([
  { name: 'id', text: ({ id }) => id },
  { name: 'term', text: ({ term }) => term, flexible: true },
  { name: 'category', text: ({ category }) => category },
  {
    name: 'score',
    text: ({ glossary_score: score }) => String(score),
    number: ({ glossary_score: score }) => score,
  },
  { name: 'translations', text: ({ translations }) => translationsText(translations), flexible: true },
]);
