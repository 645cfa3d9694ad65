/** The termbase of a project. */
import type { Command } from 'commander';
import type { TermChange } from '../localization/requests';
import { BadRequest } from '../client/errors';
import { readTermChanges } from '../source/read-terms';
import {
  clearEmptyOption,
  limitOption,
  outputOption,
  projectOption,
  TABLE_FORMATS,
  timeoutOption,
  translationOption,
} from './command-options';
import { counted } from '../domain/counted';
import { sentence } from '../domain/sentence';
import { exitCode } from '../domain/exit-code';
import { addTermbaseChanges, addTermbaseRevert } from './termbase-changes';
import { addTermbaseUpload, sendTerms } from './termbase-upload';
import type { TableOptions } from './table';
import { termbaseTable } from './term-tables';
import { createTerminal, say as note } from './terminal';
import { withBackend } from './with-backend';

interface Common {
  project: string;
  output: string;
}

interface ListOptions extends Common, TableOptions {
  keyword?: string;
  category?: string;
  limit?: number;
}

interface UpdateOptions extends Common {
  term?: string;
  category?: string;
  pic?: string;
  translation?: Record<string, string>;
  file?: string;
  clearEmpty?: true;
  timeout?: number;
}

export function define(termbase: Command): void {
  addList(termbase);
  addTermbaseUpload(termbase);
  addUpdate(termbase);
  addDelete(termbase);
  addTermbaseChanges(termbase);
  addTermbaseRevert(termbase);
}

function addList(termbase: Command): void {
  shared(termbase.command('list'), 'List the entries, latest change first.', TABLE_FORMATS)
    .option('--keyword <text>', 'Only entries that contain this text, in upper or lower case.')
    .option('--category <name>', 'Only entries of this category.')
    .addOption(limitOption().default(undefined))
    .addOption(termbaseTable.columnsOption())
    .addOption(termbaseTable.sortOption())
    .addHelpText('after', listHelp)
    .action(({ project, keyword, category, limit, ...options }: ListOptions) =>
      withBackend(async ({ ask }) => {
        const query = {
          ...(keyword !== undefined && { keyword }),
          ...(category !== undefined && { category }),
        };
        const entries = await ask('termbase', { project, ...query, ...(limit !== undefined && { limit }) });
        const terms = entries.map(({ content: term, ...entry }) => ({ ...entry, term }));
        termbaseTable.show({ terms }, options);
        if (terms.length === limit) note(`There may be more than these ${limit}: raise --limit to see them.`);
      }),
    );
}

const listHelp = `
"-o csv" writes a file for "locrelease termbase upload", with the same columns as "locrelease terms list -o csv".

Examples:
  locrelease termbase list --keyword mira
  locrelease termbase list -o csv > termbase.csv`;

function addUpdate(termbase: Command): void {
  shared(
    termbase.command('update [term]'),
    'Change one term by its id, or many with --file. Fields that you leave out do not change.',
  )
    .option('--term <text>', 'New text in the source language.')
    .option('--category <name>', 'New category.')
    .option('--pic <url>', 'Address of the image.')
    .addOption(translationOption())
    .option(
      '--file <file>',
      'Changes to many terms: a list in JSON or YAML, or a table in CSV, each with its id.',
    )
    .addOption(clearEmptyOption())
    .addOption(timeoutOption('the update'))
    .addHelpText('after', updateHelp)
    .action(async (id: string | undefined, options: UpdateOptions) => {
      const change = changeOf(options);
      const isOne = id !== undefined && options.file === undefined && Object.keys(change).length > 0;
      const isMany = id === undefined && options.file !== undefined && Object.keys(change).length === 0;
      if (isOne) return updateOne({ id, ...change }, options);
      if (!isMany)
        throw new BadRequest(
          'Name a term and at least one field to change, or only --file. Nothing was changed.',
        );
      const terms = await readTermChanges(options.file ?? '', options);
      return sendTerms(createTerminal(options.output === 'json'), options, { mode: 'update', terms });
    });
}

const updateHelp = `
Examples:
  locrelease termbase update 65f0c1 --translation ja=ミラ
  locrelease termbase update --file changes.csv`;

function updateOne(change: TermChange, { project, output }: Common): Promise<void> {
  return withBackend(async ({ ask }) => {
    const result = await ask('updateTerm', { project, term: change });
    const outcome = result?.status === 'updated' && result.modified === 0 ? 'unchanged' : result?.status;
    const document = { id: change.id, outcome: outcome ?? 'error', error: result?.error ?? null };
    createTerminal(output === 'json').data(document, updatedText);
    process.exitCode = result?.status === 'updated' ? exitCode.done : exitCode.service;
  });
}

function updatedText({ id, outcome, error }: { id: string; outcome: string; error: string | null }): string {
  switch (outcome) {
    case 'updated':
      return `Term ${id} is updated.`;
    case 'unchanged':
      return `Term ${id} is unchanged: it already had these values.`;
    case 'not_found':
      return `There is no term ${id} in the termbase. Nothing was changed. ${SEE_IDS}`;
    case 'invalid_id':
      return `"${id}" is not the id of a term. Nothing was changed. ${SEE_IDS}`;
    default:
      return `The service did not change term ${id}: ${sentence(error ?? outcome)} ${SEE_IDS}`;
  }
}

const SEE_IDS = '"locrelease termbase list" shows the terms with their ids.';

function addDelete(termbase: Command): void {
  shared(termbase.command('delete <terms...>'), 'Delete terms by their ids. This cannot be undone.')
    .addHelpText('after', '\nExample:\n  locrelease termbase delete 65f0c1 65f0c2')
    .action((ids: string[], options: Common) =>
      withBackend(async ({ ask }) => {
        const { project } = options;
        const terminal = createTerminal(options.output === 'json');
        for (const id of ids) {
          await ask('deleteTerm', { project, id });
          // Told one by one: where a later one is refused, it is known which are gone.
          terminal.say(`${id} is deleted.`);
        }
        terminal.data({ deleted: ids }, () => `Deleted ${counted(ids.length, 'term')}.`);
      }),
    );
}

function shared(command: Command, description: string, formats?: typeof TABLE_FORMATS): Command {
  return command.description(description).addOption(projectOption()).addOption(outputOption(formats));
}

function changeOf({
  term: content,
  category,
  pic,
  translation: translations,
}: UpdateOptions): Omit<TermChange, 'id'> {
  return {
    ...(content !== undefined && { content }),
    ...(category !== undefined && { category }),
    ...(pic !== undefined && { pic }),
    ...(translations !== undefined && { translations }),
  };
}
