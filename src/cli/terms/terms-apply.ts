/** Applies a file of term decisions: they are shown first, then sent as the same messages as single ones. */
import type { Command } from 'commander';
import {
  applyDecisions,
  planDecisions,
  type PlannedDecision,
  type Review,
} from '../../client/glossary/term-decisions';
import { counted } from '../../domain/text/counted';
import { exitCode } from '../../domain/exit-code';
import type { ShownChange } from '../../domain/review/term-changes';
import type { Ask } from '../../operations/backend';
import { InputError } from '../../source/input-error';
import { readTermDecisions } from '../../source/read-terms';
import { mustAgree } from '../terminal/ask';
import { add } from '../command';
import { asOption, dryRunOption, yesOption } from '../command-options';
import { categoryWarning, languageFault, readTerms } from './known-terms';
import { changesText } from './term-tables';
import type { Terminal } from '../terminal/terminal';

const help = `The file is what "locrelease terms list ID -o csv" or "-o json" writes, with your changes: a table, or a list in JSON
or YAML. A table can have commas, semicolons or tabs, in UTF-8 or as Excel's Unicode text. Each row has the id of a term (or its text), and can have decision, term, category, score, note and
translations (in a table one column each, for example translations.ja). An empty cell changes nothing. An
apostrophe before =, +, - or @ keeps a spreadsheet from running the cell, and is not part of the text. decision is one of:
  (empty), edit   change what differs
  keep            leave the term as it is; a mark to delete it is taken back
  delete          delete the term at the confirmation
  keep-termbase   take over what the termbase has
Everything is checked first, and nothing is changed if a row is wrong. Changes that are already made
are skipped, so you can run the same command again after an interruption.`;

export function addTermsApply(terms: Command): void {
  add(terms, 'apply <id> <file>', {
    description: 'Make the decisions of a file. Shows the changes first.',
    options: {
      yes: yesOption,
      dryRun: dryRunOption,
      as: asOption,
    },
    kept: 'Nothing was changed.',
    help,
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
}

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
