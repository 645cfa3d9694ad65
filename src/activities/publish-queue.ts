/** The calls of a release to the queue of its project, and the queue's checks of the publishers. */
import { cancellationSignal } from '@temporalio/activity';
import { WithStartWorkflowOperation, type Client } from '@temporalio/client';
import { ApplicationFailure, type Workflow } from '@temporalio/common';
import type { ProblemDetails } from '../domain/problems/call-problem';
import { publishQueueWorkflowId } from '../domain/release/identity';
import {
  type EarlierTurn,
  type TurnReply,
  publishQueueType,
  TURN_MEMO,
  type TurnMemo,
  type TurnRefusal,
} from '../domain/release/publish-queue';
import type { ActivityInput } from '../protocol/activity-inputs';
import { askForTurnUpdate } from '../protocol/messages';
import { openIn, describedRun, listedRuns, memoOf } from '../temporal/runs';
import { hasWorkers } from '../temporal/task-queue';
import { mayBeUnreadable } from './call-failure';
import type { ActivityDependencies } from './dependencies';
import { readPublishJob, readTaskStatus } from './tasks';

/** Well within the timeout of the activity. */
const ASK_TIMEOUT_MS = 30_000;

/** The state of a holder's turn: in use, or left, perhaps with a job that still runs. */
export interface HolderState {
  isInUse: boolean;
  /** Whether this turn started a publish job, so that the project's texts may be its own. */
  published: boolean;
  runningJobId: string | null;
}

export function publishQueueActivities({ temporal, taskQueue, localization }: ActivityDependencies) {
  return {
    /** Starts the project's queue if it is not running. A second request of the same holder changes nothing. */
    async askForPublishTurn({
      project,
      ...wanted
    }: ActivityInput<'askForPublishTurn'>): Promise<Extract<TurnReply, { granted: true }> | TurnRefusal> {
      const startWorkflowOperation = new WithStartWorkflowOperation<Workflow>(publishQueueType, {
        workflowId: publishQueueWorkflowId(project),
        taskQueue,
        args: [project],
        workflowIdConflictPolicy: 'USE_EXISTING',
      });
      // This worker may be the only one for the queue, and may be stopping.
      const reply = await temporal.withAbortSignal(cancellationSignal(), () =>
        temporal.withDeadline(Date.now() + ASK_TIMEOUT_MS, () =>
          temporal.workflow.executeUpdateWithStart(askForTurnUpdate, {
            args: [wanted],
            startWorkflowOperation,
          }),
        ),
      );
      if (reply.granted || reply.holder === null) return reply;
      const holderProblem = await problemOf(temporal, reply.holder);
      return holderProblem === null ? reply : { ...reply, holderProblem };
    },

    async lookAtHolder(holder: ActivityInput<'lookAtHolder'>): Promise<HolderState> {
      const { project, taker, ticket, leftJobId, sinceMs } = holder;
      const isNew = mayBeUnreadable(sinceMs);
      if (leftJobId !== null) {
        const runningJobId = (await runs(project, leftJobId, isNew)) ? leftJobId : null;
        return { isInUse: false, published: true, runningJobId };
      }
      const { isOpen: isAlive, memo } = await turnOf(taker);
      if (isAlive && memo?.ticket === ticket) return { isInUse: true, published: false, runningJobId: null };
      // The memo is from the last status of the release: it was terminated in its turn, or never came to take it.
      if (memo?.ticket !== ticket) return { isInUse: false, published: false, runningJobId: null };
      const jobId = memo.jobId ?? (await runningPublishJob(project, memo.taskId, isNew));
      const runningJobId = jobId !== null && (await runs(project, jobId, isNew)) ? jobId : null;
      return { isInUse: false, published: jobId !== null, runningJobId };
    },

    /** The turn that an earlier queue granted and that is still held; null: there is none. */
    async seekHolder({ project }: ActivityInput<'seekHolder'>): Promise<EarlierTurn | null> {
      for await (const { workflowId } of listedRuns(temporal, openIn(project))) {
        const { isOpen: isAlive, memo } = await turnOf(workflowId);
        if (isAlive && memo !== null && memo.turn !== null)
          return { taker: workflowId, ticket: memo.ticket, turn: memo.turn, leftJobId: null };
      }
      return null;
    },
  };

  async function turnOf(workflowId: string): Promise<{ isOpen: boolean; memo: TurnMemo | null }> {
    const run = await describedRun(temporal, workflowId);
    if (run === null) return { isOpen: false, memo: null };
    return { isOpen: run.isOpen, memo: (memoOf(run, TURN_MEMO) as TurnMemo | null | undefined) ?? null };
  }

  async function runs(project: string, jobId: string, isNew: boolean): Promise<boolean> {
    const job = await ifThere(readPublishJob(localization(project), jobId, isNew));
    return job !== null && !job.isCompleted && !job.isFailed;
  }

  async function runningPublishJob(project: string, taskId: string, isNew: boolean): Promise<string | null> {
    const { jobs } = (await ifThere(readTaskStatus(localization(project), taskId, isNew))) ?? { jobs: [] };
    const isRunning = ({ type, status }: (typeof jobs)[number]): boolean =>
      type.toUpperCase() === 'PUBLISH_TASK' && status.toUpperCase() === 'RUNNING';
    return jobs.find(isRunning)?.id ?? null;
  }
}

/** null: the service has no such work. Any other refusal is retried: it does not show that the work has ended. */
async function ifThere<Reading>(reading: Promise<Reading>): Promise<Reading | null> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof ApplicationFailure) || error.nonRetryable !== true) throw error;
    const [problem] = (error.details ?? []) as ProblemDetails[];
    if (problem?.code === '404' || problem?.code === '400') return null;
    throw ApplicationFailure.retryable(error.message, error.type, problem);
  }
}

/** The fault of a holder whose task queue has no worker, which blocks the queue; null: no fault is known. */
async function problemOf(temporal: Client, workflowId: string): Promise<string | null> {
  try {
    const name = (await describedRun(temporal, workflowId))?.taskQueue;
    if (name === undefined || (await hasWorkers(temporal, name))) return null;
    return `no worker answers on its task queue ${name}`;
  } catch {
    return null;
  }
}
