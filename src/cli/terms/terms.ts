/** The review of a release's terms. A file of decisions is shown first, then sent as the same messages as single ones. */
import type { Command } from 'commander';
import {
  applyDecisions,
  planDecisions,
  type PlannedDecision,
  type Review,
} from '../../client/glossary/term-decisions';
import { exitCode } from '../../domain/exit-code';
import { counted } from '../../domain/text/counted';
import type { ShownChange } from '../../domain/review/term-changes';
import { partText } from '../../domain/review/term-sheet';
import { overwriting } from '../../domain/review/termbase-conflicts';
import { TERMS_PER_MESSAGE } from '../../protocol/message-schemas';
import type { Ask } from '../../operations/backend';
import { InputError } from '../../source/input-error';
import { readTermDecisions } from '../../source/read-terms';
import { add } from '../command';
import { deletionOf, mustAgree } from '../terminal/ask';
import { asOption, dryRunOption, flag, noteOption, required, text, yesOption } from '../command-options';
import {
  categoryWarning,
  EDIT_TERM,
  editOf,
  editOptions,
  languageFault,
  mustAgreeToCategory,
  mustHaveLanguages,
  namedTerms,
  overwriteCount,
  readTerms,
  termIds as idsOf,
} from './known-terms';
import { changesText, termTable } from './term-tables';
import type { Terminal } from '../terminal/terminal';
import { ANY, confirmAfterShowing } from './terms-confirm';

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
      const known = await namedTerms(ask, id, [name]);
      const { terms, termIds } = known;
      mustHaveLanguages(edit, known);
      if (terms !== null) await mustAgreeToCategory(terms, edit.category);
      const result = await ask('editTerms', { id, termIds, edit });
      const [termId = name] = termIds;
      terminal.data({ id, termId, ...result }, () => `${termId} is changed.`);
    },
  });
  add(parent, 'apply <id> <file>', {
    description: 'Make the decisions of a file. Shows the changes first.',
    options: { ...by, yes: yesOption, dryRun: dryRunOption },
    kept: 'Nothing was changed.',
    help: applyHelp,
    examples: ['terms apply game-2.4.0 terms.csv --dry-run'],
    run: async ({ ask, terminal }, { yes, dryRun = false }, id: string, file: string) => {
      const decisions = await readTermDecisions(file);
      const { terms } = await readTerms(ask, id);
      const status = await ask('status', { id });
      const { planned, settled, faults } = planDecisions(decisions, terms, (language) =>
        languageFault(status, language),
      );
      if (faults.length > 0) {
        terminal.info('Nothing was changed. Correct the file, and apply it again:');
        throw new InputError(faults.map((fault) => ({ file, ...fault })));
      }
      const categories = planned.flatMap(({ act }) => (act.kind === 'edit' ? (act.edit.category ?? []) : []));
      for (const category of new Set(categories)) {
        const warning = categoryWarning(terms, category);
        if (warning !== null) terminal.warn(warning);
      }
      const changes = planned.flatMap((decision) => decision.changes);
      const document = { id, changes, settled, dryRun };
      if (planned.length === 0 || dryRun) {
        terminal.data({ ...document, applied: 0 }, (shown) => planText(shown.changes, settled));
        return;
      }
      terminal.info(planText(changes, settled));
      await mustAgree(`Change ${counted(planned.length, 'term')}?`, 'Nothing was changed.', yes);
      const applied = await apply(ask, terminal, { id, planned });
      terminal.data({ ...document, applied }, () => appliedText(applied, planned.length));
    },
  });
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
      const { termIds } = await namedTerms(ask, id, names);
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
      const { termIds } = await namedTerms(ask, id, names);
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
      const { outcome } = await confirmAfterShowing(ask, id, options);
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
      const { termIds } = await namedTerms(ask, id, [name]);
      const [termId = name] = termIds;
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

const applyHelp = `The file is what "locrelease terms list ID -o csv" or "-o json" writes, with your changes: a table, or a list in JSON
or YAML. A table can have commas, semicolons or tabs, in UTF-8 or as Excel's Unicode text. Each row has the id of a term (or its text), and can have decision, term, category, score, note and
translations (in a table one column each, for example translations.ja). An empty cell changes nothing. An
apostrophe before =, +, - or @ keeps a spreadsheet from running the cell, and is not part of the text. decision is one of:
  (empty), edit   change what differs
  keep            leave the term as it is; a mark to delete it is taken back
  delete          delete the term at the confirmation
  keep-termbase   take over what the termbase has
Everything is checked first, and nothing is changed if a row is wrong. Changes that are already made
are skipped, so you can run the same command again after an interruption.`;

function planText(changes: readonly ShownChange[], settled: number): string {
  const rest = settled === 0 ? [] : [`${counted(settled, 'term')} already as the file wants.`];
  return changes.length === 0
    ? ['Nothing to do.', ...rest].join(' ')
    : [...changesText(changes, { most: Infinity }), ...rest].join('\n');
}

/** Returns the number of finished terms. The first Ctrl-C stops after the current message, a second one at once. */
async function apply(
  ask: Ask,
  terminal: Terminal,
  decisions: { id: string; planned: readonly PlannedDecision[] },
): Promise<number> {
  const { length: all } = decisions.planned;
  let done = 0;
  let isStopped = false;
  const stop = (): void => void (isStopped = true);
  process.once('SIGINT', stop);
  try {
    const review: Review = {
      editTerms: (message) => ask('editTerms', message),
      keepTermbase: (message) => ask('keepTermbase', message),
      markTerms: (message) => ask('markTerms', message),
    };
    await applyDecisions(review, decisions, (sent) => {
      done = sent;
      return !isStopped;
    });
  } catch (error) {
    terminal.info(appliedText(done, all));
    throw error;
  } finally {
    process.off('SIGINT', stop);
  }
  if (done < all) process.exitCode = exitCode.refusedByPerson;
  return done;
}

function appliedText(done: number, all: number): string {
  return done === all
    ? `${counted(all, 'term')} changed.`
    : `${done} of ${counted(all, 'term')} changed. Run the same command again for the rest.`;
}
