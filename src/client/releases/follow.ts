/** Polls a status until nothing more happens by itself, time is up, or the caller aborts. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_EVERY_MS = 500;
/** The longest pause. A status that has not changed for long is polled less often. */
const POLL_AT_LEAST_EVERY_MS = 2_000;
/** A poll that takes longer is reported. A worker restarts in less time. */
export const LATE_AFTER_MS = 7_000;
/** The longest poll, because requests to Temporal are bounded. */
const LONGEST_POLL_MS = 60_000;

export interface Following<Status> {
  poll: () => Promise<Status>;
  /** Waits between two polls, for at most the pause; it may return early when there may be news. */
  rest?: ((pauseMs: number, signal: AbortSignal) => Promise<void>) | undefined;
  isSettled: (status: Status) => boolean;
  /** True for errors that only mean that nothing responds for now. */
  isSilence: (error: unknown) => error is Error;
  timeoutMs?: number | undefined;
  signal: AbortSignal;
  onChange?: ((status: Status) => void) | undefined;
  /** Called after each poll, also without a change. */
  onPoll?: ((status: Status) => void) | undefined;
  /**
   * Called when polls stop getting a response: with null after a delay, and once more when the reason is known.
   */
  onSilence?: ((why: Error | null) => void) | undefined;
}

export interface Followed<Status> {
  status: Status;
  ended: 'settled' | 'timeout' | 'detached';
}

/**
 * Workers and servers are restarted while work continues, so after a first success the loop goes on until time is up.
 */
export async function followUntilSettled<Status>(
  first: Status,
  following: Following<Status>,
): Promise<Followed<Status>> {
  const { poll, rest = pause, isSettled, isSilence, timeoutMs = Infinity, signal } = following;
  const { onChange, onPoll, onSilence } = following;
  const deadlineMs = Date.now() + timeoutMs;
  let status = first;
  let shown = '';
  let changedAtMs = Date.now();
  let silence: Error | null = null;
  let reported: 'nothing' | 'lateness' | 'reason' = 'nothing';
  const reportSilence = (why: Error | null): void => {
    if (reported === 'reason' || (reported === 'lateness' && why === null)) return;
    reported = why === null ? 'lateness' : 'reason';
    onSilence?.(why);
  };
  for (;;) {
    // After an error the last status is not current.
    if (silence === null) onPoll?.(status);
    if (JSON.stringify(status) !== shown) {
      onChange?.(status);
      changedAtMs = Date.now();
    }
    shown = JSON.stringify(status);
    if (isSettled(status)) return { status, ended: 'settled' };
    if (signal.aborted) return { status, ended: 'detached' };
    if (Date.now() >= deadlineMs && silence !== null) throw silence;
    if (Date.now() >= deadlineMs) return { status, ended: 'timeout' };
    const pauseMs = Math.min(pauseAfter(Date.now() - changedAtMs), Math.max(0, deadlineMs - Date.now()));
    await rest(pauseMs, withinTime(signal, deadlineMs));
    const late = setTimeout(() => reportSilence(null), LATE_AFTER_MS);
    try {
      const seen = await unlessAborted(withinTime(signal, deadlineMs), poll);
      if (seen === null) return { status, ended: isLetGo(signal) ? 'detached' : 'timeout' };
      status = seen;
      silence = null;
      reported = 'nothing';
    } catch (error) {
      if (!isSilence(error)) throw error;
      reportSilence(error);
      silence = error;
    } finally {
      clearTimeout(late);
    }
  }
}

async function pause(pauseMs: number, signal: AbortSignal): Promise<void> {
  await delay(pauseMs, undefined, { signal }).catch(() => undefined);
}

function pauseAfter(unchangedMs: number): number {
  return Math.min(POLL_AT_LEAST_EVERY_MS, Math.max(POLL_EVERY_MS, unchangedMs / 4));
}

function isLetGo({ aborted }: AbortSignal): boolean {
  return aborted;
}

/** A poll never outlasts the caller's deadline. */
function withinTime(signal: AbortSignal, deadlineMs: number): AbortSignal {
  const leftMs = Math.max(POLL_EVERY_MS, deadlineMs - Date.now());
  return leftMs > LONGEST_POLL_MS ? signal : AbortSignal.any([signal, AbortSignal.timeout(leftMs)]);
}

/** A poll without a response takes long. A caller that aborts does not wait for it, and gets null. */
async function unlessAborted<Value>(signal: AbortSignal, poll: () => Promise<Value>): Promise<Value | null> {
  if (signal.aborted) return null;
  const settled = new AbortController();
  const aborted = once(signal, 'abort', { signal: settled.signal }).then(() => null);
  try {
    return await Promise.race([poll(), aborted]);
  } finally {
    settled.abort();
  }
}
