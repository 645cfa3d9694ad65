/** The one way to wait for slow work at a service. Only readings count: a callback may be forged, doubled or lost. */
import { nextCheckInMs } from '../domain/release/polling';
import { needsDecision } from './problems';
import type { Run } from './run';
import { wait } from './wait';

export interface SlowWork<Reading> {
  what: string;
  /** False for work of the social service, which never calls back. */
  callbacks?: boolean;
  read(): Promise<Reading>;
  settled(reading: Reading): boolean;
  /** From 0 to 1, as last read. */
  progress?(): number | undefined;
  deadlineMs: number;
}

/** Polls only make up for a lost callback, so that the shortest pause can be this many times as long. */
const CALLED_BACK_FACTOR = 5;

export async function waitUntilSettled<Reading>(run: Run, work: SlowWork<Reading>): Promise<Reading> {
  const { record } = run;
  const { what } = work;
  // A continued run resumes the wait of the previous run.
  const continued = record.wait?.what === what ? record.wait : null;
  const { sinceMs } = (record.wait = continued ?? { what, sinceMs: Date.now() });
  for (;;) {
    await untilNextRead(run, work, sinceMs);
    record.callbackReceived = false;
    const reading = await work.read();
    if (work.settled(reading)) {
      record.wait = null;
      return reading;
    }
  }
}

async function untilNextRead<Reading>(run: Run, work: SlowWork<Reading>, sinceMs: number): Promise<void> {
  const { what, callbacks = true, deadlineMs } = work;
  const waitedMs = Date.now() - sinceMs;
  if (waitedMs >= deadlineMs) throw needsDecision('deadline', { what, forMs: deadlineMs });
  const hasCallback = callbacks && run.isCalledBack;
  const minimumMs = run.minCheckIntervalMs * (hasCallback ? CALLED_BACK_FACTOR : 1);
  const pauseMs = nextCheckInMs({ waitedMs, minimumMs, progress: work.progress?.(), hasCallback });
  const untilMs = Math.min(Date.now() + pauseMs, sinceMs + deadlineMs);
  // Other messages that arrive meanwhile do not end this wait.
  const isCallbackReceived = (): boolean => run.record.callbackReceived;
  while (!isCallbackReceived() && Date.now() < untilMs)
    await wait(run, isCallbackReceived, { forMs: untilMs - Date.now(), summary: `${what}: next check` });
}
