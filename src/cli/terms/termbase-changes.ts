import type { Command } from 'commander';
import { BadRequest } from '../../client/errors';
import type { GlossaryDetails } from '../../protocol/glossary-api';
import { counted } from '../../domain/text/counted';
import { exitCode } from '../../domain/exit-code';
import { type FieldChange, isReverted, type RevertStep } from '../../domain/review/glossary-changes';
import type { UploadRecord } from '../../store/termbase-archive';
import { mustAgree } from '../terminal/ask';
import { add } from '../command';
import {
  asOption,
  dryRunOption,
  flag,
  projectOption,
  required,
  text,
  timeoutOption,
  yesOption,
} from '../command-options';
import { shown } from '../terminal/terminal';

const revertHelp = `Without terms, all changes of the release are reverted: what it added is deleted, and what it changed gets its
earlier values.
An entry that somebody changed after the release stays as it is, unless --overwrite is given. Only the termbase changes.
Exit code 0: done. 2: there is nothing to revert, or all of it was changed since. 4: not finished at the timeout; it
continues. 8: the service refused some terms.`;

export function addTermbaseChanges(termbase: Command): void {
  add(termbase, 'changes [id]', {
    description:
      'Show what a release changed in the termbase and who reverted what, or what people asked for.',
    options: { project: projectOption },
    help: 'With a release, shows what its confirmed terms changed. Without one, shows what people asked to upload, update and delete\nin the project, the newest first; the service may have refused some of it.',
    examples: ['termbase changes game-2.4.0', 'termbase changes --project default'],
    run: async ({ ask, terminal }, { project }, id?: string) => {
      if (id !== undefined) terminal.data(await ask('glossaryChanges', { id }), changesText);
      else terminal.data({ uploads: await ask('termbaseUploads', { project }) }, uploadsText);
    },
  });
  add(termbase, 'revert <id> [terms...]', {
    description: 'Take back what a release changed in the termbase: all of it, or the terms that you name.',
    options: {
      reason: required(text('<text>', 'Reason, kept with the records of the release.')),
      overwrite: flag('Also entries that somebody changed after the release.'),
      dryRun: dryRunOption,
      yes: yesOption,
      as: asOption,
      timeout: timeoutOption('the revert'),
    },
    help: revertHelp,
    examples: [
      'termbase revert game-2.4.0 --dry-run --reason "wrong names"',
      'termbase revert game-2.4.0 "Elder Mira" --reason "the old name stays"',
    ],
    run: async ({ ask, terminal }, options, id: string, terms: string[]) => {
      const { overwrite: mayOverwrite = false, timeout } = options;
      const reason = options.reason.trim();
      if (reason === '') throw new BadRequest('--reason must not be empty. Nothing was reverted.');
      const steps = await ask('planRevert', { id, terms });
      if (options.dryRun) {
        terminal.data({ steps }, (document) => planText(document.steps, mayOverwrite));
        return;
      }
      terminal.info(planText(shown(steps), mayOverwrite));
      const count = steps.filter((step) => isReverted(step, mayOverwrite)).length;
      if (count > 0)
        await mustAgree(`Revert ${counted(count, 'term')}?`, 'Nothing was reverted.', options.yes);
      const changedSince = steps.filter(({ isChangedSince }) => isChangedSince).map(({ term }) => term);
      const outcome = await ask('revertGlossary', {
        id,
        terms,
        reason,
        // Only the changes that the person was shown may be overwritten.
        overwrite: mayOverwrite ? changedSince : [],
        ...(timeout !== undefined && { timeoutMs: timeout }),
      });
      terminal.data(outcome, ({ reverted, isDone, failures }) =>
        [
          !isDone
            ? 'Not finished yet. It continues without this command.'
            : failures.length === 0
              ? `Reverted ${counted(reverted, 'term')}.`
              : 'Some terms were not reverted:',
          ...failures.map((failure) => `  ${failure}`),
        ].join('\n'),
      );
      if (!outcome.isDone) process.exitCode = exitCode.timeout;
      else if (outcome.failures.length > 0) process.exitCode = exitCode.service;
    },
  });
}

function changesText({ id, confirmedBy, confirmedAt, changes, reverts }: GlossaryDetails): string {
  return [
    `${id}: confirmed by ${confirmedBy} at ${confirmedAt}. ${counted(changes.length, 'change')}.`,
    ...changes.flatMap(({ term, kind, fields }) => [`${kind}: ${term}`, ...fields.map(fieldText)]),
    ...reverts.map(
      ({ at, by, reason, terms }) =>
        `${at} ${by} asked to revert ${counted(terms.length, 'term')}: ${reason}`,
    ),
  ].join('\n');
}

function uploadsText({ uploads }: { uploads: UploadRecord[] }): string {
  if (uploads.length === 0) return 'No uploads.';
  return uploads
    .map(({ at, by, mode, terms, reason }) => {
      // The record is written before the request: the service may have refused it, or changed nothing.
      const what = `${at} ${by} asked to ${mode} ${counted(terms.length, 'term')}`;
      return reason === null ? `${what}.` : `${what}: ${reason}`;
    })
    .join('\n');
}

const fieldText = ({ field, before, after }: FieldChange): string =>
  `  ${field}: ${before === null ? '(not known)' : valueText(before)} → ${valueText(after)}`;

const valueText = (text: string): string => (text === '' ? '(empty)' : text);

function planText(steps: readonly RevertStep[], mayOverwrite: boolean): string {
  return steps.flatMap((step) => stepText(step, mayOverwrite)).join('\n');
}

function stepText(step: RevertStep, mayOverwrite: boolean): string[] {
  const { term, action, fields, why } = step;
  if (why !== null) return [`${term}: nothing to do. ${why}`];
  const back = fields
    .filter(({ now, before }) => now !== before)
    .map(({ field, now, before }) => `  ${field}: ${valueText(now)} → ${valueText(before ?? '')}`);
  const since = fields
    .filter(({ now, after }) => now !== after)
    .map(({ field, after }) => `  ${field}: changed after the release, which wrote ${valueText(after)}`);
  const title = isReverted(step, mayOverwrite)
    ? `${term}: ${action === 'delete' ? 'is deleted' : 'is changed back'}`
    : `${term}: left as it is, because somebody changed it after the release (--overwrite)`;
  return [title, ...(action === 'update' ? back : []), ...since];
}
