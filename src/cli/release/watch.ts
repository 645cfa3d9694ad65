/** Shows and follows a release until it ends, is parked or is partial: with a live picture, or a line per change. */
import { exitCode } from '../../domain/exit-code';
import type { Followed } from '../../client/releases/follow';
import type { Backend } from '../../operations/backend';
import type { ReleaseView } from '../../domain/release/status';
import { TemporalUnreachable } from '../../temporal/errors';
import { command, type At } from '../command';
import { timeoutOption, unless } from '../command-options';
import { githubOption, reportToGithub } from './github';
import { changePrinter, exitCodeOf, follow, type Follow } from './follow-release';
import { report, statusLine, stepText } from './status-text';
import { shown, type Terminal } from '../terminal/terminal';

export const status = command({
  options: { github: githubOption },
  examples: ['status game-2.4.0 -o json | jq -r .state'],
  run: async ({ backend, ask, terminal }, _options, id: string) => {
    const seen = await ask('status', { id });
    report(terminal, seen, backend.linkOf(id));
    reportToGithub(seen, terminal);
  },
});

const following = { timeout: timeoutOption(), github: githubOption };

export const wait = command({
  options: following,
  examples: ['wait game-2.4.0 --timeout 2h'],
  run: async (at, { timeout }, id: string) => {
    await waitForRelease(at, { id, timeoutMs: timeout, isLive: false });
  },
});

export const watch = command({
  options: { progress: unless('Print one line per change instead of a live picture.'), ...following },
  examples: ['watch game-2.4.0'],
  run: async (at, { progress, timeout }, id: string) => {
    const ended = await waitForRelease(at, { id, timeoutMs: timeout, isLive: progress });
    // Ctrl-C is the normal end of watching, so it is no failure.
    if (ended === 'detached') process.exitCode = exitCode.done;
  },
});

export async function waitForRelease(
  { backend, terminal }: At,
  { id, timeoutMs, isLive }: { id: string; timeoutMs?: number | undefined; isLive: boolean },
) {
  const following = { poll: () => backend.ask('status', { id }), timeoutMs };
  const hasScreen = process.stderr.isTTY && process.env.TERM !== 'dumb';
  const { status, ended } =
    isLive && terminal.format !== 'json' && hasScreen
      ? await followOnScreen(backend, following)
      : await follow({ ...following, ...statusPrinter(terminal, backend, id) });
  report(terminal, status, backend.linkOf(status.id));
  reportToGithub(status, terminal);
  const now = status.state === 'paused' ? 'is paused' : 'continues';
  const again = `See it again with: locrelease watch ${id}`;
  if (ended === 'detached') terminal.info(`Stopped waiting. The release ${now}. ${again}`);
  if (ended === 'timeout') terminal.info(`Timeout: the release has not ended yet, and ${now}. ${again}`);
  process.exitCode = ended === 'settled' ? exitCodeOf(status) : exitCode.timeout;
  return ended;
}

function statusPrinter(terminal: Terminal, { sharesFiles }: Backend, id: string) {
  return changePrinter<ReleaseView>(terminal, {
    placeOf,
    lineOf: (seen) => statusLine(shown(seen)),
    silenceText: (why) => {
      const silent = sharesFiles || why instanceof TemporalUnreachable ? 'Temporal' : 'The gateway';
      return `${id}: ${silent} does not answer. The release is kept. Trying again.`;
    },
  });
}

async function followOnScreen({ ask, linkOf }: Backend, following: Follow): Promise<Followed<ReleaseView>> {
  // Imported lazily: no other command needs the tables of character widths.
  const { ReleaseScreen } = await import('./release-screen.js');
  const screen = new ReleaseScreen(process.stderr, {
    pastOf: (project) => ask('pastReleases', { project }),
    linkOf,
  });
  try {
    return await follow({ ...following, ...screen.following });
  } finally {
    screen.close();
  }
}

/** A new line is printed when one of these changes; row counts and times would print too many. */
function placeOf({ state, stage, progress, waitingFor, hold, worker, retrying }: ReleaseView): string {
  return JSON.stringify([state, stage, stepText(progress), waitingFor, hold, worker, retrying?.attempt]);
}
