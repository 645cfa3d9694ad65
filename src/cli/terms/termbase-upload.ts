/** Uploads terms to a termbase through a workflow that continues without the command. */
import type { Command } from 'commander';
import type { TermbaseDifference, ValueChange } from '../../client/glossary/termbase-difference';
import { counted } from '../../domain/text/counted';
import { exitCode } from '../../domain/exit-code';
import type { TermbaseUploadStatus } from '../../domain/review/termbase-upload';
import type { Ask } from '../../operations/backend';
import { readNewTerms } from '../../source/read-terms';
import { mustAgree } from '../terminal/ask';
import { add, given, type At } from '../command';
import {
  asOption,
  clearEmptyOption,
  dryRunOption,
  noteOption,
  projectOption,
  timeoutOption,
  yesOption,
} from '../command-options';
import { joinedText } from '../terminal/terminal-form';
import { changesText } from './term-tables';

const help = `The file is what "locrelease termbase list -o csv" writes, with your changes: a table as a spreadsheet saves it, or a list in
JSON or YAML. Each row has term and source_language, and can have category, pic and translations (in a table one column
each, for example translations.ja). What a row leaves out does not change. An empty text clears the field; an empty cell of a
table does so only with --clear-empty.
Without a terminal it does not ask.
Exit code 0: all terms are uploaded. 4: not finished at the timeout; the upload continues. 8: some terms failed.`;

export const changeOptions = {
  project: projectOption,
  reason: noteOption('Reason, kept with the change. "locrelease termbase changes" shows it.'),
  as: asOption,
};

export function addTermbaseUpload(termbase: Command): void {
  add(termbase, 'upload <file>', {
    description: 'Add terms, or merge them into those with the same content. Shows the changes first.',
    options: {
      dryRun: dryRunOption,
      yes: yesOption,
      ...changeOptions,
      clearEmpty: clearEmptyOption,
      timeout: timeoutOption('the upload'),
    },
    kept: 'Nothing was uploaded.',
    help,
    examples: ['termbase upload terms.csv --dry-run'],
    run: async (at, { dryRun, yes, project, reason, clearEmpty, timeout }, file: string) => {
      const terms = await readNewTerms(file, given({ clearEmpty }));
      const difference = await at.ask('termbaseDifference', { project, terms });
      if (dryRun) {
        at.terminal.data({ difference }, (shown) => differenceText(shown.difference));
        return;
      }
      at.terminal.info(differenceText(difference));
      await mustAgree(`Upload ${counted(terms.length, 'term')}?`, 'Nothing was uploaded.', yes);
      await sendTerms(at, { mode: 'upload', project, reason, terms }, timeout);
    },
  });
}

export async function sendTerms(
  { ask, terminal }: At,
  toSend: Parameters<typeof ask<'uploadTerms'>>[1],
  timeoutMs?: number,
): Promise<void> {
  const { id } = await ask('uploadTerms', toSend);
  terminal.info(`Started ${id}. It continues without this command.`);
  const status = await resultOf(ask, id, timeoutMs);
  terminal.data({ id, result: status }, ({ result }) =>
    result === null ? 'Not finished yet. Send the same file again to continue waiting.' : resultText(result),
  );
  process.exitCode =
    status === null ? exitCode.timeout : status.state === 'done' ? exitCode.done : exitCode.service;
}

/** One request waits this long; a longer wait takes several. */
const ONE_WAIT_MS = 20_000;

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

/** The result counts terms, and a term may have several changed values. */
function valuesOf(changes: readonly ValueChange[]): string {
  const terms = new Set(changes.map(({ content }) => content)).size;
  return `${counted(changes.length, 'value')} of ${counted(terms, 'term')}`;
}

function resultText({ state, accepted, counts, failures }: TermbaseUploadStatus): string {
  const outcomes = Object.entries(counts).map(([outcome, count]) => count > 0 && `${count} ${outcome}`);
  return joinedText(
    '\n',
    `${state}: ${joinedText(', ', ...outcomes)}`,
    accepted > 0 && `The service counted ${counted(accepted, 'term')}.`,
    ...failures.map(({ first, last, code, message }) => {
      const place = first === last ? `term ${first}` : `terms ${first} to ${last}`;
      return `  ${place}: ${code}, ${message}`;
    }),
  );
}
