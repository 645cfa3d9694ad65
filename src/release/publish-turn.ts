/** How a release asks for its project's turn to publish, from an activity, since the queue may have to be started. */
export interface TurnTaker {
  workflowId: string;
  runId: string;
}

export const publishTurnsType = 'publishTurns';
export const askForTurnName = 'askForTurn';
