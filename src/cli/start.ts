import type { Command } from 'commander';
import { releaseLink } from '../client/release-row';
import { checkBeforeStart } from '../client/check-before-start';
import { snapshotOf, startRelease } from '../client/start-release';
import { sourceDigest } from '../localization/operator-proof';
import { readReleaseFile } from '../source/read-release-file';
import { asOption, githubOption, outputOption, timeoutOption } from './command-options';
import { withTemporal, operatorName } from './with-temporal';
import { exitCode } from './exit-code';
import { demandGithub, tellGithub } from './github';
import { speaker } from './speaker';
import { statusText } from './status-text';
import { createTerminal } from './terminal';
import { waitForRelease } from './wait';
import { withServices } from './with-services';

interface StartOptions {
  wait?: boolean;
  timeout?: number;
  github?: boolean;
  check: boolean;
  announce: boolean;
  announceAgain?: boolean;
  as?: string;
  output: string;
}

export function addStartCommand(program: Command): void {
  program
    .command('start <file>')
    .description('Start a release, or attach to it if it already exists with the same content.')
    .option('--wait', 'Wait until the release has ended, is parked or is partial.')
    .addOption(timeoutOption())
    .option('--no-check', 'Start without the checks that "locrelease plan" makes.')
    .option('--no-announce', 'Release without the announcement that the file asks for.')
    .option('--announce-again', 'Announce although an earlier run of this release was announced.')
    .addOption(githubOption())
    .addOption(asOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease start release.yaml --wait --timeout 2h')
    .action(async (file: string, options: StartOptions) => {
      demandGithub(options.github);
      await withTemporal(async (context) => {
        const { client, config, releaseClient, store, archive } = context;
        const terminal = createTerminal(options.output === 'json');
        const read = await readReleaseFile(file, config);
        const spec = options.announce ? read.spec : { ...read.spec, announce: undefined };
        const asked = await snapshotOf(spec, store, operatorName(options.as));
        const { project, name } = spec;
        const about = sourceDigest(asked.source);
        const start = { what: 'start', release: { project, name }, about } as const;
        // Nobody is asked to sign in for it; who has is known for sure.
        const { by: startedBy, proof } = await speaker({ ...config, fourEyes: false }, options.as, start);
        const input = { ...asked, startedBy, proof };
        const check = async (): Promise<void> => {
          const found = await withServices((services) => checkBeforeStart({ ...read, file, spec }, services));
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
