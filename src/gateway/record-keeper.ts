import type { Logger } from '@temporalio/common';
import { type RecordAccess, RecordRecovery, recoveredLines } from '../client/records/recover-records';

const RECOVERY_EVERY_MS = 300_000;
const MOST_RECOVERED_AT_ONCE = 20;

/** Writes missing records every few minutes. Several gateways may do so, because all write the same entries. */
export function keepRecords(access: RecordAccess, logger: Logger): { stop(): Promise<void> } {
  const recovery = new RecordRecovery(access);
  if (recovery.fault !== null) {
    logger.warn(recovery.fault);
    return { stop: () => Promise.resolve() };
  }
  let round: Promise<void> | null = null;
  let isStopped = false;
  const recover = async (): Promise<void> => {
    try {
      const recovered = await recovery.round(MOST_RECOVERED_AT_ONCE, () => isStopped);
      for (const line of recoveredLines(recovered)) logger.warn(line);
    } catch (error) {
      logger.warn('Releases without a record were not looked for to the end; they are looked for again.', {
        error: String(error),
      });
    }
  };
  const begin = (): void => {
    round ??= recover().finally(() => (round = null));
  };
  const timer = setInterval(begin, RECOVERY_EVERY_MS).unref();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await round;
    },
  };
}
