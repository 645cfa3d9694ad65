/** How many worker processes make calls: a rate that a service allows one credential is divided by them. */
import type { Client } from '@temporalio/client';
import { workersOfRole } from './task-queue';

const FRESH_MS = 10_000;
const TIMEOUT_MS = 5_000;

/** At most ten seconds old; where Temporal does not answer, as it was before. */
export function workerCount(client: Client, taskQueue: string): () => Promise<number> {
  let known: Promise<number> = Promise.resolve(1);
  let readAtMs = -Infinity;
  return () => {
    if (performance.now() - readAtMs > FRESH_MS) {
      readAtMs = performance.now();
      const before = known;
      known = client
        .withDeadline(Date.now() + TIMEOUT_MS, () => countCallers(client, taskQueue))
        .catch(() => before);
    }
    return known;
  };
}

async function countCallers(client: Client, taskQueue: string): Promise<number> {
  const callers = await Promise.all(
    (['calls', 'bulk'] as const).map((role) => workersOfRole(client, taskQueue, role)),
  );
  // Whoever asks is one of them, though it may not be seen yet.
  return Math.max(1, new Set(callers.flatMap((workers) => [...workers])).size);
}
