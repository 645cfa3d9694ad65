/** Does work while the project's turn to publish is this release's. */
import { CancellationScope, condition, getExternalWorkflowHandle, workflowInfo } from '@temporalio/workflow';
import { publishTurnWorkflowId } from '../domain/identity';
import { stageDeadlineMs } from '../domain/policies';
import { askAgainAfterMs, type TurnAnswer, type TurnTaker } from '../domain/turn-taker';
import { endTurnSignal } from '../protocol/messages';
import { repeatable } from './activity-proxies';
import type { Guarded } from './guarded';
import { needsDecision } from './problems';

/** Who publishes: a release, or work that belongs to none. */
interface Publisher extends Guarded {
  readonly spec: { readonly project: string };
  hasPublishTurn: boolean;
  turnHinted: boolean;
  /** Tells people whose turn it is. */
  showTurnOf(answer: TurnAnswer): void;
}

/** Whose turn it is, and whether what was done in it has given it back already. */
export interface Turn<Answer extends TurnAnswer> {
  readonly answer: Answer;
  isOver: boolean;
}

/** Gives the turn back whatever happens. */
export function withPublishTurn<Result>(publisher: Publisher, work: () => Promise<Result>): Promise<Result> {
  const { project } = publisher.spec;
  const ask = (): Promise<TurnAnswer> => repeatable.askForPublishTurn({ project, taker: turnTaker() });
  return inTurn(publisher, ask, work);
}

export function turnTaker(): TurnTaker {
  const { workflowId, runId } = workflowInfo();
  return { workflowId, runId };
}

/** `ask` may do something in the turn that it is given; whoever has to wait asks by `again`. */
export async function inTurn<Answer extends TurnAnswer, Result>(
  publisher: Publisher,
  ask: () => Promise<Answer>,
  work: (turn: Turn<Answer>) => Promise<Result>,
  again = ask,
): Promise<Result> {
  let turn: Turn<Answer> | null = null;
  try {
    const answer = await ask();
    if (answer.granted) turn = { answer, isOver: false };
    else if (publisher.has('turn-is-asked-for'))
      turn = { answer: await askUntilGranted(publisher, again, answer), isOver: false };
    else turn = { answer: await awaitSignal(publisher, answer), isOver: false };
    publisher.hasPublishTurn = true;
    return await work(turn);
  } finally {
    publisher.hasPublishTurn = false;
    publisher.turnHinted = false;
    if (turn?.isOver !== true) await endTurn(publisher.spec.project);
  }
}

async function endTurn(project: string): Promise<void> {
  await CancellationScope.nonCancellable(() =>
    getExternalWorkflowHandle(publishTurnWorkflowId(project))
      .signal(endTurnSignal, turnTaker())
      // Not there any more: then it keeps no turn of ours either.
      .catch(() => undefined),
  );
}

const summary = 'another release of the project publishes';

/** The signal that tells of the turn is a hint, as anybody could have sent it. */
async function askUntilGranted<Answer extends TurnAnswer>(
  publisher: Publisher,
  ask: () => Promise<Answer>,
  first: Answer,
): Promise<Answer> {
  const sinceMs = Date.now();
  for (let answer = first; ; answer = await ask()) {
    if (answer.granted) return answer;
    const waitedMs = Date.now() - sinceMs;
    if (waitedMs >= stageDeadlineMs.publishTurn) throw tooLong(publisher, answer);
    publisher.showTurnOf(answer);
    await condition(() => publisher.turnHinted, askAgainAfterMs(answer, waitedMs), { summary });
    publisher.turnHinted = false;
  }
}

/** As releases did that began before the queue was asked again. */
async function awaitSignal<Answer extends TurnAnswer>(publisher: Publisher, answer: Answer): Promise<Answer> {
  const came = await condition(() => publisher.turnHinted, stageDeadlineMs.publishTurn, { summary });
  if (!came) throw tooLong(publisher, { granted: false });
  return answer;
}

function tooLong({ spec }: Publisher, { holder, holderProblem }: TurnAnswer): Error {
  const whose = holder === undefined ? '' : ` It is the turn of ${holder}.`;
  const why = holderProblem === undefined ? '' : ` ${holderProblem}`;
  return needsDecision(
    'publish_turn',
    `Other releases of project ${spec.project} have been publishing for days.${whose}${why} Nothing is lost. Retry to wait again.`,
  );
}
