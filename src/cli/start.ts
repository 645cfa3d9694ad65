import type { Command } from 'commander';
import { sourceBranch } from '../source/source-branch';
import { readReleaseToSend } from './release-to-send';
import { allowUnlistedOption, asOption, githubOption, outputOption, timeoutOption } from './command-options';
import { dryRun } from './dry-run';
import { exitCode } from '../domain/exit-code';
import { demandGithub, tellGithub } from './github';
import { statusText } from './status-text';
import { createTerminal } from './terminal';
import { waitForRelease } from './wait';
import { withBackend } from './with-backend';

interface StartOptions {
  dryRun?: boolean;
  wait?: boolean;
  timeout?: number;
  github?: boolean;
  check: boolean;
  announce: boolean;
  announceAgain?: boolean;
  loseLanguages?: boolean;
  allowUnlisted?: boolean;
  as?: string;
  output: string;
}

export function define(command: Command): void {
  command
    .option('--dry-run', 'Show what it would do and refuse, as "locrelease plan" does. Writes nothing.')
    .option('--wait', 'Wait until the release has ended, is parked or is partial.')
    .addOption(timeoutOption())
    .option('--no-check', 'Start without the checks that "locrelease plan" makes.')
    .option('--no-announce', 'Release without the announcement that the file asks for.')
    .option('--announce-again', 'Announce although an earlier run of this release was announced.')
    .option('--lose-languages', 'Publish although strings lose languages that they have in the project.')
    .addOption(allowUnlistedOption())
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
      await withBackend(async (backend) => {
        const { ask, linkOf } = backend;
        const { announce, loseLanguages = false, allowUnlisted = false } = options;
        const said = { announce, loseLanguages, allowUnlisted };
        const { release, doubts } = await readReleaseToSend(backend, backend.contents, file, said);
        for (const doubt of doubts) terminal.say(`Warning: ${doubt}`);
        const branch = await sourceBranch(release.file, process.env);
        const { id, outcome, notes } = await ask('start', {
          release,
          check: options.check,
          announceAgain: options.announceAgain ?? false,
          ...(branch !== null && { branch }),
        });
        for (const note of notes) terminal.say(note);
        const words = {
          started: 'started.',
          replaced: 'started with the corrected file. It replaced one in which nothing had been paid for.',
          attached: 'is already running. Attached to it.',
          ended: 'has already ended.',
        };
        terminal.say(`Release ${id} ${words[outcome]}`);
        const link = linkOf(id);
        terminal.say(`See it at: ${link}`);
        terminal.say(`Watch it with: locrelease watch ${id}`);
        if (options.timeout !== undefined && options.wait !== true) {
          terminal.say('Not waiting: --timeout has no effect without --wait.');
        }
        if (options.wait === true)
          return waitForRelease(backend, terminal, { id, timeoutMs: options.timeout, isLive: true });
        const status = await ask('status', { id });
        terminal.data({ ...status, link }, (shown) => statusText(shown));
        tellGithub(status, terminal);
        process.exitCode = exitCode.done;
      }, options);
    });
}
