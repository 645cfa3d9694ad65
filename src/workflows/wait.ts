/**
 * The one way to wait for slow work at a service: pause until a callback hints at a change or a timer fires,
 * look, and pause again. Only what is read counts; a callback may be forged, doubled, late or lost.
 */
import { condition } from '@temporalio/workflow';
import { nextPauseMs } from '../release/pause';
import { stuck } from './problems';
import type { ReleaseRun } from './release-run';

export interface Wait<Reading> {
  /** What is waited for, as a person would say it. */
  what: string;
  read(): Promise<Reading>;
  settled(reading: Reading): boolean;
  /** From 0 to 1. */
  progress?(reading: Reading): number | undefined;
  deadlineMs: number;
}

export async function waitUntilSettled<Reading>(release: ReleaseRun, wait: Wait<Reading>): Promise<Reading> {
  const startMs = Date.now();
  let progress: number | undefined;
  for (;;) {
    const waitedMs = Date.now() - startMs;
    if (waitedMs > wait.deadlineMs) {
      throw stuck(
        'deadline',
        `${wait.what} has not ended within ${days(wait.deadlineMs)}. Nothing was lost: look at the service, then retry to wait on.`,
      );
    }
    const pauseMs = nextPauseMs({ waitedMs, minimumMs: release.minCheckIntervalMs, progress });
    await condition(() => release.hinted, pauseMs, { summary: `${wait.what}: next look` });
    release.hinted = false;
    const reading = await wait.read();
    if (wait.settled(reading)) return reading;
    progress = wait.progress?.(reading);
    await release.continueIfLong();
  }
}

function days(ms: number): string {
  const hours = Math.round(ms / 3_600_000);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
