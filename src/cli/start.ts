import type { Command } from 'commander';
import { releaseLink } from '../client/release-row';
import { checkBeforeStart } from '../client/check-before-start';
import { readAskedRelease } from '../client/asked-release';
import { startRelease } from '../client/start-release';
import { sourceDigest } from '../localization/operator-proof';
import { asOption, githubOption, outputOption, timeoutOption } from './command-options';
import { withTemporal, operatorName } from './with-temporal';
import { dryRun } from './dry-run';
import { exitCode } from './exit-code';
import { demandGithub, tellGithub } from './github';
import { speaker } from './speaker';
import { statusText } from './status-text';
import { createTerminal } from './terminal';
import { waitForRelease } from './wait';
import { withServices } from './with-services';

interface StartOptions {
  dryRun?: boolean;
  wait?: boolean;
  timeout?: number;
  github?: boolean;
  check: boolean;
  announce: boolean;
  announceAgain?: boolean;
  as?: string;
  output: string;
}

export function defineStartCommand(command: Command): void {
  command
    .option('--dry-run', 'Show what it would do and refuse, as "locrelease plan" does. Writes nothing.')
    .option('--wait', 'Wait until the release has ended, is parked or is partial.')
    .addOption(timeoutOption())
    .option('--no-check', 'Start without the checks that "locrelease plan" makes.')
    .option('--no-announce', 'Release without the announcement that the file asks for.')
    .option('--announce-again', 'Announce although an earlier run of this release was announced.')
    .addOption(githubOption())
    .addOption(asOption())
    .addOption(outputOption())
    .addHelpText(
      'after',
      '\nThe file is a release file, or a plan that "locrelease plan --save" wrote.\n\nExample:\n  locrelease start release.yaml --wait --timeout 2h',
    )
    .action(async (file: string, options: StartOptions) => {
      const terminal = createTerminal(options.output === 'json');
      if (options.dryRun === true) return dryRun(file, options, terminal);
      demandGithub(options.github);
      await withTemporal(async (context) => {
        const { client, config, releaseClient, store, archive } = context;
        const { announce } = options;
        const startedBy = operatorName(options.as);
        const asked = await readAskedRelease(file, { config, store, startedBy, announce });
        for (const doubt of asked.doubts) terminal.say(`Warning: ${doubt}`);
        const { project, name } = asked.input.spec;
        const about = sourceDigest(asked.input.source);
        const start = { what: 'start', release: { project, name }, about } as const;
        // Nobody is asked to sign in for it; who has is known for sure.
        const { by, proof } = await speaker({ ...config, fourEyes: false }, options.as, start);
        const input = { ...asked.input, startedBy: by, proof };
        const check = async (): Promise<void> => {
          const found = await withServices((services) => checkBeforeStart(asked, { ...services, store }));
          for (const note of found) terminal.say(note);
        };
        const { id, outcome } = await startRelease(client, {
          input,
          taskQueue: config.taskQueue,
          store,
          archive,
          announceAgain: options.announceAgain ?? false,
          ...(options.check && { check }),
        });
        const words = {
          started: 'started.',
          replaced: 'started with the corrected file. It replaced one in which nothing had been paid for.',
          attached: 'is already running. Attached to it.',
          ended: 'has already ended.',
        };
        terminal.say(`Release ${id} ${words[outcome]}`);
        const link = releaseLink(config, id);
        terminal.say(`See it at: ${link}`);
        terminal.say(`Watch it with: locrelease watch ${id}`);
        if (options.timeout !== undefined && options.wait !== true) {
          terminal.say('Not waiting: --timeout has no effect without --wait.');
        }
        if (options.wait === true)
          return waitForRelease(context, terminal, { id, timeoutMs: options.timeout, isLive: true });
        const status = await releaseClient.status(id);
        terminal.data({ ...status, link }, (shown) => statusText(shown));
        tellGithub(status, terminal);
        process.exitCode = exitCode.done;
      });
    });
}
