import type { Command } from 'commander';
import { BadRequest, ServiceFailed } from '../../client/errors';
import { counted } from '../../domain/text/counted';
import { sentence } from '../../domain/text/sentence';
import type { TermUpdateResult } from '../../localization/replies';
import type { Ask } from '../../operations/backend';
import { readTermChanges } from '../../source/read-terms';
import { add, given } from '../command';
import {
  clearEmptyOption,
  limitOption,
  projectOption,
  text,
  timeoutOption,
  translationOption,
  yesOption,
} from '../command-options';
import { deletionOf, mustAgree } from '../terminal/ask';
import { termIds } from './known-terms';
import { termbaseTable } from './term-tables';
import { addTermbaseChanges } from './termbase-changes';
import { addTermbaseUpload, changeOptions, sendTerms } from './termbase-upload';

export function termbase(parent: Command): void {
  add(parent, 'list', {
    description: 'List the entries, latest change first.',
    options: {
      project: projectOption,
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
        terminal.info(`There may be more than these ${query.limit}: raise --limit to see them.`);
    },
  });
  addTermbaseUpload(parent);
  add(parent, 'update [term]', {
    description:
      'Change one term by its id or its text, or many with --file. Fields that you leave out do not change.',
    options: {
      ...changeOptions,
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
    run: async (at, { file, clearEmpty, timeout, ...options }, name?: string) => {
      const { project, reason, term: content, translation: translations, ...same } = options;
      const change = { ...same, ...given({ content, translations }) };
      const isEmpty = Object.keys(change).length === 0;
      if (name === undefined && file !== undefined && isEmpty) {
        const terms = await readTermChanges(file, given({ clearEmpty }));
        return sendTerms(at, { mode: 'update', project, reason, terms }, timeout);
      }
      if (name === undefined || file !== undefined || isEmpty)
        throw new BadRequest(
          'Name a term and at least one field to change, or only --file. Nothing was changed.',
        );
      const [id = name] = await entryIds(at.ask, project, [name]);
      const result = await at.ask('updateTerm', { project, term: { id, ...change }, reason });
      if (result?.status !== 'updated') throw new ServiceFailed(notUpdatedText(id, result));
      const outcome = result.modified === 0 ? 'unchanged' : 'updated';
      at.terminal.data({ id, outcome }, () =>
        outcome === 'updated'
          ? `Term ${id} is updated.`
          : `Term ${id} is unchanged: it already had these values.`,
      );
    },
  });
  add(parent, 'delete <terms...>', {
    description: 'Delete terms by their ids or texts. This cannot be undone.',
    options: { ...changeOptions, yes: yesOption },
    examples: ['termbase delete 65f0c1 65f0c2 --reason "duplicates"'],
    run: async ({ ask, terminal }, { yes, ...change }, names: string[]) => {
      const ids = await entryIds(ask, change.project, names);
      await mustAgree(deletionOf(ids), 'Nothing was deleted.', yes);
      for (const id of ids) {
        await ask('deleteTerm', { ...change, id });
        // Each deletion is printed at once, so that a later refusal leaves no question which terms are gone.
        terminal.info(`${id} is deleted.`);
      }
      terminal.data({ deleted: ids }, () => `Deleted ${counted(ids.length, 'term')}.`);
    },
  });
  addTermbaseChanges(parent);
}

async function entryIds(ask: Ask, project: string, names: readonly string[]): Promise<string[]> {
  const entries = await ask('termbase', { project });
  const terms = entries.map(({ id, content: term }) => ({ id, term }));
  return termIds(names, terms, 'termbase list', 'termbase');
}

function notUpdatedText(id: string, result: TermUpdateResult | null): string {
  const why = result?.error ?? result?.status ?? 'it does not say why';
  return `The service did not change term ${id}: ${sentence(why)} "locrelease termbase list" shows the terms with their ids.`;
}
