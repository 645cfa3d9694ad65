/** The termbase of a project. */
import type { Command } from 'commander';
import { BadRequest } from '../../client/errors';
import { counted } from '../../domain/text/counted';
import { exitCode } from '../../domain/exit-code';
import { sentence } from '../../domain/text/sentence';
import { readTermChanges } from '../../source/read-terms';
import { add, given } from '../command';
import {
  asOption,
  clearEmptyOption,
  limitOption,
  noteOption,
  projectOption,
  text,
  timeoutOption,
  translationOption,
  yesOption,
} from '../command-options';
import { deletionOf, mustAgree } from '../terminal/ask';
import { termbaseTable } from './term-tables';
import { addTermbaseChanges } from './termbase-changes';
import { addTermbaseUpload, sendTerms } from './termbase-upload';

const project = { project: projectOption };
const noted = {
  reason: noteOption('Reason, kept with the change. "locrelease termbase changes" shows it.'),
  as: asOption,
};

export function termbase(parent: Command): void {
  add(parent, 'list', {
    description: 'List the entries, latest change first.',
    options: {
      ...project,
      keyword: text('<text>', 'Only entries that contain this text, in upper or lower case.'),
      category: text('<name>', 'Only entries of this category.'),
      limit: limitOption,
      ...termbaseTable.options,
    },
    help: '"-o csv" writes a file for "locrelease termbase upload", with the same columns as "locrelease terms list -o csv".',
    examples: ['termbase list --keyword mira', 'termbase list -o csv > termbase.csv'],
    run: async ({ ask, terminal }, { columns, sort, ...query }) => {
      const entries = await ask('termbase', query);
      const terms = entries.map(({ content: term, ...entry }) => ({ ...entry, term }));
      termbaseTable.show(terminal, { terms }, given({ columns, sort }));
      if (terms.length === query.limit)
        terminal.say(`There may be more than these ${query.limit}: raise --limit to see them.`);
    },
  });
  addTermbaseUpload(parent, { ...project, ...noted });
  add(parent, 'update [term]', {
    description: 'Change one term by its id, or many with --file. Fields that you leave out do not change.',
    options: {
      ...project,
      ...noted,
      term: text('<text>', 'New text in the source language.'),
      category: text('<name>', 'New category.'),
      pic: text('<url>', 'Address of the image.'),
      translation: translationOption,
      file: text(
        '<file>',
        'Changes to many terms: a list in JSON or YAML, or a table in CSV, each with its id.',
      ),
      clearEmpty: clearEmptyOption,
      timeout: timeoutOption('the update'),
    },
    kept: 'Nothing was changed.',
    examples: ['termbase update 65f0c1 --translation ja=ミラ', 'termbase update --file changes.csv'],
    run: async (at, { file, clearEmpty, timeout, ...options }, id?: string) => {
      const { project, reason, term: content, translation: translations, ...same } = options;
      const change = { ...same, ...given({ content, translations }) };
      const isEmpty = Object.keys(change).length === 0;
      if (id === undefined && file !== undefined && isEmpty) {
        const terms = await readTermChanges(file, given({ clearEmpty }));
        return sendTerms(at, { mode: 'update', project, reason, terms }, timeout);
      }
      if (id === undefined || file !== undefined || isEmpty)
        throw new BadRequest(
          'Name a term and at least one field to change, or only --file. Nothing was changed.',
        );
      const result = await at.ask('updateTerm', { project, term: { id, ...change }, reason });
      const outcome = result?.status === 'updated' && result.modified === 0 ? 'unchanged' : result?.status;
      const document = { id, outcome: outcome ?? 'error', error: result?.error ?? null };
      at.terminal.data(document, updatedText);
      process.exitCode = result?.status === 'updated' ? exitCode.done : exitCode.service;
    },
  });
  add(parent, 'delete <terms...>', {
    description: 'Delete terms by their ids. This cannot be undone.',
    options: { ...project, ...noted, yes: yesOption },
    examples: ['termbase delete 65f0c1 65f0c2 --reason "duplicates"'],
    run: async ({ ask, terminal }, { yes, ...said }, ids: string[]) => {
      await mustAgree(deletionOf(ids), 'Nothing was deleted.', yes);
      for (const id of ids) {
        await ask('deleteTerm', { ...said, id });
        // Told one by one: where a later one is refused, it is known which are gone.
        terminal.say(`${id} is deleted.`);
      }
      terminal.data({ deleted: ids }, () => `Deleted ${counted(ids.length, 'term')}.`);
    },
  });
  addTermbaseChanges(parent, project);
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
