/**
 * A release as its history shows it, for when nobody can ask the release itself: no worker is there, it cannot be
 * replayed, or its run was ended from outside. A pure function of the events, whose payloads must have been opened.
 * Less than the release knows, and never more: what only its own code would tell stays out.
 */
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import type { ReleaseInput } from '../domain/release-input';
import {
  currentStage,
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
import { reviewDueAtMs, reviewOf } from '../domain/review-rules';
import type { ExportedFile, Problem, TermSheetRef } from '../domain/status';
import { asSheetRef } from '../domain/term-sheet';
import { amendedSpec, timeOf, type HistoryEvent } from './run-facts';
import { stageOfCall, stageOfWait } from './stage-of-deed';
import { failureText, listedAtStart } from './story-from-history';

export function lastKnownRecord(events: readonly HistoryEvent[]): ReleaseRecord {
  const [start, ...later] = events;
  const { record, input } = atStart(start);
  const calls = new Map<string, Call>();
  const holds: Hold[] = [];
  let { terms } = input.spec;
  let lastFailure: string | null = null;
  let problem: Problem | null = null;
  // A release tells the time by its clock, which stands still while it works on what has happened.
  let now = timeOf(start);
  let atFirst = listedAtStart(start?.workflowExecutionStartedEventAttributes ?? {});
  for (const event of later) {
    if (event.workflowTaskStartedEventAttributes) {
      now = timeOf(event);
      if (atFirst !== null) takeCourse(record, atFirst, { at: now, problem: null });
      atFirst = null;
    }
    const waitedFor = valueOf(event.userMetadata?.summary ?? undefined);
    if (event.timerStartedEventAttributes && typeof waitedFor === 'string')
      enter(record, stageOfWait(waitedFor), now);
    const scheduled = event.activityTaskScheduledEventAttributes;
    if (scheduled) {
      const call = {
        name: scheduled.activityType?.name ?? '',
        input: valueOf(scheduled.input?.payloads?.[0]),
      };
      calls.set(String(event.eventId), call);
      takeRequest(record, call, now);
    }
    const completed = event.activityTaskCompletedEventAttributes;
    const call = calls.get(String(completed?.scheduledEventId));
    if (completed && call) takeResult(record, call, valueOf(completed.result?.payloads?.[0]));
    const failed = event.activityTaskFailedEventAttributes;
    if (failed) lastFailure = failureText(failed.failure);
    takeUpdate(record, event, now);
    terms = amendedSpec(event)?.terms ?? terms;
    const kept = event.workflowPropertiesModifiedEventAttributes?.upsertedMemo?.fields?.[PROBLEM_MEMO];
    if (kept) problem = valueOf(kept) as Problem;
    const shown = event.upsertWorkflowSearchAttributesEventAttributes?.searchAttributes?.indexedFields;
    if (shown?.[searchAttributeKeys.state.name]) {
      const cause = problem ?? (lastFailure === null ? null : { code: 'parked', message: lastFailure });
      takeCourse(record, shown, { at: now, problem: cause });
      takeHold(holds, record, Date.parse(now));
      problem = null;
    }
  }
  if (record.waitingFor?.kind === 'terms') showDue(record, { terms, holds });
  return record;
}

interface Call {
  name: string;
  input: unknown;
}

/** Time in which nobody could decide about the terms, because the release was parked or paused. */
interface Hold {
  fromMs: number;
  toMs: number | null;
}

function takeHold(holds: Hold[], record: ReleaseRecord, nowMs: number): void {
  const last = holds.at(-1);
  if (last?.toMs === null) last.toMs = nowMs;
  if (record.waitingFor?.kind === 'decision' && currentStage(record) === 'confirm')
    holds.push({ fromMs: nowMs, toMs: null });
}

/** Until when the terms can be decided about, and what happens then: as the release itself reckons it. */
function showDue(
  record: ReleaseRecord,
  { terms, holds }: { terms: ReleaseInput['spec']['terms']; holds: readonly Hold[] },
): void {
  const since = record.waitingFor?.since ?? '';
  const openedAtMs = Date.parse(since);
  const held = holds.filter(({ fromMs }) => fromMs >= openedAtMs);
  const heldMs = held.reduce((sum, { fromMs, toMs }) => sum + (toMs ?? fromMs) - fromMs, 0);
  const review = reviewOf(record, openedAtMs);
  review.heldMs = (review.heldMs ?? 0) + heldMs;
  const dueAt = new Date(reviewDueAtMs(review, terms)).toISOString();
  transitions.openReview(record, { since, dueAt, onDue: terms.onDeadline });
}

/** Whoever has it stopped said so in a message, which is in the history once it was taken. */
function takeUpdate(record: ReleaseRecord, event: HistoryEvent, at: string): void {
  const { name, args } = event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest?.input ?? {};
  if (name !== 'pause' && name !== 'resume') return;
  const { by = '', reason = null } = (valueOf(args?.payloads?.[0]) ?? {}) as { by?: string; reason?: string };
  record.paused = name === 'pause' ? { at, by, why: reason } : null;
}

function atStart(start: HistoryEvent | undefined): { record: ReleaseRecord; input: ReleaseInput } {
  const [given, continued] =
    start?.workflowExecutionStartedEventAttributes?.input?.payloads?.map((payload) => valueOf(payload)) ?? [];
  const input = given as ReleaseInput;
  return { input, record: continued ? migrateRecord(continued as StoredRecord) : newRecord(input, '') };
}

/** Whatever becomes of it, the world may know. */
function takeRequest(record: ReleaseRecord, { name: call, input }: Call, at: string): void {
  enter(record, stageOfCall(call, currentStage(record)), at);
  const { postId = null, scheduledAt } = (input ?? {}) as { postId?: string; scheduledAt?: string };
  const unsent: Announcement = { postId, publishSentAt: null, accepted: false, targets: [], retries: {} };
  if (call === 'publishPost') (record.announcement ??= unsent).publishSentAt ??= at;
  if (call === 'createDraft' && scheduledAt !== undefined)
    (record.announcement ??= unsent).scheduledAt = scheduledAt;
}

/** What was paid for, or is out in the world. */
function takeResult(record: ReleaseRecord, { name: call, input }: Call, result: unknown): void {
  const answer = (result ?? {}) as {
    taskId?: string;
    jobId?: string;
    postId?: string;
    files?: ExportedFile[];
  };
  takeTerms(record, { name: call, input }, result);
  if (call === 'createTask') record.taskId = answer.taskId ?? record.taskId;
  else if (call === 'publishTask' || call === 'publishInTurn')
    record.publishJobId = answer.jobId ?? record.publishJobId;
  else if (call === 'exportFiles') record.files = answer.files ?? record.files;
  else if (call === 'createDraft' && answer.postId !== undefined) {
    const unsent = { publishSentAt: null, accepted: false, targets: [], retries: {} };
    record.announcement = { ...(record.announcement ?? unsent), postId: answer.postId };
  } else if (call === 'publishPost' && record.announcement !== null) record.announcement.accepted = true;
}

/** The list of terms, as each call that reads or changes it leaves it. */
function takeTerms(record: ReleaseRecord, { name: call, input }: Call, result: unknown): void {
  const answer = (result ?? {}) as Partial<TermSheetRef> & { terms?: Partial<TermSheetRef> };
  const sheet = call === 'readTask' ? (answer.terms ?? {}) : answer;
  const { total, digest, matches = null } = sheet;
  if (/^(readTask|(snapshot|edit|delete|mark|deleteRemoved)Terms?)$/.test(call)) {
    if (total !== undefined && digest !== undefined) record.terms = asSheetRef({ ...sheet, total, digest });
  } else if (call === 'matchTermbase' && record.terms !== null) {
    const { terms: compared } = (input ?? {}) as { terms?: Partial<TermSheetRef> };
    if (compared?.base === record.terms.base) record.terms = { ...record.terms, matches };
  }
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
    transitions.openReview(record, { since, dueAt: null });
  } else if (state === 'waiting' && record.paused) {
    transitions.showPaused(record, record.paused);
  } else if (valueAt('waiting') === 'decision') {
    record.waitingFor = { kind: 'decision', since, dueAt: null };
    record.problem = problem;
  }
}

function enter(record: ReleaseRecord, stage: StageName | null, at: string): void {
  if (stage !== null && currentStage(record) !== stage) moveTo(record, stage, at);
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
