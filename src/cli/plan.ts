import type { Command } from 'commander';
import { openArchive } from '../client/archived-releases';
import { readAskedRelease } from '../client/asked-release';
import { planRelease, type ReleasePlan } from '../client/plan-release';
import { savePlan } from '../client/saved-plan';
import { openStore } from '../store/open-store';
import { UnwrittenStore } from '../store/unwritten-store';
import { outputOption } from './command-options';
import { exitCode, type ExitCode } from './exit-code';
import { planText } from './plan-text';
import { createTerminal } from './terminal';
import { withServices } from './with-services';

const help = `
Reads the file, its source and both services. Changes nothing and needs no Temporal: "locrelease start --dry-run" also looks
there. Refuses what "locrelease start" would refuse.
Exit code 0: ready. 2: the file is wrong, or something must be fixed first. 3: over its budget. 8: a service refused, or
did not answer.

Examples:
  locrelease plan release.yaml
  locrelease plan release.yaml --save plan.json && locrelease start plan.json`;

export function definePlanCommand(command: Command): void {
  command
    .option('--save <file>', 'Save the plan, to be started as it is with "locrelease start".')
    .addOption(outputOption())
    .addHelpText('after', help)
    .action((file: string, options: { save?: string; output: string }) =>
      withServices(async (services) => {
        const { config } = services;
        const store = new UnwrittenStore(openStore(config.store));
        const asked = await readAskedRelease(file, { config, store, startedBy: null });
        const archive = openArchive(config);
        const plan = await planRelease(asked, {
          ...services,
          store,
          archive,
          temporal: null,
          demandsAnswers: true,
        });
        const terminal = createTerminal(options.output === 'json');
        terminal.data(plan, planText);
        if (options.save !== undefined && plan.ready) {
          await savePlan(options.save, asked, store);
          terminal.say(`Saved. Start it as it is with: locrelease start ${options.save}`);
        }
        if (options.save !== undefined && !plan.ready) terminal.say('Not saved: it is not ready.');
        process.exitCode = exitCodeOfPlan(plan);
      }),
    );
}

/** That with which `start` would refuse it. */
export function exitCodeOfPlan({ ready, findings }: ReleasePlan): ExitCode {
  if (ready) return exitCode.done;
  return findings.length > 0 ? exitCode.badInput : exitCode.gate;
}
