import type { Command } from 'commander';
import { BadRequest, ServiceFailed } from '../../client/errors';
import type { TermbaseDifference, ValueChange } from '../../client/glossary/termbase-difference';
import { exitCode } from '../../domain/exit-code';
import type { TermbaseUploadStatus } from '../../domain/review/termbase-upload';
import { counted } from '../../domain/text/counted';
import { sentence } from '../../domain/text/sentence';
import type { TermUpdateResult } from '../../localization/replies';
import type { Ask } from '../../operations/backend';
import { readNewTerms, readTermChanges } from '../../source/read-terms';
import { add, given, type At } from '../command';
import {
  asOption,
  clearEmptyOption,
  dryRunOption,
  limitOption,
  noteOption,
  projectOption,
  text,
  timeoutOption,
  translationOption,
  yesOption,
} from '../command-options';
import { deletionOf, mustAgree } from '../terminal/ask';
import { joinedText } from '../terminal/terminal-form';
import { termIds } from './known-terms';
import { changesText, termbaseTable } from './term-tables';
import { addTermbaseChanges } from './termbase-changes';

const uploadHelp = `The file is what "locrelease termbase list -o csv" writes, with your changes: a table as a spreadsheet saves it, or a list in
JSON or YAML. Each row has term and source_language, and can have category, pic and translations (in a table one column
each, for example translations.ja). What a row leaves out does not change. An empty text clears the field; an empty cell of a
table does so only with --clear-empty.
Without a terminal it does not ask.
Exit code 0: all terms are uploaded. 4: not finished at the timeout; the upload continues. 8: some terms failed.`;

const changeOptions = {
  project: projectOption,
  reason: noteOption('Reason, kept with the change. "locrelease termbase changes" shows it.'),
  as: asOption,
};

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
  add(parent, 'upload <file>', {
    description: 'Add terms, or merge them into those with the same content. Shows the changes first.',
    options: {
      dryRun: dryRunOption,
      yes: yesOption,
      ...changeOptions,
      clearEmpty: clearEmptyOption,
      timeout: timeoutOption('the upload'),
    },
    kept: 'Nothing was uploaded.',
    help: uploadHelp,
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

/** Sends terms through a workflow that continues without the command. */
async function sendTerms(
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
      term: content,
      what: field,
      ...values,
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
