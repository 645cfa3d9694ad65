/**
 * Releases of one project take turns to publish. A small workflow per project keeps the queue: first come,
 * first served, and no worker is held while a release waits. A holder that ends without saying so is found out
 * by looking, and its turn goes to the next.
 */
import {
  condition,
  continueAsNew,
  getExternalWorkflowHandle,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow';
import type { TurnAnswer, TurnTaker } from '../domain/turn-taker';
import { askForTurnUpdate, endTurnSignal, publishTurnSignal } from '../protocol/messages';
import { repeatable } from './activity-proxies';
import { onSignal, onUpdate } from './checked-messages';

/** How often a holder is looked at while others wait, and how long an empty queue is kept open. */
const LOOK_AFTER_MS = 60_000;
const IDLE_MS = 60_000;

export async function publishTurns(queued: TurnTaker[] = []): Promise<void> {
  const queue = [...queued];
  const same = (a: TurnTaker) => (b: TurnTaker) => a.workflowId === b.workflowId && a.runId === b.runId;
  /** Whoever was not given the turn when asking is told when it comes. */
  const waiting = new Set(queue);
  const ask = (taker: TurnTaker): TurnAnswer => {
    if (!queue.some(same(taker)) && queue.push(taker) > 1) waiting.add(taker);
    const [holder] = queue;
    const ahead = queue.findIndex(same(taker));
    if (holder === undefined || ahead === 0) return { granted: true };
    return { granted: false, holder: holder.workflowId, ahead };
  };
  const end = (taker: TurnTaker): void => {
    const place = queue.findIndex(same(taker));
    if (place >= 0) queue.splice(place, 1);
  };
  onUpdate(askForTurnUpdate, 'turnTaker', { fault: () => null, act: ask });
  onSignal(endTurnSignal, 'turnTaker', end);
  for (;;) {
    const [holder] = queue;
    if (holder === undefined) {
      await condition(() => queue.length > 0, IDLE_MS);
      // Asked anew: somebody may come in the very moment in which the time is up.
      if (queue[0] === undefined) return;
      continue;
    }
    setCurrentDetails(`${holder.workflowId} publishes; ${queue.length - 1} wait`);
    if (!waiting.delete(holder) || (await giveTurn(holder))) await awaitEndOfTurn(queue, holder);
    if (queue[0] === holder) queue.shift();
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof publishTurns>(queue);
  }
}

/** False where the release has ended in the meantime. */
async function giveTurn({ workflowId, runId }: TurnTaker): Promise<boolean> {
  try {
    await getExternalWorkflowHandle(workflowId, runId).signal(publishTurnSignal);
    return true;
  } catch {
    return false;
  }
}

async function awaitEndOfTurn(queue: readonly TurnTaker[], holder: TurnTaker): Promise<void> {
  const ended = (): boolean => queue[0] !== holder;
  for (;;) {
    // A holder is looked at only while somebody waits for it.
    await condition(() => ended() || queue.length > 1);
    if (ended() || (await condition(ended, LOOK_AFTER_MS, { summary: 'is the holder alive?' }))) return;
    if (!(await repeatable.isWorkflowRunning(holder))) return;
  }
}
