/**
 * The one wait of all workflows. Every wait also ends when a message has arrived, and a history that has grown long
 * ends in it: the next run continues with the state of this one. Nothing else may wait or continue as new, so that
 * every state of every workflow can.
 */
import {
  allHandlersFinished,
  CancellationScope,
  condition,
  makeContinueAsNewFunc,
  workflowInfo,
} from '@temporalio/workflow';

/** A workflow that waits. */
export interface Waiting {
  /** Grows with every message that may change what comes next. */
  readonly changes?: number;
  /** Whether something else takes its place: the next run begins with that. */
  readonly isReplaced?: boolean;
  /** What the next run is started with. */
  handOver(): readonly unknown[];
}

export interface WaitOptions {
  /** At most so long; left out: until it is over. */
  forMs?: number;
  /** What it waits for, for readers of the history. */
  summary?: string;
}

/**
 * Whether the history was long at the last event. A refused request leaves no event, so nothing may happen because of
 * it: a replay would not know of it. The server's suggestion is read only where an event stands.
 */
let isLong = false;

/** To be called when a message is taken. */
export function noteLength(): void {
  isLong = workflowInfo().continueAsNewSuggested;
}

/**
 * Returns whether it is over. Otherwise the time has passed, or a message has arrived. `isOver` reads the state, never
 * the time, because it runs at moments that no history has.
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

/** The same for what nothing but time ends. */
export async function pause(run: Waiting, forMs: number, summary: string): Promise<void> {
  const untilMs = Date.now() + forMs;
  while (Date.now() < untilMs) await wait(run, () => false, { forMs: untilMs - Date.now(), summary });
}

/** A step of a workflow that has no waits of its own: a long history ends before the next one. */
export async function continueIfLong(run: Waiting): Promise<void> {
  noteLength();
  if (isToContinue(run)) await goOnAfresh(run);
}

/** At the end, open updates still get their results. */
export async function untilUpdatesReturned(): Promise<void> {
  await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
}

/** Waits until the updates that are under way have ended, so that a decision does not overtake them. */
export async function untilHandlersFinished(): Promise<void> {
  await condition(allHandlersFinished);
}

/** A history is long by the number of its events, their size, or the number of updates, as the server counts them. */
function isToContinue({ isReplaced = false }: Waiting): boolean {
  return isReplaced || isLong;
}

/** Nothing may change what is handed over once it was. */
async function goOnAfresh(run: Waiting): Promise<never> {
  await condition(allHandlersFinished);
  // Without it the next run would get the memo of the start, and others read in the memo whose turn it is to publish.
  const { memo = {} } = workflowInfo();
  return makeContinueAsNewFunc({ memo })(...run.handOver());
}
