import { exitCode } from '../../domain/exit-code';
import { sourceBranch } from '../../source/source-branch';
import { command } from '../command';
import { allowUnlistedOption, asOption, flag, timeoutOption, unless } from '../command-options';
import { githubOption, reportToGithub } from './github';
import { dryRun, readReleaseToSend } from './plan';
import { report } from './status-text';
import { waitForRelease } from './watch';

const outcomes = {
  started: 'started.',
  replaced: 'started with the corrected file. It replaced one in which nothing had been paid for.',
  attached: 'is already running. Attached to it.',
  ended: 'has already ended.',
};

export const start = command({
  options: {
    dryRun: flag('Show what it would do and refuse, as "locrelease plan" does. Writes nothing.'),
    wait: flag('Wait until the release has ended, is parked or is partial.'),
    timeout: timeoutOption(),
    check: unless('Start without the checks that "locrelease plan" makes.'),
    announce: unless('Release without the announcement that the file asks for.'),
    announceAgain: flag('Announce although an earlier run of this release was announced.'),
    loseLanguages: flag('Publish although strings lose languages that they have in the project.'),
    allowUnlisted: allowUnlistedOption,
    github: githubOption,
    as: asOption,
  },
  kept: 'Nothing was started.',
  help: 'The file is a release file, or a plan that "locrelease plan --save" wrote.',
  examples: ['start release.yaml --wait --timeout 2h'],
  run: async (at, options, file: string) => {
    const { backend, ask, terminal } = at;
    const { announce, loseLanguages = false, allowUnlisted = false, announceAgain = false } = options;
    const overrides = { announce, loseLanguages, allowUnlisted };
    if (options.dryRun) return dryRun(at, file, overrides, announceAgain);
    const { release, doubts } = await readReleaseToSend(backend, backend.contents, file, overrides);
    doubts.forEach(terminal.warn);
    const branch = await sourceBranch(release.file, process.env);
    const { id, outcome, notes } = await ask('start', {
      release,
      check: options.check,
      announceAgain,
      ...(branch !== null && { branch }),
    });
    notes.forEach(terminal.warn);
    const link = backend.linkOf(id);
    terminal.info(`Release ${id} ${outcomes[outcome]}`);
    terminal.info(`See it at: ${link}`);
    if (outcome !== 'ended') terminal.info(`Watch it with: locrelease watch ${id}`);
    if (options.wait) {
      await waitForRelease(at, { id, timeoutMs: options.timeout, isLive: true });
      return;
    }
    if (options.timeout !== undefined) terminal.info('Not waiting: --timeout has no effect without --wait.');
    const status = await ask('status', { id });
    report(terminal, status, link, true);
    reportToGithub(status, terminal);
    process.exitCode = exitCode.done;
  },
});
