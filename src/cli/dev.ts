import type { Command } from 'commander';
import { readConfig } from '../config/config';
import { join, resolve } from 'node:path';
import { operatorName } from './with-temporal';
import { untilStopped } from './processes';
import { say, shown, tell } from './terminal';

export function defineDevCommand(command: Command): void {
  command
    .option('--speed <factor>', 'Speed of the sandbox: 2 is twice as fast as real time.', '1')
    .addHelpText('after', '\nExample:\n  locrelease dev')
    .action(async (options: { speed: string }) => {
      const { startEmbeddedSet } = await import('../embedded/embedded-set.js');
      const { keptToken } = await import('../embedded/kept-token.js');
      const { freePortOr } = await import('../embedded/preferred-port.js');
      const { noticeLines } = await import('../embedded/sandbox-inbox.js');
      const directory = resolve('.locrelease');
      const set = await startEmbeddedSet({
        directory,
        keep: true,
        ports: {
          temporal: await freePortOr(7233),
          gateway: await freePortOr(8088),
          sandbox: await freePortOr(8090),
        },
        sandbox: { speed: Number(options.speed) },
        operator: { name: operatorName(undefined), token: await keptToken(join(directory, 'console-token')) },
        report: say,
      });
      set.sandbox.inbox.listen((notice) => say(noticeLines(shown(notice))));
      const exports = Object.entries(set.environment).map(([name, value]) => `export ${name}=${value}`);
      tell(
        [
          `Temporal   ${set.temporalAddress}   web UI at ${set.temporalUiUrl ?? '-'}`,
          `gateway    ${set.gatewayUrl}`,
          `console    ${set.consoleLink}`,
          `sandbox    ${set.sandbox.url}   journal at ${set.sandbox.url}/sandbox/journal`,
          `notices    shown here, and at ${set.sandbox.url}/sandbox/inbox${routesNote()}`,
          '',
          'Run in another terminal:',
          ...exports.map((line) => `  ${line}`),
          '  locrelease start examples/release.yaml',
          '',
          'Ctrl-C stops everything. Releases are kept and continue with the next "locrelease dev".',
        ].join('\n'),
      );
      await untilStopped();
      await set.close();
    });
}

/** Nobody is told of releases that only a sandbox has seen; whoever has set routes should know. */
function routesNote(): string {
  return readConfig().notices.routes.length === 0
    ? ''
    : '\n           not on the routes of your configuration file: try those with "locrelease notices test"';
}
