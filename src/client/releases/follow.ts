/** Looks at something again and again until nothing more happens by itself, time is up, or whoever looks lets go. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 500;
/** What has not changed for long is looked at less often, and never less often than this. */
const LOOK_AT_LEAST_EVERY_MS = 2_000;
/** A look that takes longer is told of; longer than a worker that has just gone is waited for. */
export const LATE_AFTER_MS = 7_000;
/** What is asked of Temporal is bounded. */
const LONGEST_LOOK_MS = 60_000;

export interface Following<Status> {
  look: () => Promise<Status>;
  /** Between two looks: until there may be something new to see, or else for that long. Left out: for that long. */
  rest?: ((pauseMs: number, signal: AbortSignal) => Promise<void>) | undefined;
  isSettled: (status: Status) => boolean;
  /** Whether an error only says that nobody answers now. */
  isSilence: (error: unknown) => error is Error;
  timeoutMs?: number | undefined;
  /** Lets go of it. */
  signal: AbortSignal;
  onChange?: ((status: Status) => void) | undefined;
  /** After each look, also where nothing has changed. */
  onLook?: ((status: Status) => void) | undefined;
  /** When no response comes any more; null: not in time. It is called once more when the reason becomes known. */
  onSilence?: ((why: Error | null) => void) | undefined;
}

export interface Followed<Status> {
  /** The last one seen. */
  status: Status;
  ended: 'settled' | 'timeout' | 'detached';
}

/** Workers and servers are restarted while work goes on: once it was seen, it is looked for until time is up. */
export async function followUntilSettled<Status>(
  first: Status,
  following: Following<Status>,
): Promise<Followed<Status>> {
  const { look, rest = pause, isSettled, isSilence, timeoutMs = Infinity, signal } = following;
  const { onChange, onLook, onSilence } = following;
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
    // What was seen before says nothing of now.
    if (silence === null) onLook?.(status);
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
      const seen = await unlessAborted(withinTime(signal, deadlineMs), look);
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
  return Math.min(LOOK_AT_LEAST_EVERY_MS, Math.max(LOOK_EVERY_MS, unchangedMs / 4));
}

function isLetGo({ aborted }: AbortSignal): boolean {
  return aborted;
}

/** Nobody waits for an answer beyond their own time. */
function withinTime(signal: AbortSignal, deadlineMs: number): AbortSignal {
  const leftMs = Math.max(LOOK_EVERY_MS, deadlineMs - Date.now());
  return leftMs > LONGEST_LOOK_MS ? signal : AbortSignal.any([signal, AbortSignal.timeout(leftMs)]);
}

/** Where nobody answers, a look takes long: whoever lets go does not wait for it, and hears null. */
async function unlessAborted<Value>(signal: AbortSignal, look: () => Promise<Value>): Promise<Value | null> {
  if (signal.aborted) return null;
  const settled = new AbortController();
  const aborted = once(signal, 'abort', { signal: settled.signal }).then(() => null);
  try {
    return await Promise.race([look(), aborted]);
  } finally {
    settled.abort();
  }
}
