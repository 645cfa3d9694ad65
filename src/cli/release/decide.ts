/** Commands that decide on a release: pause, resume, cancel, resolve, roll back, and retry, also of many releases. */
import { BadRequest } from '../../client/errors';
import {
  causeFault,
  retryReleases,
  type RetriedRelease,
  type WaitingRelease,
} from '../../client/releases/waiting-releases';
import { exitCode, type ExitCode } from '../../domain/exit-code';
import { resolveActions, type ResolveAction } from '../../domain/release/stages';
import type { ExportedFile } from '../../domain/release/status';
import { counted } from '../../domain/text/counted';
import type { Ask } from '../../operations/backend';
import { command, type At } from '../command';
import { failureOf } from '../command-failure';
import type { Definition } from '../lazy-command';
import {
  asOption,
  decisionOptions,
  flag,
  noteOption,
  projectFilter,
  text,
  timeoutOption,
  yesOption,
} from '../command-options';
import { EXIT_CODES_OF_WORK, finishWork } from '../services/run-work';
import { isAttended, mustAgree } from '../terminal/ask';
import { Table } from '../terminal/table';
import { shown } from '../terminal/terminal';

const resolveHelp = `retry     Try again what could not go on. On a partial release: announce on the failed accounts.
skip      Go on without the stage. On a partial release: leave it as it is.
abort     End the release as failed. What was done stays.
live      You have looked, and the post is out. Nothing is sent again.
not-live  You have looked, and the post is not out. The release becomes partial, and can announce again.
"locrelease status" shows which of them are possible now.`;

interface Decision {
  id: string;
  reason?: string;
}

/** A command that decides without further options. */
const decision = <Result extends object>(
  name: string,
  send: (ask: Ask, request: Decision) => Promise<Result>,
  text: (result: Result) => string,
): Definition =>
  command({
    options: decisionOptions,
    examples: [`${name} game-2.4.0`],
    run: async ({ ask, terminal }, options, id: string) =>
      terminal.data({ id, ...(await send(ask, { id, ...options })) }, (shown) => `${id} ${text(shown)}`),
  });

export const pause = decision(
  'pause',
  (ask, request) => ask('pause', request),
  ({ outcome }) =>
    `is paused${outcome === 'already-paused' ? ' already' : ''}. Nothing irreversible begins until it is resumed.`,
);

export const resume = decision(
  'resume',
  (ask, request) => ask('resume', request),
  ({ outcome }) => (outcome === 'not-paused' ? 'is not paused. Nothing was done.' : 'continues.'),
);

export const cancel = decision(
  'cancel',
  (ask, request) => ask('cancel', request),
  ({ outcome, done }) => `${cancelledWords[outcome]} ${done}`,
);

const cancelledWords = {
  cancelling: 'is being cancelled.',
  recorded: 'will be cancelled as soon as a worker answers.',
  'already-cancelled': 'is cancelled already.',
};

export const resolve = command({
  choices: { action: resolveActions },
  options: decisionOptions,
  help: resolveHelp,
  examples: ['resolve game-2.4.0 retry --reason "template fixed"'],
  run: (at, options, id: string, action: ResolveAction) => decide(at, { id, ...options }, action),
});

async function decide({ ask, terminal }: At, request: Decision, action: ResolveAction): Promise<void> {
  const { id } = request;
  const result = await ask('resolve', { ...request, action });
  terminal.data({ id, ...result }, ({ outcome }) => `Decision saved for ${id}: ${outcome}.`);
}

export const rollback = command({
  options: {
    reason: noteOption('Why, kept in the record of the rollback.'),
    loseLanguages: flag('Roll back although languages that were published since are lost.'),
    as: asOption,
    timeout: timeoutOption('the rollback'),
  },
  help: EXIT_CODES_OF_WORK.replace('done.', 'done. 2: refused, and nothing was published.'),
  examples: ['rollback game-2.3.0 --reason "2.4.0 has broken placeholders"'],
  run: async (at, { reason, loseLanguages = false, timeout }, id: string) => {
    const { files, ...started } = await at.ask('rollback', { id, loseLanguages, reason });
    await finishWork(at, started, {
      again: `locrelease rollback ${id}`,
      timeoutMs: timeout,
      atEnd: (status) => {
        if (status.state === 'done') at.terminal.info(comparison(id, files, status.files));
      },
    });
  },
});

/** An export also contains strings that other releases have published since, so its files can differ. */
function comparison(id: string, before: readonly string[], files: readonly ExportedFile[]): string {
  const then = new Set(before);
  const others = files.filter(({ sha256 }) => !then.has(sha256)).map(({ path }) => path);
  if (files.length === 0) return 'The task is published again. That release exported no files.';
  return others.length === 0
    ? 'The task is published again. The files are identical to those of that release.'
    : `The task is published again. These files differ from those of that release, for example because of strings that were added since: ${others.join(', ')}. ` +
        `"locrelease files ${id}" shows the original files.`;
}

const retryHelp = `"retry ID" is "resolve ID retry". With --failed, all parked and partial releases are tried again. Each goes on where it
stopped; on a partial release, all accounts on which the announcement failed get it again, and no other.
A cause is the code of a problem or of an account, as "locrelease status" shows it, for example token_expired. With a cause, a
partial release that failed for other causes too is left alone. A release is also left alone if it is not
known whether its last call was carried out, unless you name its cause: a retry could do it twice. Retry those by their ids.
Exit code 0: all are retried. 7: some were left alone. Otherwise: the highest of those that were refused.`;

export const retry = command({
  options: {
    failed: flag('All parked and partial releases.'),
    cause: text('<code>', 'With --failed: only those with this cause.'),
    project: projectFilter('With --failed: only those of this project.'),
    yes: yesOption,
    ...decisionOptions,
  },
  help: retryHelp,
  examples: ['retry game-2.4.0', 'retry --failed --cause token_expired --reason "account reconnected"'],
  run: async (at, { failed = false, cause, project, yes, ...decision }, id?: string) => {
    const { ask, terminal } = at;
    if (id !== undefined && !failed && cause === undefined && project === undefined)
      return decide(at, { id, ...decision }, 'retry');
    if (id !== undefined || !failed)
      throw new BadRequest(
        'Name a release, or give --failed for all; --cause and --project go with --failed. Nothing was done.',
      );
    const all = await ask('releasesToRetry', { project, cause });
    const wanted = all.filter(({ causes }) => cause === undefined || causes.includes(cause));
    const fault = cause === undefined ? null : causeFault(cause, all);
    if (fault !== null) throw new BadRequest(`${fault} Nothing was done.`);
    if (wanted.length > 0 && !yes && isAttended()) {
      terminal.info(waitingTable.text(shown(wanted), {}));
      await mustAgree(`Try ${counted(wanted.length, 'release')} again?`, 'Nothing was done.');
    }
    let worst: ExitCode = wanted.some(({ aloneFor }) => aloneFor !== null) ? exitCode.parked : exitCode.done;
    const retried = await retryReleases(
      wanted,
      (one) => ask('resolve', { id: one, action: 'retry', ...decision }),
      (error) => {
        const { exitCode: code, message } = failureOf(error);
        const isOver = code === exitCode.unexpected || code === exitCode.temporalUnreachable;
        if (isOver || code > worst) worst = code;
        return { message, isOver };
      },
    );
    const none = 'No release waits to be tried again.';
    retriedTable.write(terminal, 'releases', retried.map(withCommand), {}, { none });
    process.exitCode = worst;
  },
});

/** A release that was left alone for a person to decide can still be retried by its id. */
function withCommand(release: RetriedRelease): RetriedRelease {
  const { id, outcome, message } = release;
  return outcome === 'not tried' && message !== null
    ? { ...release, message: `${message} Retry it with: locrelease retry ${id}` }
    : release;
}

const waitingTable = new Table<WaitingRelease>([
  'id',
  'state',
  'causes',
  { name: 'problem', value: ({ problem }) => problem.replaceAll('\n', ' '), flexible: true },
]);

const retriedTable = new Table<RetriedRelease>([
  'id',
  { name: 'was', value: ({ state }) => state },
  'causes',
  { name: 'retry', value: ({ outcome }) => outcome },
  { name: 'message', flexible: true },
]);
