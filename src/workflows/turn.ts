/** A release's turn to publish and export in its project: requested, held by its number, and returned. */
import {
  CancellationScope,
  getExternalWorkflowHandle,
  isCancellation,
  upsertMemo,
  uuid4,
  workflowInfo,
} from '@temporalio/workflow';
import { publishQueueWorkflowId } from '../domain/release/identity';
import { stageDeadlineMs } from '../domain/release/polling';
import { askAgainAfterMs, TURN_MEMO, type TurnMemo } from '../domain/release/publish-queue';
import { endTurnSignal, leaveQueueSignal } from '../protocol/messages';
import { reads } from './activity-proxies';
import { needsDecision } from './problems';
import type { Run } from './run';
import { wait } from './wait';

export const PUBLISHED_OVER = 'published_over';

const THE_TURN = "the project's turn to publish";

/** Returns with the turn, or without it once it is not wanted. `forExport`: what it published must still be current. */
export async function takeTurn(
  run: Run,
  { forExport, isStopped }: { forExport: boolean; isStopped: () => boolean },
): Promise<void> {
  const { record } = run;
  // A continued run resumes the wait of the previous run.
  const { sinceMs } = (record.wait =
    record.wait?.what === THE_TURN ? record.wait : { what: THE_TURN, sinceMs: Date.now() });
  try {
    while (!isStopped()) {
      const waitedMs = Date.now() - sinceMs;
      const { project } = run.spec;
      const { publishedIn } = record;
      const reply = await reads.askForPublishTurn({ project, ...request(run), publishedIn });
      if (reply.granted) {
        record.turn = reply.turn;
        record.wait = null;
        keepTurn(run);
        if (forExport) requireOwnTexts(run, reply.publishedSince);
        return;
      }
      const { holder, holderProblem = null } = reply;
      if (waitedMs >= stageDeadlineMs.publishTurn)
        throw needsDecision('publish_turn', { project, holder, holderProblem });
      run.showTurnOf(reply);
      run.turnSignalled = false;
      await wait(run, () => run.turnSignalled || isStopped(), {
        forMs: askAgainAfterMs(reply, waitedMs),
        summary: 'another release of the project publishes',
      });
    }
    await leaveQueue(run);
  } catch (error) {
    if (isCancellation(error)) await leaveQueue(run);
    throw error;
  }
}

/** A publish job that has not ended keeps the project's turn, even if the release leaves. */
export async function giveTurnBack(run: Run): Promise<void> {
  const { record, runningJobId: jobId } = run;
  const { turn, publishedIn } = record;
  if (turn === null) return;
  const ended = { ...request(run), turn, published: publishedIn === turn, jobId };
  record.turn = null;
  dropTicket(run);
  await signalQueue(run, (queue) => queue.signal(endTurnSignal, ended));
}

async function leaveQueue(run: Run): Promise<void> {
  const left = request(run);
  run.record.wait = null;
  dropTicket(run);
  await signalQueue(run, (queue) => queue.signal(leaveQueueSignal, left));
}

/** The taker's id and ticket are the same in all runs of a release. */
function request(run: Run): { taker: string; ticket: string } {
  const { record } = run;
  if (record.ticket === null) {
    record.ticket = uuid4();
    keepTurn(run);
  }
  return { taker: workflowInfo().workflowId, ticket: record.ticket };
}

function dropTicket({ record }: Run): void {
  record.ticket = null;
  upsertMemo({ [TURN_MEMO]: null });
}

/** The queue reads the memo. */
export function keepTurn({ record, taskId, runningJobId: jobId }: Run): void {
  const { ticket, turn } = record;
  if (ticket !== null) upsertMemo({ [TURN_MEMO]: { ticket, turn, taskId, jobId } satisfies TurnMemo });
}

type Queue = ReturnType<typeof getExternalWorkflowHandle>;

async function signalQueue({ spec }: Run, send: (queue: Queue) => Promise<void>): Promise<void> {
  const queue = getExternalWorkflowHandle(publishQueueWorkflowId(spec.project));
  // A queue that is not running holds no turn either.
  await CancellationScope.nonCancellable(() => send(queue).catch(() => undefined));
}

/** A release exports what it published: if others have published since, a person decides. */
function requireOwnTexts({ record, spec }: Run, publishedSince: readonly string[] | null): void {
  if (record.publishedIn === null || publishedSince?.length === 0) return;
  throw needsDecision(PUBLISHED_OVER, { project: spec.project, publishedSince });
}
