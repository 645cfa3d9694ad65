/** Follows a release until nothing more happens by itself; Ctrl-C lets go of it and never stops it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ReleaseDesk } from '../releases/release-desk';
import type { ReleaseStatus } from '../release/status';
import { isSettled } from './release-exit';

const LOOK_EVERY_MS = 500;

export interface Follow {
  desk: ReleaseDesk;
  id: string;
  timeoutMs?: number | undefined;
  onChange?: (status: ReleaseStatus) => void;
}

/** The last status seen, and why it stopped looking. */
export async function follow(
  options: Follow,
): Promise<{ status: ReleaseStatus; ended: 'settled' | 'timeout' | 'detached' }> {
  const { desk, id, timeoutMs = Infinity, onChange } = options;
  const detach = new AbortController();
  const onInterrupt = (): void => detach.abort();
  process.once('SIGINT', onInterrupt);
  const deadlineMs = Date.now() + timeoutMs;
  let shown = '';
  try {
    for (;;) {
      const status = await desk.status(id);
      const seen = JSON.stringify(status);
      if (seen !== shown) onChange?.(status);
      shown = seen;
      if (isSettled(status)) return { status, ended: 'settled' };
      if (detach.signal.aborted) return { status, ended: 'detached' };
      if (Date.now() >= deadlineMs) return { status, ended: 'timeout' };
      await delay(Math.min(LOOK_EVERY_MS, Math.max(0, deadlineMs - Date.now())), undefined, {
        signal: detach.signal,
      }).catch(() => undefined);
    }
  } finally {
    process.removeListener('SIGINT', onInterrupt);
  }
}
