import { setTimeout as delay } from 'node:timers/promises';

const FIRST_PAUSE_MS = 10;
/** A look may be a question to a release, which costs more than the pause. */
const LONGEST_PAUSE_MS = 100;

type Look<Seen> = Seen | false | null;

/** Polls until there is something to see, and answers it; fails by name when there is nothing within the bound. */
export async function until<Seen>(
  what: string,
  look: () => Look<Seen> | Promise<Look<Seen>>,
  boundMs = 120_000,
): Promise<Seen> {
  const deadlineMs = Date.now() + boundMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 1.5) {
    const seen = await look();
    if (seen !== false && seen !== null) return seen;
    if (Date.now() > deadlineMs) throw new Error(`not within ${boundMs / 1000} s: ${what}`);
    await delay(Math.min(pauseMs, LONGEST_PAUSE_MS));
  }
}
