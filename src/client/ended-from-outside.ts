/** A release that was ended with Temporal's own means, and had no time to say so itself. */
import type { ReleaseInput } from '../domain/release-input';
import { newRecord, type ReleaseRecord } from '../domain/release-record';
import { endedStates, type ReleaseState } from '../domain/release-states';
import { whatWasDone } from '../domain/release-transitions';
import { sentence } from '../domain/sentence';
import type { ReleaseStatus } from '../domain/status';
import { timeOf, type HistoryEvent } from './run-facts';
import { failureText } from './story-from-history';

interface OutsideEnd {
  state: ReleaseState;
  code: string;
  what: string;
}

const outsideEnds: Readonly<Record<string, OutsideEnd>> = {
  TERMINATED: { state: 'failed', code: 'terminated', what: 'It was terminated in Temporal' },
  TIMED_OUT: { state: 'failed', code: 'timed_out', what: 'It ran out of the time that Temporal gave it' },
  CANCELLED: { state: 'cancelled', code: 'cancelled', what: 'It was cancelled in Temporal' },
  FAILED: { state: 'failed', code: 'failed', what: 'It failed unexpectedly' },
};

/** `status`: as Temporal's client names it; `end`: the last event of its history. One that failed by a bug has said so. */
export function endedFromOutside(
  said: ReleaseStatus,
  status: string,
  end: HistoryEvent | undefined,
): ReleaseStatus {
  if (endedStates.has(said.state) && said.waitingFor === null) return said;
  const unknown = { state: 'failed', code: 'failed', what: `Temporal calls it ${status}` } as const;
  const { state, code, what } = outsideEnds[status] ?? unknown;
  const why =
    end?.workflowExecutionTerminatedEventAttributes?.reason ??
    failureText(end?.workflowExecutionFailedEventAttributes?.failure) ??
    '';
  const message = [
    sentence(why === '' ? what : `${what}: ${why}`),
    whatWasDone(said),
    '"locrelease start" with the same file begins a new task.',
  ].join(' ');
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
    problem: { code, message, traceIds: [] },
  };
}

/** What its record would have: all that it has said of itself. */
export function recordOf(input: ReleaseInput, firstRunId: string, said: ReleaseStatus): ReleaseRecord {
  const { state, stages, problem, warnings, decisions, taskId, publishJobId, terms, languages } = said;
  const { postId = null, targets = [], sentAt = null, accepted = false } = said.announcement ?? {};
  return {
    ...newRecord(input, firstRunId),
    ...{ state, stages, problem, warnings, decisions, taskId, publishJobId, terms, languages },
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
