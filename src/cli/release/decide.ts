/** Decisions on a release, with a reason: those that are one message to it, and its rollback. */
import type { Command } from 'commander';
import { resolveActions, type ResolveAction } from '../../domain/release/stages';
import type { ExportedFile } from '../../domain/release/status';
import { setUp, type At } from '../command';
import { decisionOptions, asOption, flag, noteOption, timeoutOption } from '../command-options';
import { EXIT_CODES_OF_WORK, finishWork } from '../services/run-work';

const resolveHelp = `retry     Try again what could not go on. On a partial release: announce on the failed accounts.
skip      Go on without the stage. On a partial release: leave it as it is.
abort     End the release as failed. What was done stays.
live      You have looked, and the post is out. Nothing is sent again.
not-live  You have looked, and the post is not out. The release becomes partial, and can announce again.
"locrelease status" shows which of them are possible now.`;

interface Attribution {
  id: string;
  reason?: string;
}

const decisions = {
  pause: async ({ ask, terminal }: At, said: Attribution) =>
    terminal.data(
      { id: said.id, ...(await ask('pause', said)) },
      ({ id }) => `${id} is paused. Nothing irreversible begins until it is resumed.`,
    ),
  resume: async ({ ask, terminal }: At, said: Attribution) =>
    terminal.data({ id: said.id, ...(await ask('resume', said)) }, ({ id }) => `${id} continues.`),
  cancel: async ({ ask, terminal }: At, said: Attribution) =>
    terminal.data({ id: said.id, ...(await ask('cancel', said)) }, ({ id, outcome, done }) => {
      const isHeard = outcome === 'cancelling';
      const when = isHeard ? 'is being cancelled.' : 'will be cancelled as soon as a worker answers.';
      return `${id} ${when} ${done}`;
    }),
  resolve,
};

export async function resolve(
  { ask, terminal }: At,
  said: Attribution,
  action: ResolveAction,
): Promise<void> {
  const answer = await ask('resolve', { ...said, action });
  terminal.data({ id: said.id, ...answer }, ({ id, outcome }) => `Decision saved for ${id}: ${outcome}.`);
}

export function define(command: Command): void {
  if (command.name() === 'rollback') {
    defineRollback(command);
    return;
  }
  const name = command.name() as keyof typeof decisions;
  command.registeredArguments[1]?.choices(resolveActions);
  setUp(command, {
    options: decisionOptions,
    ...(name === 'resolve'
      ? { help: resolveHelp, examples: ['resolve game-2.4.0 retry --reason "template fixed"'] }
      : { examples: [`${name} game-2.4.0`] }),
    run: (at, options, id: string, action: ResolveAction) => decisions[name](at, { id, ...options }, action),
  });
}

function defineRollback(command: Command): void {
  setUp(command, {
    options: {
      reason: noteOption('Why, kept in the record of the rollback.'),
      loseLanguages: flag('Roll back although languages that were published since are lost.'),
      as: asOption,
      timeout: timeoutOption('the rollback'),
    },
    help: EXIT_CODES_OF_WORK.replace('done.', 'done. 2: refused, and nothing was published.'),
    examples: ['rollback game-2.3.0 --reason "2.4.0 has broken placeholders"'],
    run: async (at, { reason, loseLanguages = false, timeout }, id: string) => {
      const { files, ...started } = await at.ask('rollback', { id, loseLanguages, reason });
      await finishWork(at, started, {
        again: `locrelease rollback ${id}`,
        timeoutMs: timeout,
        atEnd: (status) => {
          if (status.state === 'done') at.terminal.say(comparison(id, files, status.files));
        },
      });
    },
  });
}

/** A project has also the strings that other releases have published since: then the files are not those of then. */
function comparison(id: string, before: readonly string[], files: readonly ExportedFile[]): string {
  const then = new Set(before);
  const others = files.filter(({ sha256 }) => !then.has(sha256)).map(({ path }) => path);
  if (files.length === 0) return 'The task is published again. That release exported no files.';
  return others.length === 0
    ? 'The task is published again. The files are identical to those of that release.'
    : `The task is published again. These files differ from those of that release, for example because of strings that were added since: ${others.join(', ')}. ` +
        `"locrelease files ${id}" shows the original files.`;
}
