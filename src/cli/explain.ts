import type { Command } from 'commander';
import { releaseId } from '../domain/identity';
import { explainOrRecall } from '../client/archived-story';
import { named } from '../client/release-client';
import { outputOption } from './command-options';
import { withTemporal } from './with-temporal';
import { ARCHIVED_NOTE } from './status-text';
import { storyText } from './story-text';
import { createTerminal } from './terminal';

export function addExplainCommand(program: Command): void {
  program
    .command('explain <id>')
    .description('Show what happened to a release: each call, each wait, and who decided what.')
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease explain game-2.4.0')
    .action((given: string, options: { output: string }) =>
      withTemporal(async ({ client, archive }) => {
        const id = releaseId(named(given));
        const { story, archived } = await explainOrRecall(client, archive, id);
        const terminal = createTerminal(options.output === 'json');
        if (archived) terminal.say(`${ARCHIVED_NOTE} Each call and wait is no longer known.`);
        terminal.data({ id, archived, story }, () => storyText(story));
      }),
    );
}
