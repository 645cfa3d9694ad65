/**
 * The one way to wait for slow work at a service: pause until a callback hints at a change or a timer fires,
 * look, and pause again. Only what is read counts; a callback may be forged, doubled, late or lost.
 */
import { condition } from '@temporalio/workflow';
import { nextPauseMs } from '../domain/pause-between-looks';
import { capitalized } from '../domain/sentence';
import type { ReleaseRecord } from '../domain/release-record';
import { needsDecision } from './problems';

/** Who waits: a release, or work that belongs to none. */
export interface Waiter {
  record: Pick<ReleaseRecord, 'wait'>;
  hinted: boolean;
  readonly minCheckIntervalMs: number;
  /** Whether callbacks are seen to arrive. */
  readonly isCalledBack: boolean;
  continueIfLong(): Promise<void>;
  /** It waits for longer than until its first look. */
  stay?(): void;
}

export interface Wait<Reading> {
  /** What is waited for, as a person would say it. */
  what: string;
  /** Whether the service calls back about it. */
  callbacks: boolean;
  read(): Promise<Reading>;
  /**
   * Pauses in the call itself, or has been made by the call before: where nothing else can end a short pause, that takes
   * no timer. For the first look only, as a worker of before does not know of the pause.
   */
  readAfter?: ((pauseMs: number) => Promise<Reading>) | undefined;
  settled(reading: Reading): boolean;
  /** From 0 to 1, as last read. */
  progress?(): number | undefined;
  deadlineMs: number;
}

/** A missed callback then costs five pauses at the beginning of a wait, and a quarter of it later on. */
const RARER_IF_CALLED_BACK = 5;

/** So long a call may keep its place on a worker. */
const SHORT_PAUSE_MS = 5_000;

/** After what pause a call that starts something may look at it too; undefined: that would keep its place for too long. */
export function pauseInCallMs({
  minCheckIntervalMs,
}: Pick<Waiter, 'minCheckIntervalMs'>): number | undefined {
  return minCheckIntervalMs <= SHORT_PAUSE_MS ? minCheckIntervalMs : undefined;
}

export async function waitUntilSettled<Reading>(release: Waiter, wait: Wait<Reading>): Promise<Reading> {
  const { record } = release;
  // A run that is continued goes on with the wait in which the one before it ended.
  const continued = record.wait?.what === wait.what ? record.wait : null;
  const { sinceMs } = (record.wait = continued ?? { what: wait.what, sinceMs: Date.now() });
  let progress = continued === null ? undefined : wait.progress?.();
  for (let isFirst = continued === null; ; isFirst = false) {
    const waitedMs = Date.now() - sinceMs;
    if (waitedMs >= wait.deadlineMs) {
      throw needsDecision(
        'deadline',
        `${capitalized(wait.what)} has not ended within ${days(wait.deadlineMs)}. Nothing is lost. Check the service, then retry to wait again.`,
      );
    }
    const isTold = wait.callbacks && release.isCalledBack;
    const minimumMs = release.minCheckIntervalMs * (isTold ? RARER_IF_CALLED_BACK : 1);
    const pauseMs = nextPauseMs({ waitedMs, minimumMs, progress, isTold });
    const untilDeadlineMs = wait.deadlineMs - waitedMs;
    const readAfter = isFirst && pauseMs <= SHORT_PAUSE_MS ? wait.readAfter : undefined;
    if (readAfter === undefined) {
      await condition(() => release.hinted, Math.min(pauseMs, untilDeadlineMs), {
        summary: `${wait.what}: next check`,
      });
      release.hinted = false;
    }
    const reading = await (readAfter === undefined ? wait.read() : readAfter(pauseMs));
    if (wait.settled(reading)) {
      record.wait = null;
      return reading;
    }
    progress = wait.progress?.();
    release.stay?.();
    await release.continueIfLong();
  }
}

function days(ms: number): string {
  const hours = Math.round(ms / 3_600_000);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
