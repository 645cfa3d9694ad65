/** Bringing many terms into a termbase, through a workflow: it goes on when the command does not. */
import type { Command } from 'commander';
import { counted } from '../domain/counted';
import type { TermbaseUploadStatus } from '../domain/termbase-upload';
import type { TermbaseDifference, ValueChange } from '../client/termbase-difference';
import type { TermsToSend } from '../client/start-termbase-upload';
import type { Ask } from '../operations/backend';
import { readNewTerms } from '../source/read-terms';
import { mustAgree, yesOption } from './ask';
import { asOption, clearEmptyOption, outputOption, projectOption, timeoutOption } from './command-options';
import { exitCode } from '../domain/exit-code';
import { changesText } from './term-tables';
import { createTerminal, type Terminal } from './terminal';
import { withBackend } from './with-backend';

interface UploadOptions {
  project: string;
  clearEmpty?: true;
  dryRun?: true;
  yes?: true;
  as?: string;
  reason?: string;
  timeout?: number;
  output: string;
}

const help = `
The file is what "locrelease termbase list -o csv" writes, with your changes: a table as a spreadsheet saves it, or a list in
JSON or YAML. Each row has term and source_language, and can have category, pic and translations (in a table one column
each, for example translations.ja). What a row leaves out does not change. An empty text clears the field; an empty cell of a
table does so only with --clear-empty.
Exit code 0: all terms are uploaded. 4: not finished at the timeout; the upload continues. 8: some terms failed.

Example:
  locrelease termbase upload terms.csv --dry-run`;

export function addTermbaseUpload(termbase: Command): void {
  termbase
    .command('upload <file>')
    .description('Add terms, or merge them into those with the same content. Shows the changes first.')
    .option('--dry-run', 'Show what would change, and change nothing.')
    .addOption(yesOption())
    .option('--reason <text>', 'Reason, kept with the change. "locrelease termbase changes" shows it.')
    .addOption(asOption())
    .addOption(clearEmptyOption())
    .addOption(projectOption())
    .addOption(timeoutOption('the upload'))
    .addOption(outputOption())
    .addHelpText('after', help)
    .action(async (file: string, options: UploadOptions) => {
      const terminal = createTerminal(options.output === 'json');
      const terms = await readNewTerms(file, options);
      const difference = await withBackend(({ ask }) =>
        ask('termbaseDifference', { project: options.project, terms }),
      );
      if (options.dryRun === true) {
        terminal.data({ difference }, (shown) => differenceText(shown.difference));
        return;
      }
      terminal.say(differenceText(difference));
      await mustAgree(`Upload ${counted(terms.length, 'term')}?`, 'Nothing was uploaded.', options.yes);
      await sendTerms(terminal, options, { mode: 'upload', terms });
    });
}

export function sendTerms(
  terminal: Terminal,
  { project, timeout, as, reason }: Pick<UploadOptions, 'project' | 'timeout' | 'as' | 'reason'>,
  toSend: Exclude<TermsToSend, { mode: 'delete' }>,
): Promise<void> {
  return withBackend(
    async ({ ask }) => {
      const { id } = await ask('uploadTerms', { project, reason, ...toSend });
      terminal.say(`Started ${id}. It continues without this command.`);
      const status = await resultOf(ask, id, timeout);
      terminal.data({ id, result: status }, ({ result }) =>
        result === null
          ? 'Not finished yet. Send the same file again to continue waiting.'
          : resultText(result),
      );
      process.exitCode =
        status === null ? exitCode.timeout : status.state === 'done' ? exitCode.done : exitCode.service;
    },
    { as },
  );
}

/** One look waits so long: whoever waits longer looks again. */
const ONE_WAIT_MS = 20_000;

/** null: not ended within the time. */
async function resultOf(ask: Ask, id: string, timeoutMs = Infinity): Promise<TermbaseUploadStatus | null> {
  const deadlineMs = Date.now() + timeoutMs;
  for (;;) {
    const leftMs = Math.max(0, deadlineMs - Date.now());
    const status = await ask('uploadResult', { id, waitMs: Math.min(ONE_WAIT_MS, leftMs) });
    if (status !== null || leftMs <= ONE_WAIT_MS) return status;
  }
}

function differenceText({ new: added, changed, removed, ...rest }: TermbaseDifference): string {
  const changes = [
    ...added.map((term) => ({ term, what: 'new', before: '', after: term })),
    ...[...changed, ...removed].map(({ content, field, ...values }) => ({
      ...{ term: content, what: field, ...values },
    })),
  ].map((change) => ({ termId: '', ...change }));
  return [
    ...changesText(changes, { columns: ['term', 'change', 'before', 'after'] }),
    `${counted(added.length, 'term')} new, ${valuesOf(changed)} changed, ${valuesOf(removed)} removed.`,
    `${rest.unchanged} unchanged; ${rest.untouched} not in the file and not changed.`,
  ].join('\n');
}

/** Terms are counted here as they are in the result; a term may have several values. */
function valuesOf(changes: readonly ValueChange[]): string {
  const terms = new Set(changes.map(({ content }) => content)).size;
  return `${counted(changes.length, 'value')} of ${counted(terms, 'term')}`;
}

function resultText({ state, accepted, counts, failures }: TermbaseUploadStatus): string {
  const told = Object.entries(counts).flatMap(([outcome, count]) =>
    count > 0 ? [`${count} ${outcome}`] : [],
  );
  return [
    `${state}: ${told.join(', ')}`,
    ...(accepted > 0 ? [`The service counted ${counted(accepted, 'term')}.`] : []),
    ...failures.map(({ first, last, code, message }) => {
      const place = first === last ? `term ${first}` : `terms ${first} to ${last}`;
      return `  ${place}: ${code}, ${message}`;
    }),
  ].join('\n');
}
