import { WithStartWorkflowOperation, WorkflowNotFoundError } from '@temporalio/client';
import type { Workflow } from '@temporalio/common';
import { publishTurnWorkflowId } from '../domain/identity';
import { publishTurnsType, type TurnAnswer } from '../domain/turn-taker';
import type { ActivityInput } from '../protocol/activity-inputs';
import { askForTurnUpdate } from '../protocol/messages';
import { hasWorkers } from '../temporal/task-queue';
import type { ActivityDependencies } from './dependencies';

export function publishTurnActivities({ temporal, taskQueue }: ActivityDependencies) {
  return {
    /** Starts the project's queue where it is not running. Asking twice is asking once. */
    async askForPublishTurn({ project, taker }: ActivityInput<'askForPublishTurn'>): Promise<TurnAnswer> {
      const startWorkflowOperation = new WithStartWorkflowOperation<Workflow>(publishTurnsType, {
        workflowId: publishTurnWorkflowId(project),
        taskQueue,
        args: [],
        workflowIdConflictPolicy: 'USE_EXISTING',
      });
      const answer = await temporal.workflow.executeUpdateWithStart(askForTurnUpdate, {
        args: [taker],
        startWorkflowOperation,
      });
      const { holder } = answer;
      const holderProblem = holder === undefined ? null : await problemOf(holder);
      return holderProblem === null ? answer : { ...answer, holderProblem };
    },

    async isWorkflowRunning({ workflowId, runId }: ActivityInput<'isWorkflowRunning'>): Promise<boolean> {
      try {
        const { status } = await temporal.workflow.getHandle(workflowId, runId).describe();
        return status.name === 'RUNNING';
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false;
        throw error;
      }
    },
  };

  /** A holder whose task queue nobody works on keeps everybody waiting; null: nothing is known against it. */
  async function problemOf(workflowId: string): Promise<string | null> {
    try {
      const { taskQueue: name } = await temporal.workflow.getHandle(workflowId).describe();
      return (await hasWorkers(temporal, name)) ? null : `no worker answers on its task queue ${name}`;
    } catch {
      return null;
    }
  }
}
