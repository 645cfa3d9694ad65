import { InvalidArgumentError, Option, type Command } from 'commander';
import type { SheetTerm } from '../domain/term-sheet';
import { readSheet } from '../store/stored-term-sheet';
import type { TermEdit } from '../protocol/message-schemas';
import { asOption, outputOption, translationOption } from './command-options';
import { withTemporal, operatorName } from './with-temporal';
import { createTerminal } from './terminal';

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

export function addTermsCommand(program: Command): void {
  const terms = program.command('terms').description("the operator's review of the scanned terms");

  shared(terms.command('list <id>'), 'show the terms as they stand at the service now')
    .addHelpText('after', '\nExample:\n  locrelease terms list game-2.4.0')
    .action((id: string, options: Common) =>
      withTemporal(async ({ releaseClient, store }) => {
        const sheet = await releaseClient.refreshTerms(id, { by: operatorName(options.as) });
        const list = await readSheet(store, sheet);
        say(options, { id, digest: sheet.digest, terms: list }, list.map(line).join('\n'));
      }),
    );

  shared(terms.command('edit <id> <term>'), 'change a term; it has reached the service when the command ends')
    .option('--term <text>', 'new text of the term')
    .option('--category <name>', 'new category')
    .addOption(new Option('--score <number>', 'importance from 0 to 10').argParser(score))
    .option('--note <text>', 'a note for the next reader')
    .addOption(translationOption())
    .addHelpText(
      'after',
      '\nExample:\n  locrelease terms edit game-2.4.0 term_1 --category Character --translation ja=ミラ',
    )
    .action((id: string, termId: string, options: EditOptions) =>
      withTemporal(async ({ releaseClient }) => {
        const said = { by: operatorName(options.as), termIds: [termId], edit: editOf(options) };
        const answer = await releaseClient.editTerms(id, said);
        say(options, { id, termId, ...answer }, `${termId} is changed`);
      }),
    );

  shared(terms.command('delete <id> <terms...>'), 'delete terms')
    .option('--at-confirm', 'only when the terms are confirmed; until then they can be restored')
    .addHelpText('after', '\nExample:\n  locrelease terms delete game-2.4.0 term_1 term_2')
    .action((id: string, termIds: string[], options: Common & { atConfirm?: true }) =>
      withTemporal(async ({ releaseClient }) => {
        const by = operatorName(options.as);
        if (options.atConfirm) {
          const answer = await releaseClient.markTerms(id, { by, termIds, removed: true });
          say(
            options,
            { id, ...answer },
            `${answer.removed} of ${answer.total} terms go when they are confirmed`,
          );
        } else {
          const answer = await releaseClient.deleteTerms(id, { by, termIds });
          say(options, { id, ...answer }, `deleted; ${answer.total} terms remain`);
        }
      }),
    );

  shared(terms.command('restore <id> <terms...>'), 'keep terms that were to be deleted at the confirmation')
    .addHelpText('after', '\nExample:\n  locrelease terms restore game-2.4.0 term_1')
    .action((id: string, termIds: string[], options: Common) =>
      withTemporal(async ({ releaseClient }) => {
        const answer = await releaseClient.markTerms(id, {
          by: operatorName(options.as),
          termIds,
          removed: false,
        });
        say(options, { id, ...answer }, `restored; ${answer.removed} of ${answer.total} terms are to go`);
      }),
    );

  shared(terms.command('confirm <id>'), 'confirm the terms; translation begins')
    .option('--comment <text>', 'why')
    .option('--digest <digest>', 'of the list that was reviewed: refused where it has changed since')
    .addHelpText('after', '\nExample:\n  locrelease terms confirm game-2.4.0 --as olga')
    .action((id: string, options: Common & { comment?: string; digest?: string }) =>
      withTemporal(async ({ releaseClient }) => {
        const { comment, digest } = options;
        const said = { by: operatorName(options.as), ...(comment && { comment }), ...(digest && { digest }) };
        const { outcome } = await releaseClient.confirm(id, said);
        say(
          options,
          { id, outcome },
          outcome === 'confirmed' ? `${id}: terms confirmed` : `${id}: confirmed before`,
        );
      }),
    );

  shared(terms.command('reject <id>'), 'reject the terms; the release ends')
    .requiredOption('--reason <text>', 'why; whoever started the release reads it')
    .addHelpText('after', '\nExample:\n  locrelease terms reject game-2.4.0 --reason "names are not final"')
    .action((id: string, options: Common & { reason: string }) =>
      withTemporal(async ({ releaseClient }) => {
        const { outcome } = await releaseClient.reject(id, {
          by: operatorName(options.as),
          reason: options.reason,
        });
        say(options, { id, outcome }, `${id}: terms rejected`);
      }),
    );
}

function shared(command: Command, description: string): Command {
  return command.description(description).addOption(asOption()).addOption(outputOption());
}

function say(options: Common, document: unknown, text: string): void {
  createTerminal(options.output === 'json').data(document, () => text);
}

function line({ id, term, category, score: points, translations, edited, removed }: SheetTerm): string {
  const texts = Object.entries(translations).map(([language, text]) => `${language}=${text}`);
  const marks = [
    ...(edited ? [`edited by ${edited.by}`] : []),
    ...(removed ? [`removed by ${removed.by}`] : []),
  ];
  return [id, term, category, String(points), ...texts, ...marks.map((mark) => `[${mark}]`)].join('  ');
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
  if (text.trim() === '' || Number.isNaN(value))
    throw new InvalidArgumentError('Expected a number from 0 to 10.');
  return value;
}
