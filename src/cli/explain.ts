import type { Command } from 'commander';
import { releaseId } from '../domain/identity';
import { explainRelease } from '../client/read-story';
import { named } from '../client/release-client';
import { outputOption } from './command-options';
import { withTemporal } from './with-temporal';
import { storyText } from './story-text';
import { createTerminal } from './terminal';

export function addExplainCommand(program: Command): void {
  program
    .command('explain <id>')
    .description('Show what happened to a release: each call, each wait, and who decided what.')
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease explain game-2.4.0')
    .action((given: string, options: { output: string }) =>
      withTemporal(async ({ client }) => {
        const id = releaseId(named(given));
        const story = await explainRelease(client, id);
        createTerminal(options.output === 'json').data({ id, story }, () => storyText(story));
      }),
    );
}
