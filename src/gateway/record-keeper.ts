/** Writes missing records every few minutes. Several gateways may do so, because all write the same entries. */
import type { Logger } from '@temporalio/common';
import { RecordRecovery, recoveredLines, type RecordAccess } from '../client/records/recover-records';

const EVERY_MS = 300_000;
const MOST_A_ROUND = 20;

export function keepRecords(access: RecordAccess, logger: Logger): { stop(): Promise<void> } {
  const recovery = new RecordRecovery(access);
  if (recovery.fault !== null) {
    logger.warn(recovery.fault);
    return { stop: () => Promise.resolve() };
  }
  let round: Promise<void> | null = null;
  let isStopped = false;
  const begin = (): void => {
    round ??= recoverOnce(recovery, logger, () => isStopped).finally(() => (round = null));
  };
  const timer = setInterval(begin, EVERY_MS).unref();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await round;
    },
  };
}

async function recoverOnce(
  recovery: RecordRecovery,
  logger: Logger,
  isStopped: () => boolean,
): Promise<void> {
  try {
    for (const line of recoveredLines(await recovery.round(MOST_A_ROUND, isStopped))) logger.warn(line);
  } catch (error) {
    logger.warn('Releases without a record were not looked for to the end; they are looked for again.', {
      error: String(error),
    });
  }
}
