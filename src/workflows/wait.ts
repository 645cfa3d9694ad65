/**
 * The one wait of all workflows. Every wait also ends when a message arrives, and a history that has grown long ends in
 * a wait: the next run continues with the state of this one. Nothing else may wait or continue as new, so that every
 * state of every workflow can be continued.
 */
import {
  allHandlersFinished,
  CancellationScope,
  condition,
  makeContinueAsNewFunc,
  workflowInfo,
} from '@temporalio/workflow';

export interface Waiting {
  /** Incremented by every message that may change what comes next. */
  readonly changes?: number;
  /** Whether the next run begins with a replacement. */
  readonly isReplaced?: boolean;
  nextRunArgs(): readonly unknown[];
}

export interface WaitOptions {
  forMs?: number;
  summary?: string;
}

/**
 * Whether the history was long at the last event. A refused request leaves no event, so nothing may depend on it: a
 * replay would not know of it. The server's suggestion is read only at an event.
 */
let isLong = false;

/** Every handler calls this when it accepts a message. */
export function noteLength(): void {
  isLong = workflowInfo().continueAsNewSuggested;
}

/**
 * Returns whether the condition holds; if not, the time has passed or a message has arrived. `isOver` must read only
 * the state, never the time, because it runs at moments that no history records.
 */
export async function wait(
  run: Waiting,
  isOver: () => boolean,
  { forMs, summary }: WaitOptions = {},
): Promise<boolean> {
  const { changes } = run;
  noteLength();
  const isWoken = (): boolean => isOver() || run.changes !== changes || isToContinue(run);
  if (forMs === undefined) await condition(isWoken);
  else if (forMs > 0) await condition(isWoken, forMs, summary === undefined ? {} : { summary });
  noteLength();
  if (!isOver() && isToContinue(run)) await goOnAfresh(run);
  return isOver();
}

/** A wait that only time ends: messages do not cut it short. */
export async function sleepFor(run: Waiting, forMs: number, summary: string): Promise<void> {
  const untilMs = Date.now() + forMs;
  while (Date.now() < untilMs) await wait(run, () => false, { forMs: untilMs - Date.now(), summary });
}

/** For a workflow that has no waits of its own: a long history ends before the next step. */
export async function continueIfLong(run: Waiting): Promise<void> {
  noteLength();
  if (isToContinue(run)) await goOnAfresh(run);
}

/** Open updates still get their results at the end. */
export async function untilUpdatesReturned(): Promise<void> {
  await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
}

/** Waits for running updates, so that a decision does not overtake them. */
export async function untilHandlersFinished(): Promise<void> {
  await condition(allHandlersFinished);
}

/** The server counts a history as long by its events, their size, or the number of updates. */
function isToContinue({ isReplaced = false }: Waiting): boolean {
  return isReplaced || isLong;
}

/** No handler may still be running, because nothing may change the state once it is passed on. */
async function goOnAfresh(run: Waiting): Promise<never> {
  await condition(allHandlersFinished);
  // Without it the next run would get the memo of the start, and others read in the memo whose turn it is to publish.
  const { memo = {} } = workflowInfo();
  return makeContinueAsNewFunc({ memo })(...run.nextRunArgs());
}
