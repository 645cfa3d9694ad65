import { nextPauseMs } from './pause-between-looks';

/** How a release asks for its project's turn to publish, from an activity, since the queue may have to be started. */
export interface TurnTaker {
  workflowId: string;
  runId: string;
}

export interface TurnAnswer {
  /** Whether the turn is there; otherwise a signal tells when it may have come. */
  granted: boolean;
  /** Whose it is, where it is another's; not in answers of earlier workers. */
  holder?: string;
  /** How many come before it; not in answers of earlier workers. */
  ahead?: number;
  /** Why that one does not go on, if anything is known of it. */
  holderProblem?: string;
}

/** A queue that was started anew has forgotten who waits: asking again is joining again. */
const ASK_AGAIN_AFTER_MS = 60_000;
/** So many publish in that time at least. */
const TURNS_MEANWHILE = 4;

/** The more come before it, the more rarely it asks: a hundred that wait ask not much more often than ten. */
export function askAgainAfterMs({ ahead = 1 }: TurnAnswer, waitedMs: number): number {
  return nextPauseMs({ waitedMs, minimumMs: ASK_AGAIN_AFTER_MS * Math.max(1, ahead / TURNS_MEANWHILE) });
}

export const publishTurnsType = 'publishTurns';
