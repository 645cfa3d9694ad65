/** Work at a service without a release. It awaits no decision: a repeated request is for the same work. */
import { ApplicationFailure, ContinueAsNew, isCancellation } from '@temporalio/workflow';
import type { ServiceWorkInput, ServiceWorkStatus, WorkState } from '../../domain/service-work';
import { publishTurnSignal, workStatusQuery } from '../../protocol/messages';
import { checkedInput, onBareSignal, onQuery } from '../checked-messages';
import { asStageProblem, bugFailure, NeedsDecision, ReleaseFailure } from '../problems';
import { ServiceRun, type ServiceRecord } from './service-run';
import {
  awaitPublish,
  confirmAlone,
  createAlone,
  exportProject,
  publishTask,
  supplementAlone,
  waitForTask,
  keepRollback,
  rollBack,
} from './task-work';
import { draftPost, publishPost } from './post-work';
import { giveTurnBack } from '../turn';

/** `continued` is the state of an earlier run of this work. */
export async function serviceWork(
  given: ServiceWorkInput,
  continued?: ServiceRecord,
): Promise<ServiceWorkStatus> {
  const input = checkedInput('serviceWorkInput', given);
  const { work } = input;
  const run = new ServiceRun(input, ('taskId' in work ? work.taskId : null) ?? '', continued);
  // Callers rely on the record at the end, and on the turn being free.
  let isOver = false;
  onQuery(workStatusQuery, () =>
    isOver ? run.status : { ...run.status, state: 'running' as const, doing: run.status.doing ?? 'finishes' },
  );
  onBareSignal(publishTurnSignal, () => {
    run.turnSignalled = true;
  });
  try {
    end(run, await carryOut(run));
  } catch (error) {
    if (error instanceof ContinueAsNew) throw error;
    await giveTurnBack(run);
    endWith(run, error);
  }
  await giveTurnBack(run);
  if (work.kind === 'rollback') await keepRollback(run, work);
  isOver = true;
  return run.status;
}

function carryOut(run: ServiceRun): Promise<WorkState> {
  const { work } = run.input;
  switch (work.kind) {
    case 'create':
      return createAlone(run, work);
    case 'confirm':
      return confirmAlone(run);
    case 'wait-task':
      return waitForTask(run);
    case 'wait-publish':
      return awaitPublish(run, { jobId: work.jobId, ours: false });
    case 'supplement':
      return supplementAlone(run, work);
    case 'publish':
      return publishTask(run, work);
    case 'export':
      return exportProject(run, work);
    case 'rollback':
      return rollBack(run, work);
    case 'draft':
      return draftPost(run, work);
    case 'post':
      return publishPost(run, work);
  }
}

/** An unknown id ends the work, because there is nothing to decide. */
function isUnknownId({ status }: ServiceRun, problem: unknown): problem is NeedsDecision {
  const isNotThere = problem instanceof NeedsDecision && ['404', 'not_found'].includes(problem.problem.code);
  return isNotThere && !status.accepted;
}

function end({ status }: ServiceRun, state: WorkState): void {
  status.state = state;
  status.doing = null;
}

function endWith(run: ServiceRun, error: unknown): void {
  if (isCancellation(error)) throw error;
  const problem = asStageProblem(error);
  if (problem instanceof ReleaseFailure || isUnknownId(run, problem)) end(run, 'failed');
  else if (problem instanceof NeedsDecision) {
    end(run, problem.problem.code === 'outcome_unknown' ? 'unknown' : 'blocked');
    run.status.lost = run.lost;
  } else if (error instanceof ApplicationFailure) throw error;
  else throw bugFailure(error);
  run.fail(problem.problem);
}
