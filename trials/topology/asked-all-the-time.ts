import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 50;

/** Asks an address over and over while something happens; answers how often, and fails where it was ever refused. */
export async function askedAllTheTime(url: string, happening: () => Promise<void>): Promise<number> {
  let asked = 0;
  const refusals: string[] = [];
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted) {
      // A connection of its own each time, as a new visitor has.
      const outcome = await fetch(url, { headers: { connection: 'close' } }).then(
        ({ ok, status }) => (ok ? null : `HTTP ${status}`),
        (error: unknown) => String(error),
      );
      asked += 1;
      if (outcome !== null) refusals.push(outcome);
      await delay(PAUSE_MS);
    }
  })();
  try {
    await happening();
  } finally {
    over.abort();
    await asking;
  }
  if (refusals.length > 0)
    throw new Error(`${url} was refused ${refusals.length} of ${asked} times: ${refusals[0] ?? ''}`);
  return asked;
}
