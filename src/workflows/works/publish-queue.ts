/** Carries the messages of a project's publish queue, whose rules are the domain's. A wait occupies no worker. */
import { getExternalWorkflowHandle, setCurrentDetails } from '@temporalio/workflow';
import { stageDeadlineMs, nextCheckInMs } from '../../domain/release/polling';
import * as rules from '../../domain/release/publish-queue';
import {
  askForTurnUpdate,
  endTurnSignal,
  leaveQueueSignal,
  publishTurnSignal,
} from '../../protocol/messages';
import { reads } from '../activity-proxies';
import { onSignal, onUpdate } from '../checked-messages';
import { wait, type Waiting } from '../wait';

const CHECK_AFTER_MS = 60_000;
/** A job that its release has left ends by itself, and mostly soon. */
const minimumMs = 3_000;
/** As long as a release may be parked after it published: until then the queue knows who has published since. */
const IDLE_MS = 30 * 86_400_000;

export async function publishQueue(project: string, carried?: rules.PublishQueue): Promise<void> {
  let queue = carried ?? rules.newPublishQueue();
  const run: Waiting = { nextRunArgs: () => [project, queue] };
  const isIdle = (): boolean => queue.holder === null && queue.waiting.length === 0;
  // No turn is granted while the search for the current holder runs.
  const holderSearch = queue.knowsHolder ? Promise.resolve() : findHolder();
  onUpdate(askForTurnUpdate, 'askForTurn', {
    fault: () => null,
    act: async (wanted) => {
      await holderSearch;
      const result = rules.requestTurn(queue, wanted, Date.now());
      queue = result.queue;
      return result.reply;
    },
  });
  onSignal(endTurnSignal, 'endTurn', (ended) => {
    queue = rules.end(queue, ended, Date.now());
  });
  onSignal(leaveQueueSignal, 'leaveQueue', (left) => {
    queue = rules.leave(queue, left);
  });
  await holderSearch;
  for (;;) {
    const granted = rules.unnotifiedHolder(queue);
    if (granted !== null) {
      const isThere = await notify(granted);
      queue = rules.wasNotified(queue, granted);
      if (!isThere) await checkHolder(granted);
      continue;
    }
    const { holder } = queue;
    if (holder === null) {
      if (await wait(run, () => queue.holder !== null, { forMs: IDLE_MS, summary: 'nobody publishes' }))
        continue;
      // Checked again, because a request may arrive at the very moment in which the time is up.
      if (isIdle()) return;
      continue;
    }
    setCurrentDetails(`${holder.taker} publishes; ${queue.waiting.length} wait`);
    const isOver = (): boolean => queue.holder?.turn !== holder.turn;
    // A holder is checked only while others wait, or if it has left a job behind.
    const isLeft = (): boolean => (queue.holder?.leftJobId ?? null) !== null;
    const isWaitedFor = (): boolean => isOver() || queue.waiting.length > 0 || isLeft();
    if (!(await wait(run, isWaitedFor))) continue;
    const forMs = isLeft()
      ? nextCheckInMs({ waitedMs: Date.now() - holder.sinceMs, minimumMs })
      : CHECK_AFTER_MS;
    if (await wait(run, isOver, { forMs, summary: 'is the turn still in use?' })) continue;
    await checkHolder(queue.holder ?? holder);
  }

  async function findHolder(): Promise<void> {
    const found = await reads.seekHolder({ project });
    queue = rules.withFoundHolder(queue, found, Date.now());
  }

  async function checkHolder(holder: rules.TurnHolder): Promise<void> {
    const { taker, ticket, turn, leftJobId, sinceMs } = holder;
    const found = await reads.lookAtHolder({ project, taker, ticket, leftJobId, sinceMs }).catch(() => null);
    const isGivenUp = Date.now() - sinceMs >= stageDeadlineMs.publish;
    // If the check fails, the holder keeps the turn until its time is up: a failed queue would forget who waits.
    if (found === null ? !isGivenUp : found.isInUse) return;
    const { published, runningJobId } = found ?? { published: true, runningJobId: null };
    const jobId = isGivenUp ? null : runningJobId;
    if (leftJobId === null) queue = rules.holderIsGone(queue, { turn, published, jobId }, Date.now());
    else if (jobId === null) queue = rules.jobHasEnded(queue, { turn, published }, Date.now());
  }
}

/** The notification makes the holder request its turn. false: the holder is not running. */
async function notify({ taker }: rules.TurnHolder): Promise<boolean> {
  try {
    await getExternalWorkflowHandle(taker).signal(publishTurnSignal);
    return true;
  } catch {
    return false;
  }
}
