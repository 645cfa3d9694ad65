import type { Command } from 'commander';
import { BadRequest } from '../client/errors';
import { releaseId } from '../domain/identity';
import { named } from '../client/release-name';
import { TERMS_PER_MESSAGE } from '../protocol/message-schemas';
import { overwriting } from '../domain/termbase-conflicts';
import { yesOption } from './ask';
import { asOption, outputOption, TABLE_FORMATS } from './command-options';
import { counted } from '../domain/counted';
import { partText } from '../domain/term-sheet';
import { KnownTerms, overwriteCount, readTerms, termIds as idsOf } from './known-terms';
import type { TableOptions } from './table';
import { EDIT_TERM, editing, editOf, type EditOptions } from './term-edit';
import { termTable } from './term-tables';
import { addTermsApply } from './terms-apply';
import { ANY, confirmTerms, type ConfirmOptions } from './terms-confirm';
import { createTerminal, say as note } from './terminal';
import { withBackend } from './with-backend';

interface Common {
  as?: string;
  output: string;
}

export function define(terms: Command): void {
  shared(
    terms.command('list <id>'),
    'List the terms as the service has them now, with their context and what the termbase has under their texts.',
    TABLE_FORMATS,
  )
    .addOption(termTable.columnsOption())
    .addOption(termTable.sortOption())
    .addHelpText('after', listHelp)
    .action((given: string, options: Common & TableOptions) =>
      withBackend(async ({ ask }) => {
        const id = releaseId(named(given));
        const { sheet, terms } = await readTerms(ask, id);
        const { digest, matches, unread } = sheet;
        const document = { id, digest, matches, ...(unread === undefined ? {} : { unread }), terms };
        const { languages, comingLanguages } = await ask('status', { id });
        termTable.show(document, options, {
          languages: [...languages, ...comingLanguages],
          lines: ['', `Digest: ${digest}`],
        });
        const part = partText(sheet);
        if (part !== null) note(part);
        const overwritten = overwriting(terms);
        if (overwritten.length > 0) note(`A confirmation would overwrite ${overwriteCount(overwritten)}.`);
      }, options),
    );

  editing(shared(terms.command('edit <id> <term>'), EDIT_TERM))
    .addHelpText('after', editHelp)
    .action((given: string, name: string, options: Common & EditOptions) =>
      withBackend(async ({ ask }) => {
        const id = releaseId(named(given));
        const edit = editOf(options);
        const known = await KnownTerms.read(ask, id, [name]);
        const termIds = known.ids([name]);
        known.mustHaveLanguages(edit, termIds);
        if (!(await known.agreesToCategory(edit))) throw new BadRequest('Nothing was changed.');
        const answer = await ask('editTerms', { id, termIds, edit });
        const [termId = name] = termIds;
        say(options, { id, termId, ...answer }, `${termId} is changed.`);
      }, options),
    );

  addTermsApply(terms);

  shared(
    terms.command('keep-termbase <id> [terms...]'),
    'Change terms to what the termbase has under their texts: those named, or all that would overwrite it.',
  )
    .addHelpText('after', '\nExample:\n  locrelease terms keep-termbase game-2.4.0')
    .action((given: string, names: string[], options: Common) =>
      withBackend(async ({ ask }) => {
        const id = releaseId(named(given));
        const { terms: all } = await ask('matchTermbase', { id });
        const wanted = new Set(overwriting(all).map((term) => term.id));
        const chosen = idsOf(names, all, `terms list ${id}`).filter((one) => wanted.has(one));
        const termIds = names.length === 0 ? [...wanted] : chosen;
        for (let done = 0; done < termIds.length; done += TERMS_PER_MESSAGE) {
          const some = termIds.slice(done, done + TERMS_PER_MESSAGE);
          await ask('keepTermbase', { id, termIds: some });
        }
        const words =
          termIds.length === 0
            ? 'No term would overwrite the termbase.'
            : `${counted(termIds.length, 'term')} set to what the termbase has.`;
        say(options, { id, termIds }, words);
      }, options),
    );

  shared(
    terms.command('delete <id> <terms...>'),
    'Mark terms, by their ids or texts, to be deleted when the terms are confirmed.',
  )
    .option('--now', 'Delete them at the service now. They cannot be restored.')
    .addHelpText('after', deleteHelp)
    .action((given: string, names: string[], options: Common & { now?: true }) =>
      withBackend(async ({ ask }) => {
        const id = releaseId(named(given));
        const termIds = (await KnownTerms.read(ask, id, names)).ids(names);
        if (options.now === true) {
          const answer = await ask('deleteTerms', { id, termIds });
          say(options, { id, ...answer }, `Deleted. ${counted(answer.total, 'term')} left.`);
        } else {
          const answer = await ask('markTerms', { id, termIds, removed: true });
          say(
            options,
            { id, ...answer },
            `${answer.removed} of ${counted(answer.total, 'term')} will be deleted at the confirmation.`,
          );
          note(
            'Until then "locrelease terms restore" brings them back. With --now they are deleted for good.',
          );
        }
      }, options),
    );

  shared(
    terms.command('restore <id> <terms...>'),
    'Restore terms that are marked to be deleted, by their ids or texts.',
  )
    .addHelpText('after', '\nExample:\n  locrelease terms restore game-2.4.0 term_1')
    .action((given: string, names: string[], options: Common) =>
      withBackend(async ({ ask }) => {
        const id = releaseId(named(given));
        const termIds = (await KnownTerms.read(ask, id, names)).ids(names);
        const answer = await ask('markTerms', { id, termIds, removed: false });
        say(
          options,
          { id, ...answer },
          `Restored. ${answer.removed} of ${counted(answer.total, 'term')} will be deleted at the confirmation.`,
        );
      }, options),
    );

  shared(terms.command('confirm <id>'), 'Confirm the terms. The translation then starts.')
    .option('--comment <text>', 'Comment, kept with the decision.')
    .option(
      '--digest <digest>',
      'Digest that "locrelease terms list" printed. Refused if the list, or what is marked to be deleted, has changed since.',
    )
    .option(
      '--overwrite <shown>',
      `Overwrite the entries of the termbase that you were shown. Without it and without a terminal, the command says what to give here; "${ANY}" overwrites whatever is there.`,
    )
    .addOption(yesOption())
    .addHelpText('after', confirmHelp)
    .action((given: string, options: Common & ConfirmOptions) =>
      withBackend(async ({ ask }) => {
        const id = releaseId(named(given));
        const { outcome } = await confirmTerms(ask, id, options);
        say(
          options,
          { id, outcome },
          `The terms of ${id} ${outcome === 'confirmed' ? 'are' : 'were already'} confirmed.`,
        );
      }, options),
    );

  shared(
    terms.command('comment <id> <term> <text>'),
    'Comment on a term, by its id or its text. The comment is kept with the decisions of the release.',
  )
    .addHelpText(
      'after',
      '\nExample:\n  locrelease terms comment game-2.4.0 "Elder Mira" "a name, not a title"',
    )
    .action((given: string, name: string, comment: string, options: Common) =>
      withBackend(async ({ ask }) => {
        const id = releaseId(named(given));
        const [termId = name] = (await KnownTerms.read(ask, id, [name])).ids([name]);
        const { outcome } = await ask('commentTerm', { id, termId, comment });
        say(options, { id, termId, outcome }, `The comment on ${termId} is kept.`);
      }, options),
    );

  shared(terms.command('reject <id>'), 'Reject the terms. The release ends.')
    .requiredOption('--reason <text>', 'Reason, shown to the person who started the release.')
    .addHelpText('after', '\nExample:\n  locrelease terms reject game-2.4.0 --reason "names are not final"')
    .action((given: string, options: Common & { reason: string }) =>
      withBackend(async ({ ask }) => {
        const id = releaseId(named(given));
        const { outcome } = await ask('rejectTerms', { id, reason: options.reason });
        say(options, { id, outcome }, `The terms of ${id} are rejected. The release ends.`);
      }, options),
    );
}

const listHelp = `
"termbase" says what the termbase has under the text of a term: nothing (new), an entry, or one that a confirmation
would overwrite. "-o csv" writes a file for "locrelease terms apply".

Examples:
  locrelease terms list game-2.4.0
  locrelease terms list game-2.4.0 --columns id,term,context --sort -score
  locrelease terms list game-2.4.0 -o csv > terms.csv`;

const editHelp = `
Translations can be in the languages of the release only.

Examples:
  locrelease terms edit game-2.4.0 term_1 --category Character --translation ja=ミラ
  locrelease terms edit game-2.4.0 "Elder Mira" --note "a name, not a title"`;

const confirmHelp = `
Shows what is kept, edited and deleted, and what is overwritten or added in the termbase. On a terminal the command then
asks. In a script it goes on, unless entries of the termbase would be overwritten that --overwrite does not name.

Examples:
  locrelease terms confirm game-2.4.0 --as olga
  locrelease terms confirm game-2.4.0 --digest 5f0c…`;

const deleteHelp = `
Until the confirmation, "locrelease terms restore" brings them back.

Examples:
  locrelease terms delete game-2.4.0 term_1 "Crystal Keep"
  locrelease terms delete game-2.4.0 term_1 --now`;

function shared(command: Command, description: string, formats?: typeof TABLE_FORMATS): Command {
  return command.description(description).addOption(asOption()).addOption(outputOption(formats));
}

function say(options: Common, document: unknown, text: string): void {
  createTerminal(options.output === 'json').data(document, () => text);
}
