/** The number of worker processes that call the services: the rate that a service allows one credential is divided by it. */
import type { Client } from '@temporalio/client';
import { workersOfRole } from './task-queue';

const FRESH_MS = 10_000;
const TIMEOUT_MS = 5_000;

/** The count is at most ten seconds old. Where Temporal does not respond, it is the last known one. */
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
  // Temporal may not list this process yet.
  return Math.max(1, new Set(callers.flatMap((workers) => [...workers])).size);
}
