import type { Command } from 'commander';
import { nothingSaid, type SaidAtStart } from '../client/prepare-release';
import type { ReleasePlan } from '../client/plan-release';
import { savePlan } from '../client/saved-plan';
import type { Backend } from '../operations/backend';
import { StoreError } from '../store/store-error';
import { UnwrittenStore } from '../store/unwritten-store';
import { readReleaseToSend, type ReleaseToSend } from './release-to-send';
import { allowUnlistedOption, githubOption, outputOption } from './command-options';
import { exitCode, type ExitCode } from '../domain/exit-code';
import { demandGithub, tellGithubOfPlan } from './github';
import { planText } from './plan-text';
import { createTerminal, type Terminal } from './terminal';
import { withBackend } from './with-backend';

const help = `
Reads the file, its source and both services. Changes nothing and needs no Temporal: "locrelease start --dry-run" also looks
there. Refuses what "locrelease start" would refuse.
Exit code 0: ready. 2: the file is wrong, or something must be fixed first. 3: over its budget. 8: a service refused, or
did not answer.

Examples:
  locrelease plan release.yaml
  locrelease plan release.yaml --save plan.json && locrelease start plan.json`;

export function define(command: Command): void {
  command
    .option('--calls', 'Show the calls of each stage, by endpoint, and how many there may be.')
    .addOption(allowUnlistedOption())
    .option('--save <file>', 'Save the plan, to be started as it is with "locrelease start".')
    .addOption(githubOption())
    .addOption(outputOption())
    .addHelpText('after', help)
    .action((file: string, options: PlanOptions) => {
      demandGithub(options.github);
      return withBackend(async (backend) => {
        const said = { ...nothingSaid, allowUnlisted: options.allowUnlisted ?? false };
        const { asked, judged, store } = await readJudged(backend, file, said);
        const plan = await backend.ask('plan', { ...judged, announceAgain: false, demandsAnswers: true });
        const terminal = createTerminal(options.output === 'json');
        showPlan(plan, terminal, options);
        if (options.save !== undefined && plan.ready) {
          await savePlan(options.save, asked, store);
          terminal.say(`Saved. Start it as it is with: locrelease start ${options.save}`);
        }
        if (options.save !== undefined && !plan.ready) terminal.say('Not saved: it is not ready.');
      });
    });
}

interface PlanOptions {
  calls?: boolean;
  allowUnlisted?: boolean;
  github?: boolean;
  save?: string;
  output: string;
}

/** For a person, for GitHub, and as the exit code. */
export function showPlan(plan: ReleasePlan, terminal: Terminal, options: { calls?: boolean } = {}): void {
  terminal.data(plan, (shown) => planText(shown, options));
  tellGithubOfPlan(plan, terminal);
  process.exitCode = exitCodeOfPlan(plan);
}

/** That with which `start` would refuse it. */
function exitCodeOfPlan({ ready, findings }: ReleasePlan): ExitCode {
  if (ready) return exitCode.done;
  return findings.length > 0 ? exitCode.badInput : exitCode.gate;
}

export type Judged = Pick<ReleaseToSend, 'release' | 'files'> & { doubts: string[]; contents: string[] };

/** A release that is only to be judged, with its strings: nothing of it is kept anywhere. */
export async function readJudged(
  backend: Backend,
  file: string,
  said?: SaidAtStart,
): Promise<{ asked: ReleaseToSend; judged: Judged; store: UnwrittenStore }> {
  const store = new UnwrittenStore({
    get: (sha256) => Promise.reject(new StoreError('absent', `Content ${sha256} was not found.`)),
  });
  const asked = await readReleaseToSend(backend, store, file, said);
  const { release, files, doubts } = asked;
  return { asked, judged: { release, files, doubts: [...doubts], contents: store.texts() }, store };
}
