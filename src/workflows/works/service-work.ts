/** Work at a service without a release. It awaits no decision: a repeated request is for the same work. */
import { ApplicationFailure, ContinueAsNew, isCancellation } from '@temporalio/workflow';
import type { ByKind, ServiceWorkInput, ServiceWorkStatus, Work, WorkState } from '../../domain/service-work';
import { publishTurnSignal, workStatusQuery } from '../../protocol/messages';
import { checkedInput, onBareSignal, onQuery } from '../checked-messages';
import { asStageProblem, bugFailure, ReleaseFailure, StageProblem } from '../problems';
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
    const carryOut = carriedOut[work.kind] as (work: Work, run: ServiceRun) => Promise<WorkState>;
    end(run, await carryOut(work, run));
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

const carriedOut: ByKind<Promise<WorkState>, [ServiceRun]> = {
  create: (work, run) => createAlone(run, work),
  confirm: (_work, run) => confirmAlone(run),
  'wait-task': (_work, run) => waitForTask(run),
  'wait-publish': ({ jobId }, run) => awaitPublish(run, { jobId, ours: false }),
  supplement: (work, run) => supplementAlone(run, work),
  publish: (work, run) => publishTask(run, work),
  export: (work, run) => exportProject(run, work),
  rollback: (work, run) => rollBack(run, work),
  draft: (work, run) => draftPost(run, work),
  post: (work, run) => publishPost(run, work),
};

function end({ status }: ServiceRun, state: WorkState): void {
  status.state = state;
  status.doing = null;
}

function endWith(run: ServiceRun, error: unknown): void {
  if (isCancellation(error)) throw error;
  const cause = asStageProblem(error);
  if (!(cause instanceof StageProblem)) throw error instanceof ApplicationFailure ? error : bugFailure(error);
  const { code } = cause.problem;
  // An unknown id ends the work, because there is nothing to decide.
  const isUnknownId = ['404', 'not_found'].includes(code) && !run.status.accepted;
  if (cause instanceof ReleaseFailure || isUnknownId) end(run, 'failed');
  else {
    end(run, code === 'outcome_unknown' ? 'unknown' : 'blocked');
    run.status.lost = run.lost;
  }
  run.fail(cause.problem);
}
