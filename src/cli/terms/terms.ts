import type { Command } from 'commander';
import { BadRequest } from '../../client/errors';
import { counted } from '../../domain/text/counted';
import { partText } from '../../domain/review/term-sheet';
import { overwriting } from '../../domain/review/term-changes';
import { TERMS_PER_MESSAGE } from '../../protocol/message-schemas';
import { add } from '../command';
import { deletionOf, mustAgree } from '../terminal/ask';
import { asOption, flag, noteOption, required, text, yesOption } from '../command-options';
import {
  EDIT_TERM,
  editOf,
  editOptions,
  KnownTerms,
  overwriteCount,
  readTerms,
  termIds as idsOf,
} from './known-terms';
import { termTable } from './term-tables';
import { addTermsApply } from './terms-apply';
import { ANY, confirmTerms } from './terms-confirm';

const by = { as: asOption };

export function terms(parent: Command): void {
  add(parent, 'list <id>', {
    description:
      'List the terms as the service has them now, with their context and what the termbase has under their texts.',
    options: { ...by, ...termTable.options },
    help: listHelp,
    examples: [
      'terms list game-2.4.0',
      'terms list game-2.4.0 --columns id,term,context --sort -score',
      'terms list game-2.4.0 -o csv > terms.csv',
    ],
    run: async ({ ask, terminal }, options, id: string) => {
      const { sheet, terms } = await readTerms(ask, id);
      const { digest, matches, unread } = sheet;
      const document = { id, digest, matches, ...(unread === undefined ? {} : { unread }), terms };
      const { languages, comingLanguages } = await ask('status', { id });
      termTable.show(terminal, document, options, {
        languages: [...languages, ...comingLanguages],
        lines: ['', `Digest: ${digest}`],
      });
      const part = partText(sheet);
      if (part !== null) terminal.info(part);
      const overwritten = overwriting(terms);
      if (overwritten.length > 0)
        terminal.info(`A confirmation would overwrite ${overwriteCount(overwritten)}.`);
    },
  });
  add(parent, 'edit <id> <term>', {
    description: EDIT_TERM,
    options: { ...by, ...editOptions },
    help: 'Translations can be in the languages of the release only.',
    examples: [
      'terms edit game-2.4.0 term_1 --category Character --translation ja=ミラ',
      'terms edit game-2.4.0 "Elder Mira" --note "a name, not a title"',
    ],
    run: async ({ ask, terminal }, options, id: string, name: string) => {
      const edit = editOf(options);
      const known = await KnownTerms.read(ask, id, [name]);
      const termIds = known.ids([name]);
      known.mustHaveLanguages(edit, termIds);
      if (!(await known.agreesToCategory(edit))) throw new BadRequest('Nothing was changed.');
      const result = await ask('editTerms', { id, termIds, edit });
      const [termId = name] = termIds;
      terminal.data({ id, termId, ...result }, () => `${termId} is changed.`);
    },
  });
  addTermsApply(parent);
  add(parent, 'keep-termbase <id> [terms...]', {
    description:
      'Change terms to what the termbase has under their texts: those named, or all that would overwrite it.',
    options: by,
    examples: ['terms keep-termbase game-2.4.0'],
    run: async ({ ask, terminal }, _options, id: string, names: string[]) => {
      const { terms: all } = await ask('matchTermbase', { id });
      const wanted = new Set(overwriting(all).map((term) => term.id));
      const chosen = idsOf(names, all, `terms list ${id}`).filter((one) => wanted.has(one));
      const termIds = names.length === 0 ? [...wanted] : chosen;
      for (let done = 0; done < termIds.length; done += TERMS_PER_MESSAGE)
        await ask('keepTermbase', { id, termIds: termIds.slice(done, done + TERMS_PER_MESSAGE) });
      terminal.data({ id, termIds }, () =>
        termIds.length === 0
          ? 'No term would overwrite the termbase.'
          : `${counted(termIds.length, 'term')} set to what the termbase has.`,
      );
    },
  });
  add(parent, 'delete <id> <terms...>', {
    description: 'Mark terms, by their ids or texts, to be deleted when the terms are confirmed.',
    options: {
      ...by,
      now: flag('Delete them at the service now. They cannot be restored.'),
      yes: yesOption,
    },
    help: 'Until the confirmation, "locrelease terms restore" brings them back.',
    examples: ['terms delete game-2.4.0 term_1 "Crystal Keep"', 'terms delete game-2.4.0 term_1 --now'],
    run: async ({ ask, terminal }, { now, yes }, id: string, names: string[]) => {
      const termIds = (await KnownTerms.read(ask, id, names)).ids(names);
      if (now) {
        await mustAgree(deletionOf(termIds), 'Nothing was deleted.', yes);
        const result = await ask('deleteTerms', { id, termIds });
        terminal.data({ id, ...result }, ({ total }) => `Deleted. ${counted(total, 'term')} left.`);
        return;
      }
      const result = await ask('markTerms', { id, termIds, removed: true });
      terminal.data({ id, ...result }, markedText);
      terminal.info(
        'Until then "locrelease terms restore" brings them back. With --now they are deleted for good.',
      );
    },
  });
  add(parent, 'restore <id> <terms...>', {
    description: 'Restore terms that are marked to be deleted, by their ids or texts.',
    options: by,
    examples: ['terms restore game-2.4.0 term_1'],
    run: async ({ ask, terminal }, _options, id: string, names: string[]) => {
      const termIds = (await KnownTerms.read(ask, id, names)).ids(names);
      const result = await ask('markTerms', { id, termIds, removed: false });
      terminal.data({ id, ...result }, (shown) => `Restored. ${markedText(shown)}`);
    },
  });
  add(parent, 'confirm <id>', {
    description: 'Confirm the terms. The translation then starts.',
    options: {
      ...by,
      comment: noteOption('Comment, kept with the decision.'),
      digest: text(
        '<digest>',
        'Digest that "locrelease terms list" printed. Refused if the list, or what is marked to be deleted, has changed since.',
      ),
      overwrite: text(
        '<shown>',
        `Overwrite the entries of the termbase that you were shown. Without it and without a terminal, the command says what to give here; "${ANY}" overwrites whatever is there.`,
      ),
      yes: yesOption,
    },
    help: confirmHelp,
    examples: ['terms confirm game-2.4.0 --as olga', 'terms confirm game-2.4.0 --digest 5f0c…'],
    run: async ({ ask, terminal }, options, id: string) => {
      const { outcome } = await confirmTerms(ask, id, options);
      const words = outcome === 'confirmed' ? 'are' : 'were already';
      terminal.data({ id, outcome }, () => `The terms of ${id} ${words} confirmed.`);
    },
  });
  add(parent, 'comment <id> <term> <text>', {
    description:
      'Comment on a term, by its id or its text. The comment is kept with the decisions of the release.',
    options: by,
    examples: ['terms comment game-2.4.0 "Elder Mira" "a name, not a title"'],
    run: async ({ ask, terminal }, _options, id: string, name: string, comment: string) => {
      const [termId = name] = (await KnownTerms.read(ask, id, [name])).ids([name]);
      const { outcome } = await ask('commentTerm', { id, termId, comment });
      terminal.data({ id, termId, outcome }, () => `The comment on ${termId} is kept.`);
    },
  });
  add(parent, 'reject <id>', {
    description: 'Reject the terms. The release ends.',
    options: {
      ...by,
      reason: required(text('<text>', 'Reason, shown to the person who started the release.')),
    },
    examples: ['terms reject game-2.4.0 --reason "names are not final"'],
    run: async ({ ask, terminal }, { reason }, id: string) => {
      const { outcome } = await ask('rejectTerms', { id, reason });
      terminal.data({ id, outcome }, () => `The terms of ${id} are rejected. The release ends.`);
    },
  });
}

const markedText = ({ removed, total }: { removed: number; total: number }): string =>
  `${removed} of ${counted(total, 'term')} will be deleted at the confirmation.`;

const listHelp = `"termbase" says what the termbase has under the text of a term: nothing (new), an entry, or one that a confirmation
would overwrite. "-o csv" writes a file for "locrelease terms apply".`;

const confirmHelp = `Shows what is kept, edited and deleted, and what is overwritten or added in the termbase. On a terminal the command then
asks. In a script it goes on, unless entries of the termbase would be overwritten that --overwrite does not name.`;
