import type { Command } from 'commander';
import { releaseId } from '../release/identity';
import { explainRelease } from '../releases/explain-release';
import { named } from '../releases/release-desk';
import { outputOption } from './command-options';
import { connected } from './connected';
import { storyText } from './story-text';
import { createTerminal } from './terminal';

export function addExplainCommand(program: Command): void {
  program
    .command('explain <id>')
    .description('tell the story of a release: each call, each wait, and who decided what')
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease explain game-2.4.0')
    .action((given: string, options: { output: string }) =>
      connected(async ({ client }) => {
        const id = releaseId(named(given));
        const story = await explainRelease(client, id);
        createTerminal(options.output === 'json').data({ id, story }, () => storyText(story));
      }),
    );
}
