/** Ends a stopping process after a deadline, even if Temporal, a connection or a file-reading thread hangs. */
import type { Logger } from '@temporalio/common';

/** Counted from the signal. The manifests' grace periods are longer. */
export const ENDS_WITHIN_MS = { worker: 25_000, gateway: 15_000 } as const;

/** The kernel drops a signal to PID 1 of a container if it has no handler, so abort() follows. */
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

/** process.exit() would wait for threads that read files, possibly for ever. */
function endBy(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  setTimeout(() => process.abort(), SIGNAL_ARRIVES_MS);
}
