import { Argument, type Command } from 'commander';
import { releaseId } from '../release/identity';
import { named } from '../releases/release-desk';
import type { ResolveAction } from '../workflows/messages';
import { asOption, outputOption } from './command-options';
import { connected, speaker } from './connected';
import { createTerminal } from './terminal';

export function addResolveCommand(program: Command): void {
  program
    .command('resolve <id>')
    .addArgument(new Argument('<action>', 'what to do').choices(['retry', 'skip', 'abort']))
    .description('decide on a parked release; retry a partial one on its failed accounts only')
    .option('--reason <text>', 'why')
    .addOption(asOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease resolve game-2.4.0 retry --reason "template mended"')
    .action(
      (given: string, action: ResolveAction, options: { reason?: string; as?: string; output: string }) =>
        connected(async ({ desk }) => {
          const id = releaseId(named(given));
          const { reason } = options;
          const answer = await desk.resolve(id, {
            by: speaker(options.as),
            action,
            ...(reason && { reason }),
          });
          createTerminal(options.output === 'json').data({ id, ...answer }, () => `${id}: ${answer.outcome}`);
        }),
    );
}
