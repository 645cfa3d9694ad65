/** The termbase of a project. */
import type { Command } from 'commander';
import type { TermbaseTerm } from '../localization/replies';
import { BadRequest } from '../client/errors';
import { readTermChanges } from '../source/read-terms';
import {
  clearEmptyOption,
  limitOption,
  outputOption,
  projectOption,
  timeoutOption,
  translationOption,
} from './command-options';
import { counted } from '../domain/counted';
import { sentence } from '../domain/sentence';
import { exitCode } from '../domain/exit-code';
import { addTermbaseChanges, addTermbaseRevert } from './termbase-changes';
import { addTermbaseUpload, sendTerms } from './termbase-upload';
import { Table, type TableOptions } from './table';
import { createTerminal } from './terminal';
import { translationsText } from './translations-text';
import { withBackend } from './with-backend';

interface Common {
  project: string;
  output: string;
}

interface QueryOptions extends Common, TableOptions {
  keyword?: string;
  category?: string;
  limit: number;
}

interface UpdateOptions extends Common {
  content?: string;
  category?: string;
  pic?: string;
  translation?: Record<string, string>;
  file?: string;
  clearEmpty?: true;
  timeout?: number;
}

type Change = Pick<UpdateOptions, 'content' | 'category' | 'pic'> & {
  translations?: Record<string, string>;
};

export function define(termbase: Command): void {
  addQuery(termbase);
  addTermbaseUpload(termbase);
  addUpdate(termbase);
  addDelete(termbase);
  addTermbaseChanges(termbase);
  addTermbaseRevert(termbase);
}

function addQuery(termbase: Command): void {
  shared(termbase.command('query'), 'List terms, latest change first.')
    .option('--keyword <text>', 'Only terms that contain this text, in upper or lower case.')
    .option('--category <name>', 'Only terms of this category.')
    .addOption(limitOption())
    .addOption(table.columnsOption())
    .addOption(table.sortOption())
    .addHelpText('after', '\nExample:\n  locrelease termbase query --keyword mira -o json')
    .action(({ project, keyword, category, limit, output, ...shown }: QueryOptions) =>
      withBackend(async ({ ask }) => {
        const query = {
          ...(keyword !== undefined && { keyword }),
          ...(category !== undefined && { category }),
        };
        const terms = await ask('termbase', { project, ...query, limit });
        createTerminal(output === 'json').data({ terms: table.sorted(terms, shown) }, ({ terms }) =>
          terms.length === 0 ? 'No terms.' : table.text(terms, shown),
        );
      }),
    );
}

function addUpdate(termbase: Command): void {
  shared(
    termbase.command('update [term]'),
    'Change one term by its id, or many with --file. Fields that you leave out do not change.',
  )
    .option('--content <text>', 'New text in the source language.')
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

function updateOne(change: Change & { id: string }, { project, output }: Common): Promise<void> {
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

const SEE_IDS = '"locrelease termbase query" shows the terms with their ids.';

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

function shared(command: Command, description: string): Command {
  return command.description(description).addOption(projectOption()).addOption(outputOption());
}

function changeOf({ content, category, pic, translation: translations }: UpdateOptions): Change {
  return {
    ...(content !== undefined && { content }),
    ...(category !== undefined && { category }),
    ...(pic !== undefined && { pic }),
    ...(translations !== undefined && { translations }),
  };
}

const table = new Table<TermbaseTerm>([
  { name: 'id', text: ({ id }) => id },
  { name: 'content', text: ({ content }) => content, flexible: true },
  { name: 'category', text: ({ category }) => category, flexible: true },
  { name: 'translations', text: ({ translations }) => translationsText(translations), flexible: true },
]);
