import { InvalidArgumentError, Option, type Command } from 'commander';
import type { SheetTerm } from '../domain/term-sheet';
import { BadRequest, Refused } from '../client/errors';
import { releaseId } from '../domain/identity';
import { named } from '../client/release-client';
import { readSheet } from '../store/stored-term-sheet';
import { TERMS_PER_MESSAGE, type TermEdit } from '../protocol/message-schemas';
import { asOption, outputOption, translationOption } from './command-options';
import { counted } from '../domain/counted';
import { ANY, compareTerms, conflictWords, overwriteCount, shownComparison } from './termbase-overwrites';
import { withTemporal, operatorName } from './with-temporal';
import { speaker } from './speaker';
import { createTerminal, say as note, shown } from './terminal';

interface Common {
  as?: string;
  output: string;
}

interface EditOptions extends Common {
  term?: string;
  category?: string;
  score?: number;
  note?: string;
  translation?: Record<string, string>;
}

export function defineTermsCommand(terms: Command): void {
  shared(
    terms.command('list <id>'),
    'List the terms as the service has them now, and what they would overwrite in the termbase.',
  )
    .addHelpText('after', '\nExample:\n  locrelease terms list game-2.4.0')
    .action((id: string, options: Common) =>
      withTemporal(async (access) => {
        const by = operatorName(options.as);
        const read = await access.releaseClient.refreshTerms(id, { by });
        const compared = await compareTerms(access, id, by).catch(async (error: unknown) => {
          if (!(error instanceof Refused)) throw error;
          note(`The terms are not compared with the termbase: ${error.message}`);
          return { sheet: read, terms: await readSheet(access.store, read), overwriting: [] };
        });
        const { digest, matches } = compared.sheet;
        const document = { id, digest, matches, terms: compared.terms };
        say(options, document, shown(compared.terms).map(line).join('\n'));
        if (compared.overwriting.length > 0)
          note(`A confirmation would overwrite ${overwriteCount(compared.overwriting)}.`);
      }),
    );

  shared(
    terms.command('edit <id> <term>'),
    'Change a term. When the command ends, the service has the change.',
  )
    .option('--term <text>', 'New text of the term.')
    .option('--category <name>', 'New category.')
    .addOption(new Option('--score <number>', 'Importance from 0 to 10.').argParser(score))
    .option('--note <text>', 'Note for the next reader.')
    .addOption(translationOption())
    .addHelpText(
      'after',
      '\nExample:\n  locrelease terms edit game-2.4.0 term_1 --category Character --translation ja=ミラ',
    )
    .action((id: string, termId: string, options: EditOptions) =>
      withTemporal(async ({ releaseClient }) => {
        const edit = editOf(options);
        if (Object.keys(edit).length === 0)
          throw new BadRequest(
            'Name what to change: --term, --category, --score, --note or --translation. Nothing was changed.',
          );
        const said = { by: operatorName(options.as), termIds: [termId], edit };
        const answer = await releaseClient.editTerms(id, said);
        say(options, { id, termId, ...answer }, `${termId} is changed.`);
      }),
    );

  shared(
    terms.command('keep-termbase <id> [terms...]'),
    'Change terms to what the termbase has under their texts: those named, or all that would overwrite it.',
  )
    .addHelpText('after', '\nExample:\n  locrelease terms keep-termbase game-2.4.0')
    .action((id: string, named: string[], options: Common) =>
      withTemporal(async (access) => {
        const by = operatorName(options.as);
        const { terms: all, overwriting } = await compareTerms(access, id, by);
        const wanted = new Set(overwriting.map((term) => term.id));
        const known = new Set(all.map((term) => term.id));
        // What the list does not have is left to the release, which says so.
        const termIds =
          named.length === 0 ? [...wanted] : named.filter((one) => wanted.has(one) || !known.has(one));
        for (let done = 0; done < termIds.length; done += TERMS_PER_MESSAGE) {
          const some = termIds.slice(done, done + TERMS_PER_MESSAGE);
          await access.releaseClient.keepTermbase(id, { by, termIds: some });
        }
        const words =
          termIds.length === 0
            ? 'No term would overwrite the termbase.'
            : `${counted(termIds.length, 'term')} set to what the termbase has.`;
        say(options, { id, termIds }, words);
      }),
    );

  shared(
    terms.command('delete <id> <terms...>'),
    'Delete terms. Without --at-confirm, they cannot be restored.',
  )
    .option('--at-confirm', 'Delete them when the terms are confirmed. Until then they can be restored.')
    .addHelpText('after', '\nExample:\n  locrelease terms delete game-2.4.0 term_1 term_2')
    .action((id: string, termIds: string[], options: Common & { atConfirm?: true }) =>
      withTemporal(async ({ releaseClient }) => {
        const by = operatorName(options.as);
        if (options.atConfirm) {
          const answer = await releaseClient.markTerms(id, { by, termIds, removed: true });
          say(
            options,
            { id, ...answer },
            `${answer.removed} of ${counted(answer.total, 'term')} will be deleted at the confirmation.`,
          );
        } else {
          const answer = await releaseClient.deleteTerms(id, { by, termIds });
          say(options, { id, ...answer }, `Deleted. ${counted(answer.total, 'term')} left.`);
        }
      }),
    );

  shared(terms.command('restore <id> <terms...>'), 'Restore terms that are marked with --at-confirm.')
    .addHelpText('after', '\nExample:\n  locrelease terms restore game-2.4.0 term_1')
    .action((id: string, termIds: string[], options: Common) =>
      withTemporal(async ({ releaseClient }) => {
        const answer = await releaseClient.markTerms(id, {
          by: operatorName(options.as),
          termIds,
          removed: false,
        });
        say(
          options,
          { id, ...answer },
          `Restored. ${answer.removed} of ${counted(answer.total, 'term')} will be deleted at the confirmation.`,
        );
      }),
    );

  shared(terms.command('confirm <id>'), 'Confirm the terms. The translation then starts.')
    .option('--comment <text>', 'Comment, kept with the decision.')
    .option(
      '--digest <digest>',
      'Digest of the list that you reviewed. Refused if the list has changed since.',
    )
    .option(
      '--overwrite <shown>',
      `Overwrite the entries of the termbase that you were shown. Without it, the command shows them and says what to give here; "${ANY}" overwrites whatever is there.`,
    )
    .addHelpText('after', '\nExample:\n  locrelease terms confirm game-2.4.0 --as olga')
    .action((id: string, options: Common & { comment?: string; digest?: string; overwrite?: string }) =>
      withTemporal(async (access) => {
        const { releaseClient, config } = access;
        const { comment, overwrite } = options;
        const comparison = await shownComparison(access, { id, by: operatorName(options.as), overwrite });
        const digest = options.digest ?? comparison?.digest ?? (await releaseClient.status(id)).terms?.digest;
        const confirming = { what: 'confirm', release: named(id), about: digest ?? 'none' } as const;
        const who = await speaker(config, options.as, confirming);
        const said = { ...who, ...comparison, ...(comment && { comment }), ...(digest && { digest }) };
        const { outcome } = await releaseClient.confirm(id, said);
        say(
          options,
          { id, outcome },
          `The terms of ${releaseId(named(id))} ${outcome === 'confirmed' ? 'are' : 'were already'} confirmed.`,
        );
      }),
    );

  shared(terms.command('reject <id>'), 'Reject the terms. The release ends.')
    .requiredOption('--reason <text>', 'Reason, shown to the person who started the release.')
    .addHelpText('after', '\nExample:\n  locrelease terms reject game-2.4.0 --reason "names are not final"')
    .action((id: string, options: Common & { reason: string }) =>
      withTemporal(async ({ releaseClient }) => {
        const { outcome } = await releaseClient.reject(id, {
          by: operatorName(options.as),
          reason: options.reason,
        });
        say(options, { id, outcome }, `The terms of ${releaseId(named(id))} are rejected. The release ends.`);
      }),
    );
}

function shared(command: Command, description: string): Command {
  return command.description(description).addOption(asOption()).addOption(outputOption());
}

function say(options: Common, document: unknown, text: string): void {
  createTerminal(options.output === 'json').data(document, () => text);
}

function line(sheetTerm: SheetTerm): string {
  const { id, term, category, score: points, translations, source, edited, removed } = sheetTerm;
  const texts = Object.entries(translations).map(([language, text]) => `${language}=${text}`);
  const marks = [
    ...(source === null ? [] : [source]),
    ...(edited ? [`edited by ${edited.by}`] : []),
    ...(removed ? [`to be deleted, by ${removed.by}`] : overwritten(sheetTerm)),
  ];
  return [id, term, category, String(points), ...texts, ...marks.map((mark) => `[${mark}]`)].join('  ');
}

function overwritten(term: SheetTerm): string[] {
  const words = conflictWords(term);
  return words === '' ? [] : [`overwrites the termbase: ${words}`];
}

function editOf({ term, category, score: points, note, translation: translations }: EditOptions): TermEdit {
  return {
    ...(term !== undefined && { term }),
    ...(category !== undefined && { category }),
    ...(points !== undefined && { score: points }),
    ...(note !== undefined && { note }),
    ...(translations !== undefined && { translations }),
  };
}

function score(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 10))
    throw new InvalidArgumentError('Expected a number from 0 to 10.');
  return value;
}
