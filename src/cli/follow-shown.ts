/** Follows a release and shows how it goes on: as a live picture, or as one line for each change. */
import type { Followed } from '../client/follow';
import type { Backend } from '../operations/backend';
import type { ReleaseView } from '../domain/status';
import { TemporalUnreachable } from '../temporal/errors';
import { follow, type Follow } from './follow-release';
import { statusLine, stepText } from './status-text';
import { shown, type Terminal } from './terminal';

export interface Showing {
  id: string;
  timeoutMs?: number | undefined;
  /** Whether a picture is wanted where there is a terminal to draw it on. */
  isLive: boolean;
}

export async function followShown(
  backend: Backend,
  terminal: Terminal,
  { id, timeoutMs, isLive }: Showing,
): Promise<Followed<ReleaseView>> {
  const following = { look: () => backend.ask('status', { id }), timeoutMs };
  if (isLive && terminal.format !== 'json' && canDraw()) return followOnScreen(backend, following);
  return follow({ ...following, ...lines(terminal, id, backend) });
}

async function followOnScreen({ ask, linkOf }: Backend, following: Follow): Promise<Followed<ReleaseView>> {
  // Loaded here: no other command needs to know how wide letters are.
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

function canDraw(): boolean {
  return process.stderr.isTTY && process.env.TERM !== 'dumb';
}

function lines(
  terminal: Terminal,
  id: string,
  { sharesFiles }: Backend,
): Pick<Follow, 'onLook' | 'onSilence'> {
  let place = '';
  const say = (text: string): void => terminal.say(`${new Date().toISOString()} ${text}`);
  return {
    onLook: (seen) => {
      const now = placeOf(seen);
      if (now !== place) say(statusLine(shown(seen)));
      place = now;
    },
    onSilence: (why) => {
      const isTemporal = sharesFiles || why instanceof TemporalUnreachable;
      say(
        `${id}: ${isTemporal ? 'Temporal' : 'The gateway'} does not answer. The release is kept. Trying again.`,
      );
      // Whoever was told of it hears when it is over.
      place = '';
    },
  };
}

/** What a new line is worth: not each row, and not the time that goes by. */
function placeOf({ state, stage, progress, waitingFor, hold, worker, retrying }: ReleaseView): string {
  return JSON.stringify([state, stage, stepText(progress), waitingFor, hold, worker, retrying?.attempt]);
}
