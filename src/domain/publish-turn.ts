/** What the queue of a project tells a release that asks for its turn to publish and export. */
import { nextPauseMs } from './pause-between-looks';
import type { TurnAnswer } from './publish-queue';

/** What a publisher keeps as a memo, so that the queue can look at it without asking: its wish, its turn, and its job. */
export interface TurnMemo {
  ticket: string;
  turn: number | null;
  /** Where a publish job whose id is not known would show. */
  taskId: string;
  jobId: string | null;
}

export const TURN_MEMO = 'turn';

export type TurnRefusal = Extract<TurnAnswer, { granted: false }> & {
  /** Why the holder does not go on, if anything is known of it. */
  holderProblem?: string;
};

/** A hint may be lost: who waits asks again. */
const ASK_AGAIN_AFTER_MS = 60_000;
/** So many publish in that time at least. */
const TURNS_MEANWHILE = 4;

/** The more come before it, the more rarely it asks: a hundred that wait ask not much more often than ten. */
export function askAgainAfterMs({ ahead }: TurnRefusal, waitedMs: number): number {
  return nextPauseMs({ waitedMs, minimumMs: ASK_AGAIN_AFTER_MS * Math.max(1, ahead / TURNS_MEANWHILE) });
}

export const publishQueueType = 'publishQueue';
