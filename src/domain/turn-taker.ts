/** How a release asks for its project's turn to publish, from an activity, since the queue may have to be started. */
export interface TurnTaker {
  workflowId: string;
  runId: string;
}

export interface TurnAnswer {
  /** Whether the turn is there at once; otherwise a signal tells when it has come. */
  granted: boolean;
}

export const publishTurnsType = 'publishTurns';
