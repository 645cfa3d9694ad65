import { WorkflowNotFoundError } from '@temporalio/client';
import type { TurnAnswer } from '../domain/turn-taker';
import type { ActivityInput } from '../protocol/activity-inputs';
import type { ActivityDependencies } from './dependencies';
import { askForTurn } from './ask-for-turn';

export function publishTurnActivities(dependencies: ActivityDependencies) {
  return {
    askForPublishTurn(asked: ActivityInput<'askForPublishTurn'>): Promise<TurnAnswer> {
      return askForTurn(dependencies, asked);
    },

    async isWorkflowRunning({ workflowId, runId }: ActivityInput<'isWorkflowRunning'>): Promise<boolean> {
      try {
        const { status } = await dependencies.temporal.workflow.getHandle(workflowId, runId).describe();
        return status.name === 'RUNNING';
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false;
        throw error;
      }
    },
  };
}
