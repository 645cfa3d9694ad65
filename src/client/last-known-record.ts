/**
 * A release as its history shows it, for when nobody can ask the release itself: no worker is there, it cannot be
 * replayed, or its run was ended from outside. A pure function of the events, whose payloads must have been opened.
 * Less than the release knows, and never more: what only its own code would tell stays out.
 */
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import type { ReleaseInput } from '../domain/release-input';
import {
  migrateRecord,
  newRecord,
  PROBLEM_MEMO,
  type Announcement,
  type ReleaseRecord,
  type StoredRecord,
} from '../domain/release-record';
import { endedStates, releaseStates, type ReleaseState } from '../domain/release-states';
import * as transitions from '../domain/release-transitions';
import { searchAttributeKeys } from '../domain/search-attributes';
import { stageNames, type StageName } from '../domain/stages';
import type { ExportedFile, Problem } from '../domain/status';
import { timeOf, type HistoryEvent } from './run-facts';
import { failureText } from './story';

export function lastKnownRecord(events: readonly HistoryEvent[]): ReleaseRecord {
  const [start, ...later] = events;
  const record = recordAtStart(start);
  const calls = new Map<string, string>();
  let lastFailure: string | null = null;
  let problem: Problem | null = null;
  for (const event of later) {
    const scheduled = event.activityTaskScheduledEventAttributes;
    if (scheduled) {
      const call = scheduled.activityType?.name ?? '';
      calls.set(String(event.eventId), call);
      takeRequest(record, call, { input: valueOf(scheduled.input?.payloads?.[0]), at: timeOf(event) });
    }
    const completed = event.activityTaskCompletedEventAttributes;
    if (completed) {
      const [result] = completed.result?.payloads ?? [];
      takeResult(record, calls.get(String(completed.scheduledEventId)) ?? '', valueOf(result));
    }
    const failed = event.activityTaskFailedEventAttributes;
    if (failed) lastFailure = failureText(failed.failure);
    const kept = event.workflowPropertiesModifiedEventAttributes?.upsertedMemo?.fields?.[PROBLEM_MEMO];
    if (kept) problem = valueOf(kept) as Problem;
    const shown = event.upsertWorkflowSearchAttributesEventAttributes?.searchAttributes?.indexedFields;
    if (shown?.[searchAttributeKeys.state.name]) {
      const cause = problem ?? (lastFailure === null ? null : { code: 'parked', message: lastFailure });
      takeCourse(record, shown, { at: timeOf(event), problem: cause });
      problem = null;
    }
  }
  return record;
}

function recordAtStart(start: HistoryEvent | undefined): ReleaseRecord {
  const [input, continued] =
    start?.workflowExecutionStartedEventAttributes?.input?.payloads?.map((payload) => valueOf(payload)) ?? [];
  if (continued) return migrateRecord(continued as StoredRecord);
  return newRecord(input as ReleaseInput, '');
}

/** Whatever becomes of it, the world may know. */
function takeRequest(
  record: ReleaseRecord,
  call: string,
  { input, at }: { input: unknown; at: string },
): void {
  const { postId = null, scheduledAt } = (input ?? {}) as { postId?: string; scheduledAt?: string };
  const unsent: Announcement = { postId, publishSentAt: null, accepted: false, targets: [], retries: {} };
  if (call === 'publishPost') (record.announcement ??= unsent).publishSentAt ??= at;
  if (call === 'createDraft' && scheduledAt !== undefined)
    (record.announcement ??= unsent).scheduledAt = scheduledAt;
}

/** What was paid for, or is out in the world. */
function takeResult(record: ReleaseRecord, call: string, result: unknown): void {
  const answer = (result ?? {}) as {
    taskId?: string;
    jobId?: string;
    postId?: string;
    files?: ExportedFile[];
  };
  if (call === 'createTask') record.taskId = answer.taskId ?? record.taskId;
  else if (call === 'publishTask') record.publishJobId = answer.jobId ?? record.publishJobId;
  else if (call === 'exportFiles') record.files = answer.files ?? record.files;
  else if (call === 'createDraft' && answer.postId !== undefined) {
    const unsent = { publishSentAt: null, accepted: false, targets: [], retries: {} };
    record.announcement = { ...(record.announcement ?? unsent), postId: answer.postId };
  } else if (call === 'publishPost' && record.announcement !== null) record.announcement.accepted = true;
}

/** A release shows in its search attributes where it stands, whenever that changes. */
function takeCourse(
  record: ReleaseRecord,
  shown: Record<string, Payload>,
  { at, problem }: { at: string; problem: Problem | null },
): void {
  const valueAt = (key: keyof typeof searchAttributeKeys): string | null => {
    const value = valueOf(shown[searchAttributeKeys[key].name]);
    return typeof value === 'string' && value !== 'none' ? value : null;
  };
  const state = valueAt('state') as ReleaseState | null;
  const stage = valueAt('stage') as StageName | null;
  const since = valueAt('waitingSince') ?? at;
  if (state === null || !releaseStates.includes(state)) return;
  if (stage !== null && stageNames.includes(stage)) moveTo(record, stage, at);
  record.state = state;
  if (endedStates.has(state) && valueAt('waiting') === null) end(record, state, at);
  else if (state === 'parked' && stage !== null) {
    const message = 'The reason is known to its workers, and shown when one answers.';
    transitions.parkStage(record, stage, problem ?? { code: 'parked', message }, since);
  } else if (valueAt('waiting') === 'terms') {
    transitions.openReview(record, { since, dueAt: since });
    record.waitingFor = { kind: 'terms', since, dueAt: null };
  } else if (valueAt('waiting') === 'decision') {
    record.waitingFor = { kind: 'decision', since, dueAt: null };
    record.problem = problem;
  }
}

function moveTo(record: ReleaseRecord, stage: StageName, at: string): void {
  endStages(record, stageNames.slice(0, stageNames.indexOf(stage)), at);
  transitions.beginStage(record, stage, at);
}

function end(record: ReleaseRecord, state: ReleaseState, at: string): void {
  if (state === 'done' || state === 'partial') endStages(record, stageNames, at);
  transitions.finish(record, state, record.problem, at);
}

function endStages(record: ReleaseRecord, names: readonly StageName[], at: string): void {
  for (const name of names) {
    const { state, startedAt } = transitions.stageOf(record, name);
    if (state === 'done' || state === 'skipped') continue;
    // One that was parked and has not begun again was left out by a person.
    const isSkipped = startedAt === null || state === 'failed';
    transitions.endStage(record, name, isSkipped ? 'skipped' : 'done', at);
  }
}

function valueOf(payload: Payload | undefined): unknown {
  return payload === undefined ? undefined : defaultPayloadConverter.fromPayload(payload);
}
