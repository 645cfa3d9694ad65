/** Commands for translation tasks and publish jobs, including those that no release created. */
import type { Command } from 'commander';
import { basename, join } from 'node:path';
import { BadRequest } from '../../client/errors';
import { publishWaitCapMs } from '../../domain/release/polling';
import { escapeModes, exportModes, limits } from '../../localization/vocabulary';
import { counted } from '../../domain/text/counted';
import { reviewTerm } from '../../localization/task-terms';
import { TERMS_PER_MESSAGE } from '../../protocol/message-schemas';
import { stepIndexOf, stepLabel } from '../../domain/release/stages';
import type { TaskView } from '../../localization/replies';
import { add, given, type At, type Values } from '../command';
import {
  flag,
  languagesOption,
  oneOf,
  projectOption,
  required,
  separated,
  text,
  timeoutOption,
  unless,
  yesOption,
} from '../command-options';
import { deletionOf, mustAgree } from '../terminal/ask';
import { joinedText } from '../terminal/terminal-form';
import { copyExported } from '../release/files';
import { readReleaseToSend } from '../release/plan';
import { EXIT_CODES_OF_WORK as help, finishWork, inProject, runWork, type RequestedWork } from './run-work';
import { EDIT_TERM, editOf, editOptions, languageFault, termIds } from '../terms/known-terms';
import { taskTermTable } from '../terms/term-tables';

const project = { project: projectOption };
const wait = flag('Wait until it has ended. It goes on without this command all the same.');
const calledBack = {
  callbackUrl: text('<url>', 'Address at which the service tells you of it. locrelease is not told.'),
  callbackEvents: separated('<names>', 'Events to tell, separated by commas. Default: all.'),
};
const exporting = {
  ...project,
  template: text('<template>', "Id or name of an ini template. Default: the project's default template."),
  to: required(text('<directory>', 'Directory for the files.')),
  languages: languagesOption,
  mode: oneOf('<mode>', 'One file, or one file for each language.', exportModes),
  escape: oneOf('<mode>', 'Whether line breaks and the like are escaped.', escapeModes),
  filename: text(
    '<prefix>',
    'Prefix of the file name. With separate files, the service names each of them. Default: the id of the task, or else the project.',
  ),
};

export function task(parent: Command): void {
  add(parent, 'create <file>', {
    description:
      'Create a task from a release file: its project, name, source, target languages and terms. The same content gives the same task.',
    options: {
      ...calledBack,
      check: unless('Create it without the checks that "locrelease plan" makes.'),
      timeout: timeoutOption('the creation'),
    },
    kept: 'Nothing was created.',
    help,
    examples: ['service task create release.yaml --callback-url https://ci.example.org/hook'],
    run: async (at, { check, timeout, ...callbackOptions }, file: string) => {
      const callback = callbackOf(callbackOptions);
      const { release, doubts } = await readReleaseToSend(at.backend, at.backend.contents, file);
      doubts.forEach(at.terminal.warn);
      const { notes, ...started } = await at.ask('createTask', { release, check, callback });
      notes.forEach(at.terminal.warn);
      await finishWork(at, started, {
        again: `locrelease service task create ${file}`,
        timeoutMs: timeout,
      });
    },
  });
  add(parent, 'status <task>', {
    description: 'Show a task as the service has it now.',
    options: project,
    examples: ['service task status task_1 -o json | jq -r .task.status'],
    run: async ({ ask, terminal }, of, taskId: string) =>
      terminal.data({ task: await ask('taskStatus', { ...of, taskId }) }, (shown) =>
        taskText(taskId, shown.task),
      ),
  });
  addTaskTerms(parent);
  add(parent, 'confirm <task>', {
    description:
      'Confirm the terms of a task. The translation then starts. For a release, use "locrelease terms confirm".',
    options: { ...project, timeout: timeoutOption('the confirmation') },
    help,
    examples: ['service task confirm task_1'],
    run: (at, { project, ...options }, taskId: string) =>
      carryOut(at, { kind: 'confirm', project, taskId }, `confirm ${taskId}`, options),
  });
  add(parent, 'wait <task>', {
    description: 'Wait until a task is completed, has failed, or waits for its terms.',
    options: { ...project, timeout: timeoutOption('the task') },
    help,
    examples: ['service task wait task_1 --timeout 2h'],
    run: (at, { project, ...options }, taskId: string) =>
      carryOut(at, { kind: 'wait-task', project, taskId }, `wait ${taskId}`, options),
  });
  add(parent, 'supplement <task>', {
    description: 'Translate more languages in a task.',
    options: {
      ...project,
      wait,
      timeout: timeoutOption('the supplement'),
      ...calledBack,
      languages: required(languagesOption),
      skipTm: flag('Do not use the translation memory.'),
      skipTb: flag('Do not use the termbase.'),
    },
    help,
    examples: ['service task supplement task_1 --languages fr,de --wait'],
    run: (at, { languages, skipTm = false, skipTb = false, wait = false, ...options }, taskId: string) => {
      if (languages.length > limits.supplementLanguages)
        throw new BadRequest(
          `The service takes ${limits.supplementLanguages} languages in one call. Nothing was sent. Name fewer.`,
        );
      return carryOut(
        at,
        { kind: 'supplement', project: options.project, taskId, languages, skipTm, skipTb },
        `supplement ${taskId} --languages ${languages.join(',')} --wait`,
        { wait, ...options },
      );
    },
  });
  add(parent, 'publish <task>', {
    description:
      'Publish a task to the project level, after other publishes of the project. What the project had is overwritten.',
    options: { ...project, wait, timeout: timeoutOption('the publish job', '15m'), ...calledBack },
    help,
    examples: ['service task publish task_1 --wait'],
    run: (at, { wait = false, ...options }, taskId: string) =>
      carryOut(at, { kind: 'publish', project: options.project, taskId }, `publish ${taskId} --wait`, {
        wait,
        ...(wait && { timeout: publishWaitCapMs }),
        ...options,
      }),
  });
  add(parent, 'export [task]', {
    description:
      'Export the strings of the project to INI files, in the languages of a task, or without one in those of the template. The service exports the whole project, as it was last published, and not the task alone.',
    options: { ...exporting, timeout: timeoutOption('the export') },
    help,
    examples: ['service task export task_1 --to build/locales'],
    run: exportProject,
  });
}

async function exportProject(
  at: At,
  { timeout, ...options }: Values<typeof exporting> & { timeout?: number },
  taskId?: string,
): Promise<void> {
  const { project, template, to, languages = [], mode, escape, filename = taskId ?? project } = options;
  const found = await at.ask('exportTemplate', { project, wanted: template });
  const byTemplate = taskId === undefined && languages.length === 0;
  if (byTemplate && found.languages.length === 0)
    throw new BadRequest(
      'The export template names no languages. Nothing was exported. Name them with --languages, or name a task.',
    );
  const work: RequestedWork['work'] = {
    kind: 'export',
    project,
    taskId: taskId ?? null,
    templateId: found.id,
    filename,
    ...(byTemplate ? { byTemplate, languages: found.languages } : { languages }),
    ...given({ mode, escape }),
  };
  at.terminal.info(`The export is of project ${project}: all of its strings as they were last published.`);
  await runWork(at, {
    work,
    again: exportCommand(taskId, options),
    timeoutMs: timeout,
    atEnd: async ({ files }) => {
      for (const file of files) {
        file.path = join(to, basename(file.path));
        await copyExported(at.backend, { sha256: file.sha256, of: { work } }, file.path);
      }
    },
  });
}

/** Only a command with the same options joins the same work. */
export function exportCommand(taskId: string | undefined, options: Values<typeof exporting>): string {
  const { project, template, to, languages, mode, escape, filename } = options;
  const named = given({ template, to, languages: languages?.join(','), mode, escape, filename });
  const words = Object.entries(named).map(([name, value]) => `--${name} ${value}`);
  const asked = ['locrelease service task export', ...(taskId === undefined ? [] : [taskId]), ...words];
  return `${asked.join(' ')}${inProject(project)}`;
}

function carryOut(
  at: At,
  work: RequestedWork['work'] & { project: string },
  words: string,
  {
    wait = true,
    timeout,
    ...callbackOptions
  }: Partial<Values<typeof calledBack>> & { wait?: boolean; timeout?: number },
): Promise<void> {
  if (timeout !== undefined && !wait)
    at.terminal.info('Not waiting: --timeout has no effect without --wait.');
  return runWork(at, {
    work,
    again: `locrelease service task ${words}${inProject(work.project)}`,
    until: wait ? 'ended' : 'accepted',
    timeoutMs: timeout,
    callback: callbackOf(callbackOptions),
  });
}

function callbackOf({
  callbackUrl: url,
  callbackEvents: events = [],
}: Values<typeof calledBack>): RequestedWork['callback'] {
  if (url !== undefined) return { url, events };
  if (events.length === 0) return undefined;
  throw new BadRequest('--callback-events needs a --callback-url. Nothing was sent.');
}

function addTaskTerms(parent: Command): void {
  const terms = parent.command('terms').description('List the scanned terms of a task, or change them.');
  add(terms, 'list <task>', {
    description: 'List the terms, also without the word "list".',
    isDefault: true,
    options: { ...project, ...taskTermTable.options },
    examples: ['service task terms task_1 -o csv > terms.csv'],
    run: async ({ ask, terminal }, { project, ...options }, taskId: string) => {
      const { scanStatus, terms } = await ask('taskTerms', { project, taskId });
      const document = { taskId, scanStatus, terms: terms.map(reviewTerm) };
      taskTermTable.show(terminal, document, options, { lines: [`Term scan: ${scanStatus}`] });
    },
  });
  add(terms, 'edit <task> <term>', {
    description: EDIT_TERM,
    options: { ...editOptions, ...project },
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
    options: { ...project, yes: yesOption },
    examples: ['service task terms delete task_1 term_1 "Crystal Keep"'],
    run: async ({ ask, terminal }, { project, yes }, taskId: string, names: string[]) => {
      const { terms } = await ask('taskTerms', { project, taskId });
      const ids = termIds(names, terms, `service task terms ${taskId}`);
      await mustAgree(deletionOf(ids), 'Nothing was deleted.', yes);
      for (let done = 0; done < ids.length; done += TERMS_PER_MESSAGE)
        await ask('deleteTaskTerms', { project, taskId, ids: ids.slice(done, done + TERMS_PER_MESSAGE) });
      terminal.data(
        { taskId, deleted: ids },
        () => `Deleted ${counted(ids.length, 'term')}. ${counted(terms.length - ids.length, 'term')} left.`,
      );
    },
  });
}

function taskText(taskId: string, task: TaskView): string {
  const { status, target_languages: languages, strings_count: strings, words_count: words } = task;
  return joinedText(
    '\n',
    joinedText(', ', `${taskId}  ${status}`, stepText(task)),
    `languages  ${languages.join(', ')}`,
    `size       ${counted(strings, 'string')}, ${counted(words, 'word')}`,
    task.requires_confirmation && 'waits      for its terms to be confirmed',
    task.is_failed && `failed     ${task.failure_reason ?? 'the service gave no reason'}`,
    ...task.jobs.map((one) =>
      joinedText('  ', `job        ${one.job_id}`, one.job_type, one.status, one.error),
    ),
  );
}

function stepText({ status, current_step: step, progress }: TaskView): string {
  if (status !== 'running') return '';
  const index = stepIndexOf(step);
  const rows = progress.rows_total > 0 && `${progress.rows_done} of ${progress.rows_total} rows`;
  return joinedText(', ', index === null ? step : stepLabel(step ?? '', index), rows);
}

export function job(parent: Command): void {
  add(parent, 'status <job>', {
    description: 'Show a publish job as the service has it now.',
    options: project,
    examples: ['service job status publish_open_1'],
    run: async ({ ask, terminal }, { project }, jobId: string) =>
      terminal.data({ publish: await ask('publishStatus', { project, jobId }) }, ({ publish }) =>
        joinedText('\n', `${jobId}  ${publish.status}`, publish.error && `failed  ${publish.error}`),
      ),
  });
  add(parent, 'wait <job>', {
    description: 'Wait until a publish job is completed or has failed.',
    options: { project: projectOption, timeout: timeoutOption('the job', '15m') },
    help: 'Exit code 0: completed. 4: not ended at the timeout; the job continues. 8: failed at the service.',
    examples: ['service job wait publish_open_1 --timeout 15m'],
    run: (at, { project, timeout = publishWaitCapMs }, jobId: string) =>
      runWork(at, {
        work: { kind: 'wait-publish', project, jobId },
        again: `locrelease service job wait ${jobId}${inProject(project)}`,
        timeoutMs: timeout,
      }),
  });
}
