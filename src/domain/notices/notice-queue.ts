/** The queue of one notice route and its health: plain data, and its transitions. */
import type { Notice, NoticeQueue } from './notice-schema';

/** An older notice is dropped, because people will have seen its subject in the console. */
const GIVEN_UP_AFTER_MS = 3 * 86_400_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/** So many bytes of notices fit into one Temporal payload together with the ids. */
const MOST_WAITING_BYTES = 1_000_000;
const MOST_WAITING = 3000;
const MOST_TAKEN = 4000;

export function newNoticeQueue(): NoticeQueue {
  const health = { waiting: 0, lastSentAt: null, failing: null, dropped: null, quietUntil: null };
  return { waiting: [], inBatch: 0, taken: [], health };
}

/** A notice is queued once, however often it is posted. */
export function takeNotice(queue: NoticeQueue, notice: Notice, nowMs: number): void {
  const { taken, waiting, inBatch } = queue;
  if (taken.includes(notice.id)) return;
  queue.taken = [...taken, notice.id].slice(-MOST_TAKEN);
  waiting.push({ notice, sinceMs: nowMs });
  const isTooMuch = (): boolean => waiting.length > MOST_WAITING || bytesOf(waiting) > MOST_WAITING_BYTES;
  while (isTooMuch() && waiting.length > inBatch + 1) {
    // A notice that is being sent is never dropped.
    waiting.splice(inBatch, 1);
    drop(queue, 1, nowMs, 'too many notices were waiting');
  }
  queue.health.waiting = waiting.length;
}

const encoder = new TextEncoder();
/** Each notice is measured once, not again for each one that follows. */
const measured = new WeakMap<Notice, number>();

function bytesOf(waiting: NoticeQueue['waiting']): number {
  return waiting.reduce((sum, { notice }) => {
    const bytes = measured.get(notice) ?? encoder.encode(JSON.stringify(notice)).length;
    measured.set(notice, bytes);
    return sum + bytes;
  }, 0);
}

/** The batch stays the same until it was sent or given up. */
export function nextBatch(queue: NoticeQueue, most: number): Notice[] {
  if (queue.inBatch === 0) queue.inBatch = Math.min(most, queue.waiting.length);
  return queue.waiting.slice(0, queue.inBatch).map(({ notice }) => notice);
}

export function batchWasSent(queue: NoticeQueue, nowMs: number): void {
  removeBatch(queue);
  Object.assign(queue.health, { lastSentAt: iso(nowMs), failing: null, quietUntil: null });
}

/** Nothing was sent, so that further notices may join the batch. */
export function batchIsHeld(queue: NoticeQueue, quietUntil: string): void {
  if (queue.health.failing === null) queue.inBatch = 0;
  queue.health.quietUntil = quietUntil;
}

/** The receiver refused the batch for good. */
export function batchWasRefused(queue: NoticeQueue, why: string, nowMs: number): void {
  const { health } = queue;
  drop(queue, queue.inBatch, nowMs, why);
  removeBatch(queue);
  // The route reports a failure until a notice arrives.
  const { since = iso(nowMs), attempts = 0 } = health.failing ?? {};
  health.failing = { since, attempts: attempts + 1, why };
}

/** Returns how long to wait before the next attempt. */
export function batchFailed(queue: NoticeQueue, why: string, nowMs: number): number {
  const { health } = queue;
  const attempts = (health.failing?.attempts ?? 0) + 1;
  health.failing = { since: health.failing?.since ?? iso(nowMs), attempts, why };
  health.quietUntil = null;
  const isTooOld = ({ sinceMs }: { sinceMs: number }): boolean => nowMs - sinceMs >= GIVEN_UP_AFTER_MS;
  if (queue.waiting.slice(0, queue.inBatch).every(isTooOld)) {
    drop(queue, queue.inBatch, nowMs, why);
    removeBatch(queue);
  }
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_PAUSE_MS);
}

function removeBatch(queue: NoticeQueue): void {
  queue.waiting.splice(0, queue.inBatch);
  queue.inBatch = 0;
  queue.health.waiting = queue.waiting.length;
}

function drop({ health }: NoticeQueue, count: number, nowMs: number, why: string): void {
  health.dropped = { count: (health.dropped?.count ?? 0) + count, at: iso(nowMs), why };
}

const iso = (ms: number): string => new Date(ms).toISOString();
