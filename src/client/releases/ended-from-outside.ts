/** A release that was ended with Temporal's own means, and had no time to say so itself. */
import { messageOf } from '../../domain/problems/choices';
import { doneSoFar } from '../../domain/problems/done-so-far';
import { problemOf } from '../../domain/problems/table';
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

/** `status`: as Temporal's client names it; `end`: the last event of its history. One that failed by a bug has said so. */
export function endedFromOutside(
  said: ReleaseStatus,
  status: string,
  end: HistoryEvent | undefined,
): ReleaseStatus {
  if (endedStates.has(said.state) && said.waitingFor === null) return said;
  const { state, code } = outsideEnds[status] ?? ({ state: 'failed', code: 'failed' } as const);
  const why =
    end?.workflowExecutionTerminatedEventAttributes?.reason ??
    failureText(end?.workflowExecutionFailedEventAttributes?.failure) ??
    null;
  const problem = problemOf(code, { by: null, why, done: doneSoFar(said) });
  return {
    ...said,
    state,
    stages: said.stages.map((stage) =>
      stage.name === said.stage ? { ...stage, state: 'failed', endedAt: timeOf(end) } : stage,
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

/** What its record would have: all that it has said of itself. */
export function recordOf(input: ReleaseInput, firstRunId: string, said: ReleaseStatus): ReleaseRecord {
  const { state, stages, problem, warnings, decisions, taskId, publishJobId, terms, languages } = said;
  const { postId = null, targets = [], sentAt = null, accepted = false } = said.announcement ?? {};
  return {
    ...newRecord(input, firstRunId),
    problem: problem && { ...problem, facts: said.facts },
    ...{ state, stages, warnings, decisions, taskId, publishJobId, terms, languages },
    ended: true,
    lateLanguages: said.comingLanguages,
    files: said.export?.files ?? [],
    completeness: said.export?.completeness ?? [],
    exportedAs: said.export && { mode: said.export.mode ?? null, escape: said.export.escape ?? null },
    announcement: said.announcement && {
      ...{ postId, targets, accepted, publishSentAt: sentAt, retries: {}, number: 1 },
    },
  };
}
