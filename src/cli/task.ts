/** Translation tasks, also those that no release made. */
import { Option, type Command } from 'commander';
import { basename, join } from 'node:path';
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
import { readReleaseToSend } from './release-to-send';
import { followWork, runWork, tellWork, type AskedCallback, type AskedWork } from './run-work';
import { addTaskTerms } from './task-terms';
import { taskText } from './task-text';
import { createTerminal } from './terminal';
import { withBackend } from './with-backend';

interface Common {
  project: string;
  output: string;
}

interface Waiting extends Common {
  wait?: boolean;
  timeout?: number;
}

interface CallbackOptions {
  callbackUrl?: string;
  callbackEvents?: string[];
}

interface CreateOptions extends CallbackOptions {
  check: boolean;
  timeout?: number;
  output: string;
}

interface SupplementOptions extends Waiting, CallbackOptions {
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

export function define(task: Command): void {
  addCreate(task);
  addStatus(task);
  addTaskTerms(task);
  addConfirm(task);
  addWait(task);
  addSupplement(task);
  addPublish(task);
  addExport(task);
}

function addCreate(task: Command): void {
  callingBack(
    task
      .command('create <file>')
      .description(
        'Create a task from a release file: its project, name, source, target languages and terms. The same content gives the same task.',
      ),
  )
    .option('--no-check', 'Create it without the checks that "locrelease plan" makes.')
    .addOption(timeoutOption('the creation'))
    .addOption(outputOption())
    .addHelpText(
      'after',
      exitHelp('locrelease service task create release.yaml --callback-url https://ci.example.org/hook'),
    )
    .action((file: string, options: CreateOptions) => {
      const terminal = createTerminal(options.output === 'json');
      const callback = callbackOf(options);
      return withBackend(async (backend) => {
        const { ask, contents } = backend;
        const { release, doubts } = await readReleaseToSend(backend, contents, file);
        for (const doubt of doubts) terminal.say(`Warning: ${doubt}`);
        const { notes, ...started } = await ask('createTask', { release, check: options.check, callback });
        for (const note of notes) terminal.say(note);
        const request = { again: `locrelease service task create ${file}`, timeoutMs: options.timeout };
        tellWork(terminal, await followWork(ask, terminal, started, { ...request, until: 'ended' }));
      });
    });
}

function addConfirm(task: Command): void {
  shared(
    task.command('confirm <task>'),
    'Confirm the terms of a task. The translation then starts. For a release, use "locrelease terms confirm".',
  )
    .addOption(timeoutOption('the confirmation'))
    .addOption(outputOption())
    .addHelpText('after', exitHelp('locrelease service task confirm task_1'))
    .action((taskId: string, options: Waiting) =>
      carryOut(options, {
        work: { kind: 'confirm', project: options.project, taskId },
        again: `locrelease service task confirm ${taskId}`,
        wait: true,
      }),
    );
}

function addStatus(task: Command): void {
  shared(task.command('status <task>'), 'Show a task as the service has it now.')
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease service task status task_1 -o json | jq -r .task.status')
    .action((taskId: string, options: Common) =>
      withBackend(async ({ ask }) => {
        const status = await ask('taskStatus', { project: options.project, taskId });
        createTerminal(options.output === 'json').data({ task: status }, ({ task }) =>
          taskText(taskId, task),
        );
      }),
    );
}

function addWait(task: Command): void {
  shared(task.command('wait <task>'), 'Wait until a task is completed, has failed, or waits for its terms.')
    .addOption(timeoutOption('the task'))
    .addOption(outputOption())
    .addHelpText('after', exitHelp('locrelease service task wait task_1 --timeout 2h'))
    .action((taskId: string, options: Waiting) =>
      carryOut(options, {
        work: { kind: 'wait-task', project: options.project, taskId },
        again: `locrelease service task wait ${taskId}`,
        wait: true,
      }),
    );
}

function addSupplement(task: Command): void {
  const description = 'Translate more languages in a task.';
  callingBack(waiting(shared(task.command('supplement <task>'), description), 'the supplement'))
    .addOption(languagesOption().makeOptionMandatory())
    .option('--skip-tm', 'Do not use the translation memory.')
    .option('--skip-tb', 'Do not use the termbase.')
    .addOption(outputOption())
    .addHelpText('after', exitHelp('locrelease service task supplement task_1 --languages fr,de --wait'))
    .action((taskId: string, options: SupplementOptions) => {
      const { project, languages, skipTm = false, skipTb = false } = options;
      if (languages.length > limits.supplementLanguages) {
        throw new BadRequest(
          `The service takes ${limits.supplementLanguages} languages in one call. Nothing was sent. Name fewer.`,
        );
      }
      return carryOut(options, {
        work: { kind: 'supplement', project, taskId, languages, skipTm, skipTb },
        again: `locrelease service task supplement ${taskId} --languages ${languages.join(',')} --wait`,
        wait: options.wait === true,
        callback: callbackOf(options),
      });
    });
}

function addPublish(task: Command): void {
  const description =
    'Publish a task to the project level, after other publishes of the project. What the project had is overwritten.';
  callingBack(waiting(shared(task.command('publish <task>'), description), 'the publish job', '15m'))
    .addOption(outputOption())
    .addHelpText('after', exitHelp('locrelease service task publish task_1 --wait'))
    .action((taskId: string, { timeout, ...options }: Waiting & CallbackOptions) => {
      const capMs = timeout ?? (options.wait === true ? publishWaitCapMs : undefined);
      return carryOut(
        { ...options, ...(capMs !== undefined && { timeout: capMs }) },
        {
          work: { kind: 'publish', project: options.project, taskId },
          again: `locrelease service task publish ${taskId} --wait`,
          wait: options.wait === true,
          callback: callbackOf(options),
        },
      );
    });
}

function addExport(task: Command): void {
  shared(
    task.command('export [task]'),
    'Export the strings of the project to INI files, in the languages of a task, or without one in those of the template. The service exports the whole project, as it was last published, and not the task alone.',
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
    .option(
      '--filename <prefix>',
      'Prefix of the file name. With separate files, the service names each of them. Default: the id of the task, or else the project.',
    )
    .addOption(timeoutOption('the export'))
    .addOption(outputOption())
    .addHelpText('after', exitHelp('locrelease service task export task_1 --to build/locales'))
    .action(async (taskId: string | undefined, options: ExportOptions) => {
      const { project, template, to, languages = [], mode, escape, filename = taskId ?? project } = options;
      const terminal = createTerminal(options.output === 'json');
      await withBackend(async (backend) => {
        const found = await backend.ask('exportTemplate', { project, wanted: template });
        const byTemplate = taskId === undefined && languages.length === 0;
        if (byTemplate && found.languages.length === 0)
          throw new BadRequest(
            'The export template names no languages. Nothing was exported. Name them with --languages, or name a task.',
          );
        const work: AskedWork = {
          kind: 'export',
          ...{ project, taskId: taskId ?? null, templateId: found.id, filename },
          ...(byTemplate ? { byTemplate, languages: found.languages } : { languages }),
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
export function exportCommand(taskId: string | undefined, options: ExportOptions): string {
  const { project, template, to, languages, mode, escape, filename } = options;
  const named = {
    ...{ template, to, languages: languages?.join(','), mode, escape, filename },
    project: project === 'default' ? undefined : project,
  };
  const words = Object.entries(named).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${value}`],
  );
  return ['locrelease service task export', ...(taskId === undefined ? [] : [taskId]), ...words].join(' ');
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
  {
    again,
    wait,
    ...asked
  }: { work: AskedWork; again: string; wait: boolean; callback?: AskedCallback | undefined },
): Promise<void> {
  const terminal = createTerminal(output === 'json');
  if (timeout !== undefined && !wait) terminal.say('Not waiting: --timeout has no effect without --wait.');
  return withBackend(async ({ ask }) => {
    const inProject = project === 'default' ? again : `${again} --project ${project}`;
    const until = wait ? 'ended' : 'accepted';
    tellWork(
      terminal,
      await runWork(ask, terminal, { ...asked, again: inProject, until, timeoutMs: timeout }),
    );
  });
}

function callingBack(command: Command): Command {
  const events = new Option(
    '--callback-events <names>',
    'Events to tell, separated by commas. Default: all.',
  );
  return command
    .option('--callback-url <url>', 'Address at which the service tells you of it. locrelease is not told.')
    .addOption(events.argParser((text) => text.split(',').map((name) => name.trim())));
}

function callbackOf({
  callbackUrl: url,
  callbackEvents: events = [],
}: CallbackOptions): AskedCallback | undefined {
  if (url !== undefined) return { url, events };
  if (events.length === 0) return undefined;
  throw new BadRequest('--callback-events needs a --callback-url. Nothing was sent.');
}

function shared(command: Command, description: string): Command {
  return command.description(description).addOption(projectOption());
}

function waiting(command: Command, what: string, cap?: string): Command {
  return command
    .option('--wait', 'Wait until it has ended. It goes on without this command all the same.')
    .addOption(timeoutOption(what, cap));
}
