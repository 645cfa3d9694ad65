import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readConfig } from '../config/config';
import { environmentOfDev, mustHaveStarted, STATE_DIRECTORY } from '../config/dev-set';
import { indented } from '../domain/text/sentence';
import { command } from './command';
import { flag, text } from './command-options';
import { operatorName } from './terminal/ask';
import { untilStopped } from './processes';
import { exportLines, readProfile } from './sandbox';
import { writeStderr } from './terminal/terminal';

const help = `Commands in this directory and below use it by themselves, unless a variable or a context names another place.
Everything that it keeps is in ${STATE_DIRECTORY} in the current directory: releases, what the sandbox remembers, the ports
and the console's token. Started in another directory, it begins anew there. docs/sandbox.md has the profile.`;

const usualPorts = { temporal: 7233, ui: 8233, gateway: 8088, sandbox: 8090 };

export const dev = command({
  options: {
    speed: text('<factor>', 'Speed of the sandbox: 2 is twice as fast as real time.'),
    profile: text('<file>', 'YAML file with settings and faults of the sandbox.'),
    exports: flag(
      'Print the variables with which commands in other directories reach it; also of one that runs here already.',
    ),
  },
  help,
  examples: ['dev', 'dev --profile sandbox.yaml'],
  runAlone: async (terminal, options) => {
    const running = options.exports ? environmentOfDev(process.cwd()) : null;
    if (running !== null) {
      mustHaveStarted(running);
      terminal.data({ environment: running }, ({ environment }) => exportLines(environment).join('\n'));
      return;
    }
    const profile = readProfile(options);
    const operator = operatorName(undefined);
    const routes = routesNote();
    const { startEmbeddedSet } = await import('../embedded/embedded-set.js');
    const { noticeLines } = await import('../embedded/sandbox-inbox.js');
    const { savedPorts, savedToken, ownDirectory } = await import('../embedded/own-directory.js');
    const directory = resolve(STATE_DIRECTORY);
    const owned = await ownDirectory(directory);
    try {
      const requestedPorts = profile.port === 0 ? {} : { sandbox: profile.port };
      const set = await startEmbeddedSet({
        directory,
        keep: true,
        ports: await savedPorts(
          join(directory, 'ports.json'),
          { usual: usualPorts, requested: requestedPorts },
          writeStderr,
        ),
        sandbox: profile,
        configuredIn: process.cwd(),
        operator: { name: operator, token: await savedToken(join(directory, 'console-token')) },
        report: writeStderr,
      });
      set.sandbox.inbox.listen((notice) => writeStderr(noticeLines(notice)));
      await owned.announce(set.environment);
      const started = {
        temporal: set.temporalAddress,
        temporalUi: set.temporalUiUrl,
        gateway: set.gatewayUrl,
        console: set.consoleLink,
        sandbox: set.sandbox.url,
        directory,
        environment: set.environment,
      };
      terminal.data(started, (shown) =>
        [
          `Temporal   ${shown.temporal}   web UI at ${shown.temporalUi ?? '-'}`,
          `gateway    ${shown.gateway}`,
          `console    ${shown.console}`,
          `sandbox    ${shown.sandbox}   journal at ${shown.sandbox}/sandbox/journal`,
          `notices    shown here, and at ${shown.sandbox}/sandbox/inbox${routes}`,
          `kept in    ${shown.directory}`,
          '',
          'Ctrl-C stops everything. Releases are kept and continue with the next "locrelease dev" in this directory.',
          '',
          'Run in another terminal, in this directory:',
          ...nextCommands().map(indented),
          ...(options.exports
            ? ['', 'In other directories, first:', ...exportLines(shown.environment).map(indented)]
            : []),
        ].join('\n'),
      );
      await untilStopped();
      writeStderr('Stopping …');
      await set.close();
    } finally {
      owned.giveBack();
    }
  },
});

function nextCommands(): string[] {
  return existsSync('release.yaml')
    ? ['npx locrelease start release.yaml']
    : ['npx locrelease init my-game', 'npx locrelease start my-game/release.yaml'];
}

/** Releases on a sandbox send no notices to the configured routes, which would surprise users who have set some. */
function routesNote(): string {
  return readConfig().notices.routes.length === 0
    ? ''
    : '\n           not on the routes of your configuration file: try those with "locrelease notices test"';
}
