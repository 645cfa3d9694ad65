import { setTimeout as delay } from 'node:timers/promises';

const FIRST_PAUSE_MS = 10;
/** A look may be a question to a release, which costs more than the pause. */
const LONGEST_PAUSE_MS = 100;

/** Polls until the condition holds; fails by name when it does not within the bound. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  boundMs = 120_000,
): Promise<void> {
  const deadlineMs = Date.now() + boundMs;
  for (let pauseMs = FIRST_PAUSE_MS; !(await condition()); pauseMs *= 1.5) {
    if (Date.now() > deadlineMs) throw new Error(`not within ${boundMs / 1000} s: ${what}`);
    await delay(Math.min(pauseMs, LONGEST_PAUSE_MS));
  }
}
