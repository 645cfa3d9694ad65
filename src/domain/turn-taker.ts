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
  /** Why that one does not go on, if anything is known of it. */
  holderProblem?: string;
}

export const publishTurnsType = 'publishTurns';
