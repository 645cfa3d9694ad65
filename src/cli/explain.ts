import type { Command } from 'commander';
import { releaseId } from '../domain/identity';
import { named } from '../client/release-name';
import { outputOption } from './command-options';
import { ARCHIVED_NOTE } from './status-text';
import { storyText } from './story-text';
import { createTerminal } from './terminal';
import { withBackend } from './with-backend';

export function define(command: Command): void {
  command
    .option('--calls', 'Show each call, wait and message too.')
    .addOption(outputOption())
    .addHelpText(
      'after',
      '\nExamples:\n  locrelease explain game-2.4.0\n  locrelease explain game-2.4.0 --calls',
    )
    .action((given: string, { calls, output }: { calls?: boolean; output: string }) =>
      withBackend(async ({ ask }) => {
        const id = releaseId(named(given));
        const { story, archived } = await ask('explain', { id });
        const terminal = createTerminal(output === 'json');
        if (archived) terminal.say(`${ARCHIVED_NOTE} Each call and wait is no longer known.`);
        terminal.data({ id, archived, story }, ({ story }) => storyText(story, { calls }));
      }),
    );
}
