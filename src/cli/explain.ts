import type { Command } from 'commander';
import { releaseId } from '../domain/identity';
import { explainOrRecall } from '../client/archived-story';
import { named } from '../client/release-client';
import { outputOption } from './command-options';
import { withTemporal } from './with-temporal';
import { ARCHIVED_NOTE } from './status-text';
import { storyText } from './story-text';
import { createTerminal } from './terminal';

export function defineExplainCommand(command: Command): void {
  command
    .option('--calls', 'Show each call, wait and message too.')
    .addOption(outputOption())
    .addHelpText(
      'after',
      '\nExamples:\n  locrelease explain game-2.4.0\n  locrelease explain game-2.4.0 --calls',
    )
    .action((given: string, { calls, output }: { calls?: boolean; output: string }) =>
      withTemporal(async ({ client, archive }) => {
        const id = releaseId(named(given));
        const { story, archived } = await explainOrRecall(client, archive, id);
        const terminal = createTerminal(output === 'json');
        if (archived) terminal.say(`${ARCHIVED_NOTE} Each call and wait is no longer known.`);
        terminal.data({ id, archived, story }, ({ story }) => storyText(story, { calls }));
      }),
    );
}
