import type { Command } from 'commander';
import { BadRequest } from '../../client/errors';
import {
  causeFault,
  retryReleases,
  type RetriedRelease,
  type WaitingRelease,
} from '../../client/releases/waiting-releases';
import { counted } from '../../domain/text/counted';
import { exitCode, type ExitCode } from '../../domain/exit-code';
import type { Ask } from '../../operations/backend';
import { isAttended, mustAgree } from '../terminal/ask';
import { setUp } from '../command';
import { failureOf } from '../command-failure';
import { decisionOptions, flag, projectFilter, text, yesOption } from '../command-options';
import { resolve } from './decide';
import { Table } from '../terminal/table';
import { shown } from '../terminal/terminal';

const help = `"retry ID" is "resolve ID retry". With --failed, all parked and partial releases are tried again. Each goes on where it
stopped; on a partial release, all accounts on which the announcement failed get it again, and no other.
A cause is the code of a problem or of an account, as "locrelease status" shows it, for example token_expired. With a cause, a
partial release that failed for other causes too is left alone. A release is also left alone if it is not
known whether its last call was carried out, unless you name its cause: a retry could do it twice. Retry those by their ids.
Exit code 0: all are retried. 7: some were left alone. Otherwise: the highest of those that were refused.`;

export function define(command: Command): void {
  setUp(command, {
    options: {
      failed: flag('All parked and partial releases.'),
      cause: text('<code>', 'With --failed: only those with this cause.'),
      project: projectFilter('With --failed: only those of this project.'),
      yes: yesOption,
      ...decisionOptions,
    },
    help,
    examples: ['retry game-2.4.0', 'retry --failed --cause token_expired --reason "account reconnected"'],
    run: async (at, { failed = false, cause, project, yes, ...decision }, id?: string) => {
      const { ask, terminal } = at;
      if (id !== undefined && !failed && cause === undefined && project === undefined)
        return resolve(at, { id, ...decision }, 'retry');
      if (id !== undefined || !failed)
        throw new BadRequest(
          'Name a release, or give --failed for all; --cause and --project go with --failed. Nothing was done.',
        );
      const all = await ask('releasesToRetry', { project, cause });
      const wanted = all.filter(({ causes }) => cause === undefined || causes.includes(cause));
      const fault = cause === undefined ? null : causeFault(cause, all);
      if (fault !== null) throw new BadRequest(`${fault} Nothing was done.`);
      if (wanted.length > 0 && !yes && isAttended()) {
        terminal.say(waitingTable.text(shown(wanted), {}));
        await mustAgree(`Try ${counted(wanted.length, 'release')} again?`, 'Nothing was done.');
      }
      const { retried, worst } = await retryEach(ask, wanted, decision);
      retriedTable.write(terminal, 'releases', retried, {}, { none: 'No release waits to be tried again.' });
      process.exitCode = worst;
    },
  });
}

async function retryEach(
  ask: Ask,
  wanted: readonly WaitingRelease[],
  decision: { reason?: string },
): Promise<{ retried: RetriedRelease[]; worst: ExitCode }> {
  let worst: ExitCode = wanted.some(({ aloneFor }) => aloneFor !== null) ? exitCode.parked : exitCode.done;
  const retried = await retryReleases(
    wanted,
    (id) => ask('resolve', { id, action: 'retry', ...decision }),
    (error) => {
      const { exitCode: code, message } = failureOf(error);
      const isOver = code === exitCode.unexpected || code === exitCode.temporalUnreachable;
      if (isOver || code > worst) worst = code;
      return { message, isOver };
    },
  );
  return { retried: retried.map(withCommand), worst };
}

/** One that is left to a person is retried by its id. */
function withCommand(release: RetriedRelease): RetriedRelease {
  const { id, outcome, message } = release;
  return outcome === 'not tried' && message !== null
    ? { ...release, message: `${message} Retry it with: locrelease retry ${id}` }
    : release;
}

const waitingTable = new Table<WaitingRelease>([
  { name: 'id', text: ({ id }) => id },
  { name: 'state', text: ({ state }) => state },
  { name: 'causes', text: ({ causes }) => causes.join(', ') },
  { name: 'problem', text: ({ problem }) => problem.replaceAll('\n', ' '), flexible: true },
]);

const retriedTable = new Table<RetriedRelease>([
  { name: 'id', text: ({ id }) => id },
  { name: 'was', text: ({ state }) => state },
  { name: 'causes', text: ({ causes }) => causes.join(', ') },
  { name: 'retry', text: ({ outcome }) => outcome },
  { name: 'message', text: ({ message }) => message ?? '', flexible: true },
]);
