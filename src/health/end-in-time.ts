/** Ends a process that has to stop, whatever hangs in it: Temporal, a connection, a thread that reads a file. */
import type { Logger } from '@temporalio/common';

/** From the signal on. Manifests give each process more than that before they kill it. */
export const ENDS_WITHIN_MS = { worker: 25_000, gateway: 15_000 } as const;

/** The first process of a container does not get a signal that it does not listen to. */
const SIGNAL_ARRIVES_MS = 200;

export function endInTime(
  role: keyof typeof ENDS_WITHIN_MS,
  logger: Pick<Logger, 'error'>,
  withinMs: number = ENDS_WITHIN_MS[role],
): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      setTimeout(() => {
        logger.error(
          `The ${role} was told to stop ${withinMs / 1000} seconds ago, and something still hangs. It ends now. Nothing is lost: what was under way is done again.`,
        );
        endBy(signal);
      }, withinMs).unref();
    });
}

/** Not by process.exit(): that waits for threads that read files, for ever where one of them hangs. */
function endBy(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  setTimeout(() => process.abort(), SIGNAL_ARRIVES_MS);
}
