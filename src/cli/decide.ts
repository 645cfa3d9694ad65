/** Decisions on a release that are one message to it, with a reason. */
import type { Command } from 'commander';
import { resolveActions, type ResolveAction } from '../domain/stages';
import { setUp, type At } from './command';
import { decisionOptions } from './command-options';

const resolveHelp = `retry     Try again what could not go on. On a partial release: announce on the failed accounts.
skip      Go on without the stage. On a partial release: leave it as it is.
abort     End the release as failed. What was done stays.
live      You have looked, and the post is out. Nothing is sent again.
not-live  You have looked, and the post is not out. The release becomes partial, and can announce again.
"locrelease status" shows which of them are possible now.`;

interface Said {
  id: string;
  reason?: string;
}

const decisions = {
  pause: async ({ ask, terminal }: At, said: Said) =>
    terminal.data(
      { id: said.id, ...(await ask('pause', said)) },
      ({ id }) => `${id} is paused. Nothing irreversible begins until it is resumed.`,
    ),
  resume: async ({ ask, terminal }: At, said: Said) =>
    terminal.data({ id: said.id, ...(await ask('resume', said)) }, ({ id }) => `${id} continues.`),
  cancel: async ({ ask, terminal }: At, said: Said) =>
    terminal.data({ id: said.id, ...(await ask('cancel', said)) }, ({ id, outcome, done }) => {
      const isHeard = outcome === 'cancelling';
      const when = isHeard ? 'is being cancelled.' : 'will be cancelled as soon as a worker answers.';
      return `${id} ${when} ${done}`;
    }),
  resolve,
};

export async function resolve({ ask, terminal }: At, said: Said, action: ResolveAction): Promise<void> {
  const answer = await ask('resolve', { ...said, action });
  terminal.data({ id: said.id, ...answer }, ({ id, outcome }) => `Decision saved for ${id}: ${outcome}.`);
}

export function define(command: Command): void {
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
