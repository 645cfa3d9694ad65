/** How an activity speaks to the queue in which the releases of a project take turns to publish. */
import { WithStartWorkflowOperation, WorkflowNotFoundError } from '@temporalio/client';
import type { Workflow } from '@temporalio/common';
import { publishTurnWorkflowId } from '../domain/identity';
import { publishTurnsType, type TurnAnswer, type TurnTaker } from '../domain/turn-taker';
import { askForTurnUpdate, endTurnSignal } from '../protocol/messages';
import { hasWorkers } from '../temporal/task-queue';
import type { ActivityDependencies } from './dependencies';

/** Well within the time of the call that asks. */
const ASK_TIMEOUT_MS = 30_000;

type Speaker = Pick<ActivityDependencies, 'temporal' | 'taskQueue'>;

/** Starts the project's queue where it is not running. Asking twice is asking once. */
export async function askForTurn(
  { temporal, taskQueue }: Speaker,
  { project, taker }: { project: string; taker: TurnTaker },
): Promise<TurnAnswer> {
  const startWorkflowOperation = new WithStartWorkflowOperation<Workflow>(publishTurnsType, {
    workflowId: publishTurnWorkflowId(project),
    taskQueue,
    args: [],
    workflowIdConflictPolicy: 'USE_EXISTING',
  });
  // A queue that does not answer has done nothing, and must not be taken for a call that may have.
  const answer = await temporal.withDeadline(Date.now() + ASK_TIMEOUT_MS, () =>
    temporal.workflow.executeUpdateWithStart(askForTurnUpdate, { args: [taker], startWorkflowOperation }),
  );
  const { holder } = answer;
  const holderProblem = holder === undefined ? null : await problemOf(temporal, holder);
  return holderProblem === null ? answer : { ...answer, holderProblem };
}

/** Ending it twice is ending it once. */
export async function endTurn(
  { temporal }: Pick<Speaker, 'temporal'>,
  { project, taker }: { project: string; taker: TurnTaker },
): Promise<void> {
  try {
    await temporal.workflow.getHandle(publishTurnWorkflowId(project)).signal(endTurnSignal, taker);
  } catch (error) {
    // Not there any more: then it keeps no turn either.
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

/** A holder whose task queue nobody works on keeps everybody waiting; null: nothing is known against it. */
async function problemOf(temporal: Speaker['temporal'], workflowId: string): Promise<string | null> {
  try {
    const { taskQueue: name } = await temporal.workflow.getHandle(workflowId).describe();
    return (await hasWorkers(temporal, name)) ? null : `no worker answers on its task queue ${name}`;
  } catch {
    return null;
  }
}
