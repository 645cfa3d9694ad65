/** Does work while the project's turn to publish is this release's. */
import { CancellationScope, condition, getExternalWorkflowHandle, workflowInfo } from '@temporalio/workflow';
import { publishTurnWorkflowId } from '../domain/identity';
import { stageDeadlineMs } from '../domain/policies';
import { endTurnSignal } from '../protocol/messages';
import { repeatable } from './activity-proxies';
import { needsDecision } from './problems';

/** Who publishes: a release, or work that belongs to none. */
interface Publisher {
  readonly spec: { readonly project: string };
  hasPublishTurn: boolean;
  /** Shows whoever looks that others come first. */
  showTurnAwaited?(isAwaited: boolean): void;
}

/** Gives the turn back whatever happens. */
export async function withPublishTurn<Result>(
  release: Publisher,
  work: () => Promise<Result>,
): Promise<Result> {
  const { workflowId, runId } = workflowInfo();
  const taker = { workflowId, runId };
  const { project } = release.spec;
  try {
    const { granted } = await repeatable.askForPublishTurn({ project, taker });
    if (granted) release.hasPublishTurn = true;
    else await awaitTurn(release);
    return await work();
  } finally {
    release.hasPublishTurn = false;
    await CancellationScope.nonCancellable(() =>
      getExternalWorkflowHandle(publishTurnWorkflowId(project))
        .signal(endTurnSignal, taker)
        // Not there any more: then it keeps no turn of ours either.
        .catch(() => undefined),
    );
  }
}

async function awaitTurn(release: Publisher): Promise<void> {
  release.showTurnAwaited?.(true);
  const came = await condition(() => release.hasPublishTurn, stageDeadlineMs.publishTurn, {
    summary: 'another release of the project publishes',
  });
  if (came) {
    release.showTurnAwaited?.(false);
    return;
  }
  throw needsDecision(
    'publish_turn',
    `Other releases of project ${release.spec.project} have been publishing for days. Nothing is lost. Retry to wait again.`,
  );
}
