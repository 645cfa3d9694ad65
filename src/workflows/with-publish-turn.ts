/** Does work while the project's turn to publish is this release's. */
import {
  CancellationScope,
  condition,
  getExternalWorkflowHandle,
  patched,
  workflowInfo,
} from '@temporalio/workflow';
import { publishTurnWorkflowId } from '../domain/identity';
import { stageDeadlineMs } from '../domain/policies';
import { askAgainAfterMs, type TurnAnswer } from '../domain/turn-taker';
import { endTurnSignal } from '../protocol/messages';
import { repeatable } from './activity-proxies';
import { needsDecision } from './problems';

/** Who publishes: a release, or work that belongs to none. */
interface Publisher {
  readonly spec: { readonly project: string };
  hasPublishTurn: boolean;
  turnHinted: boolean;
  /** Tells people whose turn it is. */
  showTurnOf(answer: TurnAnswer): void;
}

/** Gives the turn back whatever happens. */
export async function withPublishTurn<Result>(
  publisher: Publisher,
  work: () => Promise<Result>,
): Promise<Result> {
  const { workflowId, runId } = workflowInfo();
  const taker = { workflowId, runId };
  const { project } = publisher.spec;
  const ask = (): Promise<TurnAnswer> => repeatable.askForPublishTurn({ project, taker });
  try {
    const answer = await ask();
    if (!answer.granted && patched('turn-is-asked-for')) await askUntilGranted(publisher, ask, answer);
    else if (!answer.granted) await awaitSignal(publisher);
    publisher.hasPublishTurn = true;
    return await work();
  } finally {
    publisher.hasPublishTurn = false;
    publisher.turnHinted = false;
    await CancellationScope.nonCancellable(() =>
      getExternalWorkflowHandle(publishTurnWorkflowId(project))
        .signal(endTurnSignal, taker)
        // Not there any more: then it keeps no turn of ours either.
        .catch(() => undefined),
    );
  }
}

const summary = 'another release of the project publishes';

/** The signal that tells of the turn is a hint, as anybody could have sent it. */
async function askUntilGranted(
  publisher: Publisher,
  ask: () => Promise<TurnAnswer>,
  first: TurnAnswer,
): Promise<void> {
  const sinceMs = Date.now();
  for (let answer = first; !answer.granted; answer = await ask()) {
    const waitedMs = Date.now() - sinceMs;
    if (waitedMs >= stageDeadlineMs.publishTurn) throw tooLong(publisher, answer);
    publisher.showTurnOf(answer);
    await condition(() => publisher.turnHinted, askAgainAfterMs(answer, waitedMs), { summary });
    publisher.turnHinted = false;
  }
}

/** As releases did that began before the queue was asked again. */
async function awaitSignal(publisher: Publisher): Promise<void> {
  const came = await condition(() => publisher.turnHinted, stageDeadlineMs.publishTurn, { summary });
  if (!came) throw tooLong(publisher, { granted: false });
}

function tooLong({ spec }: Publisher, { holder, holderProblem }: TurnAnswer): Error {
  const whose = holder === undefined ? '' : ` It is the turn of ${holder}.`;
  const why = holderProblem === undefined ? '' : ` ${holderProblem}`;
  return needsDecision(
    'publish_turn',
    `Other releases of project ${spec.project} have been publishing for days.${whose}${why} Nothing is lost. Retry to wait again.`,
  );
}
