import type { Command } from 'commander';
import { BadRequest } from '../client/errors';
import { retryReleases, type RetriedRelease } from '../client/retry-releases';
import type { WaitingRelease } from '../client/waiting-releases';
import type { Ask } from '../operations/backend';
import { counted } from '../domain/counted';
import { unknownValue } from '../domain/suggest-word';
import { isAttended, saysYes } from './ask';
import { asOption, outputOption, requireProjectName } from './command-options';
import { exitCode, type ExitCode } from '../domain/exit-code';
import { failureOf } from './command-failure';
import { decide } from './decide';
import { Table } from './table';
import { createTerminal, shown } from './terminal';
import { withBackend } from './with-backend';

interface RetryOptions {
  failed?: true;
  cause?: string;
  project?: string;
  reason?: string;
  yes?: true;
  as?: string;
  output: string;
}

const help = `
"retry ID" is "resolve ID retry". With --failed, all parked and partial releases are tried again. Each goes on where it
stopped; on a partial release, all accounts on which the announcement failed get it again, and no other.
A cause is the code of a problem or of an account, as "locrelease status" shows it, for example token_expired. With a cause, a
partial release that failed for other causes too is left alone. A release is also left alone if it is not
known whether its last call was carried out, unless you name its cause: a retry could do it twice. Retry those by their ids.
Exit code 0: all are retried. 7: some were left alone. Otherwise: the highest of those that were refused.

Examples:
  locrelease retry game-2.4.0
  locrelease retry --failed --cause token_expired --reason "account reconnected"`;

export function define(command: Command): void {
  command
    .option('--failed', 'All parked and partial releases.')
    .option('--cause <code>', 'With --failed: only those with this cause.')
    .option('--project <name>', 'With --failed: only those of this project.')
    .option('--reason <text>', 'Reason for the decision.')
    .option('--yes', 'Do not ask, even on a terminal.')
    .addOption(asOption())
    .addOption(outputOption())
    .addHelpText('after', help)
    .action((given: string | undefined, options: RetryOptions) => {
      const isOne = given !== undefined && options.failed === undefined;
      if (isOne && options.cause === undefined && options.project === undefined)
        return decide('resolve', given, { ...options, action: 'retry' });
      if (given === undefined && options.failed === true) return retryAll(options);
      throw new BadRequest(
        'Name a release, or give --failed for all; --cause and --project go with --failed. Nothing was done.',
      );
    });
}

function retryAll(options: RetryOptions): Promise<void> {
  const { cause, project, output } = options;
  requireProjectName(project);
  return withBackend(async ({ ask }) => {
    const terminal = createTerminal(output === 'json');
    const all = await ask('releasesToRetry', { project, cause });
    const wanted = all.filter(({ causes }) => cause === undefined || causes.includes(cause));
    if (cause !== undefined && wanted.length === 0 && all.length > 0) {
      const present = [...new Set(all.flatMap(({ causes }) => causes))].sort();
      throw new BadRequest(
        `No release waits with the cause "${cause}". It ${unknownValue(cause, present)}. Nothing was done.`,
      );
    }
    if (wanted.length > 0 && options.yes !== true && isAttended()) {
      terminal.say(waitingTable.text(shown(wanted), {}));
      if (!(await saysYes(`Try ${counted(wanted.length, 'release')} again?`)))
        throw new BadRequest('Nothing was done.');
    }
    const { retried, worst } = await retryEach(ask, wanted, options);
    terminal.data({ releases: retried }, ({ releases }) =>
      releases.length === 0 ? 'No release waits to be tried again.' : retriedTable.text(releases, {}),
    );
    process.exitCode = worst;
  }, options);
}

const decision = ({ reason }: RetryOptions) => ({
  action: 'retry' as const,
  ...(reason !== undefined && { reason }),
});

async function retryEach(
  ask: Ask,
  wanted: readonly WaitingRelease[],
  options: RetryOptions,
): Promise<{ retried: RetriedRelease[]; worst: ExitCode }> {
  let worst: ExitCode = wanted.some(({ aloneFor }) => aloneFor !== null) ? exitCode.parked : exitCode.done;
  const retried = await retryReleases(
    wanted,
    (id) => ask('resolve', { id, ...decision(options) }),
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
