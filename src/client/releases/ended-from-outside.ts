/** The status of a release that was ended with Temporal's own means, and so could not report its end itself. */
import { messageOf } from '../../domain/problems/choices';
import { doneSoFar } from '../../domain/problems/done-so-far';
import { problemOf } from '../../domain/problems/problem-catalogue';
import type { ReleaseInput } from '../../domain/release/release-input';
import { newRecord, type ReleaseRecord } from '../../domain/release/release-record';
import { endedStates, type ReleaseState } from '../../domain/release/release-states';
import type { ReleaseStatus } from '../../domain/release/status';
import { timeOf, type HistoryEvent } from './run-facts';
import { failureText } from '../stories/story-from-history';

interface OutsideEnd {
  state: ReleaseState;
  code: 'terminated' | 'timed_out' | 'cancelled' | 'failed';
}

const outsideEnds: Readonly<Record<string, OutsideEnd>> = {
  TERMINATED: { state: 'failed', code: 'terminated' },
  TIMED_OUT: { state: 'failed', code: 'timed_out' },
  CANCELLED: { state: 'cancelled', code: 'cancelled' },
};

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
  const { state, code } = outsideEnds[status] ?? ({ state: 'failed', code: 'failed' } as const);
  const why =
    end?.workflowExecutionTerminatedEventAttributes?.reason ??
    failureText(end?.workflowExecutionFailedEventAttributes?.failure) ??
    null;
  const problem = problemOf(code, { by: null, why, done: doneSoFar(reported) });
  return {
    ...reported,
    state,
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

export function recordOf(input: ReleaseInput, firstRunId: string, reported: ReleaseStatus): ReleaseRecord {
  const { state, stages, problem, warnings, decisions, taskId, publishJobId, terms, languages } = reported;
  return {
    ...newRecord(input, firstRunId),
    problem: problem && { ...problem, facts: reported.facts },
    ...{ state, stages, warnings, decisions, taskId, publishJobId, terms, languages },
    ended: true,
    lateLanguages: reported.comingLanguages,
    files: reported.export?.files ?? [],
    completeness: reported.export?.completeness ?? [],
    exportedAs: reported.export && {
      mode: reported.export.mode ?? null,
      escape: reported.export.escape ?? null,
    },
    announcement: reported.announcement && announcementOf(reported.announcement),
  };
}

function announcementOf(reported: NonNullable<ReleaseStatus['announcement']>): ReleaseRecord['announcement'] {
  const { sentAt, scheduledAt, ...announcement } = reported;
  return {
    ...{ ...announcement, publishSentAt: sentAt, retries: {}, number: 1 },
    ...(scheduledAt !== null && { scheduledAt }),
  };
}
