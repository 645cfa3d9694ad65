/**
 * Releases of one project take turns to publish. A small workflow per project keeps the queue: first come,
 * first served, and no worker is held while a release waits. A holder that ends without saying so is found out
 * by looking, and its turn goes to the next.
 */
import {
  condition,
  CancellationScope,
  continueAsNew,
  defineSignal,
  defineUpdate,
  getExternalWorkflowHandle,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { publishTurnWorkflowId } from '../domain/identity';
import { stageDeadlineMs } from '../domain/policies';
import { askForTurnName, type TurnAnswer, type TurnTaker } from '../domain/turn-taker';
import { repeatable } from './activity-proxies';
import { checkedSignal, checkInput } from './checked-messages';
import { turnTaker } from '../protocol/message-schemas';
import { publishTurnSignal } from '../protocol/messages';
import { needsDecision } from './problems';
import type { ReleaseRun } from './release-run';

export const askForTurnUpdate = defineUpdate<TurnAnswer, [TurnTaker]>(askForTurnName);
export const endTurnSignal = defineSignal<[TurnTaker]>('endTurn');

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
    return { granted: holder !== undefined && same(taker)(holder) };
  };
  const end = (taker: TurnTaker): void => {
    const place = queue.findIndex(same(taker));
    if (place >= 0) queue.splice(place, 1);
  };
  setHandler(askForTurnUpdate, ask, { validator: (taker) => checkInput(turnTaker, taker) });
  setHandler(endTurnSignal, checkedSignal(turnTaker, end));
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

/** Does the work while the project's turn is this release's, and gives the turn back whatever happens. */
export async function withPublishTurn<Result>(
  release: ReleaseRun,
  work: () => Promise<Result>,
): Promise<Result> {
  const { workflowId, runId } = workflowInfo();
  const taker = { workflowId, runId };
  const { project } = release.spec;
  try {
    const { granted } = await repeatable.askForPublishTurn({ project, taker });
    if (granted) release.hasPublishTurn = true;
    else await awaitTurn(release);
    return await work();
  } finally {
    release.hasPublishTurn = false;
    await CancellationScope.nonCancellable(() =>
      getExternalWorkflowHandle(publishTurnWorkflowId(project))
        .signal(endTurnSignal, taker)
        // Not there any more: then it keeps no turn of ours either.
        .catch(() => undefined),
    );
  }
}

async function awaitTurn(release: ReleaseRun): Promise<void> {
  const came = await condition(() => release.hasPublishTurn, stageDeadlineMs.publishTurn, {
    summary: 'another release of the project publishes',
  });
  if (came) return;
  throw needsDecision(
    'publish_turn',
    `Other releases of project ${release.spec.project} have been publishing for days. Nothing was lost; retry to wait on.`,
  );
}
