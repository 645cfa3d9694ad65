import type { Command } from 'commander';
import { planRelease } from '../client/plan-release';
import { outputOption } from './command-options';
import { exitCode } from './exit-code';
import { planText } from './plan-text';
import { createTerminal } from './terminal';
import { withServices } from './with-services';

const help = `
Reads the file, its source and both services. Changes nothing and needs no Temporal.
Exit code 0: ready. 2: the file is wrong, or something must be fixed first. 8: a service refused.

Example:
  locrelease plan release.yaml`;

export function definePlanCommand(command: Command): void {
  command
    .addOption(outputOption())
    .addHelpText('after', help)
    .action((file: string, options: { output: string }) =>
      withServices(async (services) => {
        const plan = await planRelease(file, services);
        createTerminal(options.output === 'json').data(plan, planText);
        process.exitCode = plan.ready ? exitCode.done : exitCode.badInput;
      }),
    );
}
