import { setTimeout as delay } from 'node:timers/promises';

const FIRST_PAUSE_MS = 10;
/** A look may be a question to a release: the longer it has taken, the rarer it is asked. */
const GROWTH = 1.3;
const LONGEST_PAUSE_MS = 1000;

type Look<Seen> = Seen | false | null;

/** Polls until there is something to see, and answers it; fails by name when there is nothing within the bound. */
export async function until<Seen>(
  what: string,
  look: () => Look<Seen> | Promise<Look<Seen>>,
  boundMs = 240_000,
): Promise<Seen> {
  const deadlineMs = Date.now() + boundMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= GROWTH) {
    const seen = await look();
    if (seen !== false && seen !== null) return seen;
    if (Date.now() > deadlineMs) throw new Error(`not within ${boundMs / 1000} s: ${what}`);
    await delay(Math.min(pauseMs, LONGEST_PAUSE_MS));
  }
}
