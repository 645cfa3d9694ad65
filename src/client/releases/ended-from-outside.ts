import { messageOf } from '../../domain/problems/choices';
import { doneSoFar } from '../../domain/problems/done-so-far';
import { problemOf } from '../../domain/problems/problem-catalogue';
import { endedStates } from '../../domain/release/release-states';
import type { ReleaseStatus } from '../../domain/release/status';
import { type HistoryEvent, failureText, timeOf } from '../stories/story-from-history';

const outsideEnds = new Map<string, 'terminated' | 'timed_out' | 'cancelled'>([
  ['TERMINATED', 'terminated'],
  ['TIMED_OUT', 'timed_out'],
  ['CANCELLED', 'cancelled'],
]);

/**
 * `status` is the name in Temporal's client, and `end` the last event of the history. A release that failed by a bug
 * has reported its end itself.
 */
export function endedFromOutside(
  reported: ReleaseStatus,
  status: string,
  end: HistoryEvent | undefined,
): ReleaseStatus {
  if (endedStates.has(reported.state) && reported.waitingFor === null) return reported;
  const code = outsideEnds.get(status) ?? 'failed';
  const why =
    end?.workflowExecutionTerminatedEventAttributes?.reason ??
    failureText(end?.workflowExecutionFailedEventAttributes?.failure) ??
    null;
  const problem = problemOf(code, { by: null, why, done: doneSoFar(reported) });
  return {
    ...reported,
    state: code === 'cancelled' ? code : 'failed',
    stages: reported.stages.map((stage) =>
      stage.name === reported.stage ? { ...stage, state: 'failed', endedAt: timeOf(end) } : stage,
    ),
    waitingFor: null,
    hold: null,
    paused: null,
    progress: null,
    problem: { code, message: messageOf(problem, []), traceIds: [] },
    choices: [],
    facts: problem.facts,
  };
}
