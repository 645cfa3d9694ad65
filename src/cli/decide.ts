/** Decisions on a release that are one message to it, with a reason. */
import type { Command } from 'commander';
import type { Ask } from '../operations/backend';
import { named } from '../client/release-name';
import { releaseId } from '../domain/identity';
import { resolveActions, type ResolveAction } from '../domain/stages';
import { asOption, outputOption } from './command-options';
import { createTerminal } from './terminal';
import { withBackend } from './with-backend';

const resolveHelp = `
retry     Try again what could not go on. On a partial release: announce on the failed accounts.
skip      Go on without the stage. On a partial release: leave it as it is.
abort     End the release as failed. What was done stays.
live      You have looked, and the post is out. Nothing is sent again.
not-live  You have looked, and the post is not out. The release becomes partial, and can announce again.
"locrelease status" shows which of them are possible now.

Example:
  locrelease resolve game-2.4.0 retry --reason "template fixed"`;

interface DecisionOptions {
  reason?: string;
  as?: string;
  output: string;
}

interface Said {
  id: string;
  reason?: string;
}

/** What a release answers, and how that is told. */
type Decide = (
  ask: Ask,
  said: Said,
  action: ResolveAction,
) => Promise<readonly [answer: object, text: string]>;

const decisions: Readonly<Record<string, Decide>> = {
  pause: async (ask, said) => [
    await ask('pause', said),
    `${said.id} is paused. Nothing irreversible begins until it is resumed.`,
  ],
  resume: async (ask, said) => [await ask('resume', said), `${said.id} continues.`],
  cancel: async (ask, said) => {
    const answer = await ask('cancel', said);
    const isHeard = answer.outcome === 'cancelling';
    const when = isHeard ? 'is being cancelled.' : 'will be cancelled as soon as a worker answers.';
    return [answer, `${said.id} ${when} ${answer.done}`];
  },
  resolve: async (ask, said, action) => {
    const answer = await ask('resolve', { ...said, action });
    return [answer, `Decision saved for ${said.id}: ${answer.outcome}.`];
  },
};

export function define(command: Command): void {
  const name = command.name();
  command.registeredArguments[1]?.choices(resolveActions);
  command
    .option('--reason <text>', 'Reason for the decision.')
    .addOption(asOption())
    .addOption(outputOption())
    .addHelpText('after', name === 'resolve' ? resolveHelp : `\nExample:\n  locrelease ${name} game-2.4.0`)
    .action(() => {
      const [given, action] = command.args as [string, ResolveAction];
      return decide(name, given, { ...command.opts<DecisionOptions>(), action });
    });
}

export function decide(
  name: string,
  given: string,
  { action, reason, output, as }: DecisionOptions & { action: ResolveAction },
): Promise<void> {
  return withBackend(
    async ({ ask }) => {
      const id = releaseId(named(given));
      const [answer = {}, text = ''] =
        (await decisions[name]?.(ask, { id, ...(reason && { reason }) }, action)) ?? [];
      createTerminal(output === 'json').data({ id, ...answer }, () => text);
    },
    { as },
  );
}
