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
    .description('Show what happened to a release, who decided what, and why.')
    .option('--calls', 'Show each call, wait and message too.')
    .addOption(outputOption())
    .addHelpText(
      'after',
      '\nExamples:\n  locrelease explain game-2.4.0\n  locrelease explain game-2.4.0 --calls',
    )
    .action((given: string, { calls, output }: { calls?: boolean; output: string }) =>
      withTemporal(async ({ client }) => {
        const id = releaseId(named(given));
        const story = await explainRelease(client, id);
        createTerminal(output === 'json').data({ id, story }, () => storyText(story, { calls }));
      }),
    );
}
