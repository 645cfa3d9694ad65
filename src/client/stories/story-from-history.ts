/**
 * The story of a release, from its history alone: what happened when, what it waited for, who sent which message, and
 * how each call went. A pure function of the events, whose payloads must have been decrypted.
 */
import type { Payload } from '@temporalio/common';
import type { temporal } from '@temporalio/proto';
import { textOf as problemTextOf } from '../../domain/problems/problem-catalogue';
import { asObject } from '../../http/replies/reply-text';
import { STATUS_MEMO } from '../../domain/release/release-start';
import type { ReleaseStatus } from '../../domain/release/status';
import { checkSignal, releaseSignals } from '../../protocol/check-message';
import { valueIn } from '../../protocol/read-payload';
import { isEncrypted } from '../../temporal/payloads/encryption-codec';
import { needsProof } from '../../domain/review/four-eyes';
import { protoTimeMs } from '../../temporal/payloads/proto-time';
import { actionOf } from './call-actions';

type HistoryEvent = temporal.api.history.v1.IHistoryEvent;
type Failure = temporal.api.failure.v1.IFailure;

export interface StartEntry {
  kind: 'start';
  at: string;
  by: string | null;
  /** The branch of its files, where the start reported it. */
  branch: string | null;
  languages: string[];
  /** Those among them that are added once the others are translated. */
  lateLanguages: string[];
  /** Whether it continues an earlier run. */
  continued: boolean;
  /** Who had it go on after its end, and with which languages; null: it had not ended. */
  added: { by: string; languages: string } | null;
}

/** Where the release stood from then on. */
export interface StageEntry {
  kind: 'stage';
  at: string;
  state: string;
  stage: string | null;
  waitingFor: string | null;
  /** Why it was parked or became partial. */
  why: string | null;
  /** How long the stage took that it left; null: not told. */
  tookMs: number | null;
}

export interface CallEntry {
  kind: 'call';
  at: string;
  call: string;
  outcome: 'done' | 'failed' | 'timed out' | 'cancelled' | 'open';
  attempts: number;
  tookMs: number | null;
  /** Whether it may have been done all the same: only its reply was lost. */
  isReplyLost: boolean;
  /** What the call did, in words. null: it only read something, or has not ended. */
  did: string | null;
  /** When it is made again; null: now, or not at all. */
  nextAt: string | null;
  /** Why it failed, or why the attempt before the last one did. */
  failure: string | null;
  /** The service's own id of the call, for questions to its support. */
  traceId: string | null;
}

export interface WaitEntry {
  kind: 'wait';
  at: string;
  for: string;
  plannedMs: number;
  /** Cut short by what came first: a callback, a decision, a cancellation. */
  outcome: 'over' | 'cut short' | 'open';
  tookMs: number | null;
}

/** A message to the release: from a person, from a callback of the service, or from the queue of its project. */
export interface MessageEntry {
  kind: 'message';
  at: string;
  message: string;
  by: string | null;
  why: string | null;
  /** Everything else in it. */
  details: Record<string, unknown>;
  /**
   * A signal has no result: it is done on receipt. `ignored`: it was malformed, or the release has no signal of its
   * name. `unreadable`: it is encrypted, and no key here opens it.
   */
  outcome: 'done' | 'refused' | 'open' | 'ignored' | 'unreadable';
  /** It had been decided already: nothing changed. */
  repeated: boolean;
  failure: string | null;
}

export interface EndEntry {
  kind: 'end';
  at: string;
  state: string;
  why: string | null;
  /** How long its last stage took; null: not told. */
  tookMs: number | null;
}

export type StoryEntry = StartEntry | StageEntry | CallEntry | WaitEntry | MessageEntry | EndEntry;

/** What Temporal knows of a call that is under way, which is not in the history yet; by the call's activity id. */
export type PendingCalls = ReadonlyMap<string, PendingCall>;

interface PendingCall {
  attempts: number;
  failure: string | null;
  nextAt: string | null;
}

export function explain(
  events: readonly HistoryEvent[],
  pending: PendingCalls = new Map<string, never>(),
): StoryEntry[] {
  const story = new Story(pending);
  for (const event of events) story.take(event);
  return story.entries.map((entry) => (entry.kind === 'message' ? story.byRule(entry) : entry));
}

class Story {
  readonly entries: StoryEntry[] = [];
  /** Entries that a later event completes, by the id of the event that began them. */
  readonly #calls = new Map<string, { entry: CallEntry; input: Payload | undefined }>();
  readonly #waits = new Map<string, WaitEntry>();
  readonly #updates = new Map<string, MessageEntry>();
  /** The release's own time, which does not pass while the release handles an event. */
  #now: string | null = null;

  /** Then a signal confirms nothing, also one that came before the release knew of the rule. */
  #isUnderFourEyes = false;

  /** What could be decided, as it was last shown. */
  #choices: ReleaseStatus['choices'] = [];
  /** How accounts are called, by their ids. */
  readonly #handles = new Map<string, string>();

  constructor(private readonly pending: PendingCalls) {}

  byRule(entry: MessageEntry): MessageEntry {
    const counts = !this.#isUnderFourEyes || entry.message !== 'confirmTerms' || entry.outcome !== 'done';
    return counts ? entry : { ...entry, outcome: 'ignored', failure: needsProof };
  }

  take(event: HistoryEvent): void {
    if (event.workflowTaskStartedEventAttributes) {
      this.#now = timeOf(event);
    }
    this.#takeCall(event);
    this.#takeWait(event);
    this.#takeMessage(event);
    this.#takeCourse(event);
  }

  #takeCall(event: HistoryEvent): void {
    const scheduled = event.activityTaskScheduledEventAttributes;
    if (scheduled) {
      const pending = this.pending.get(scheduled.activityId ?? '');
      const { attempts = 0, failure = null, nextAt = null } = pending ?? {};
      const entry: CallEntry = {
        kind: 'call',
        at: timeOf(event),
        call: scheduled.activityType?.name ?? '',
        outcome: 'open',
        attempts,
        tookMs: null,
        isReplyLost: false,
        did: null,
        nextAt,
        failure,
        traceId: null,
      };
      this.#calls.set(String(event.eventId), { entry, input: scheduled.input?.payloads?.[0] });
      this.entries.push(entry);
    }
    const started = event.activityTaskStartedEventAttributes;
    const begun = this.#calls.get(String(started?.scheduledEventId))?.entry;
    if (started && begun) {
      begun.attempts = started.attempt ?? 1;
      begun.failure = failureText(started.lastFailure);
    }
    const endings = [
      ['done', event.activityTaskCompletedEventAttributes],
      ['failed', event.activityTaskFailedEventAttributes],
      ['timed out', event.activityTaskTimedOutEventAttributes],
      ['cancelled', event.activityTaskCanceledEventAttributes],
    ] as const;
    for (const [outcome, ending] of endings) {
      const begunCall = this.#calls.get(String(ending?.scheduledEventId));
      if (!ending || !begunCall) continue;
      const { entry: call, input } = begunCall;
      call.outcome = outcome;
      call.tookMs = msBetween(call.at, timeOf(event));
      if ('failure' in ending && ending.failure) {
        call.failure = failureText(ending.failure);
      }
      const [answer] =
        'result' in ending
          ? (ending.result?.payloads ?? [])
          : 'failure' in ending
            ? (ending.failure?.applicationFailureInfo?.details?.payloads ?? [])
            : [];
      const value = valueIn(answer);
      call.traceId = stringOr(asObject(value)?.traceId, null);
      call.isReplyLost = outcome === 'failed' && asObject(value)?.effect === 'unknown';
      if (outcome !== 'done') continue;
      this.#takeSettings(value);
      call.did = actionOf(call.call, valueIn(input), value, this.#handles);
    }
  }

  /** From the result of the check before the start, which the record of a release has too. */
  #takeSettings(value: unknown): void {
    const { fourEyes, accounts } = asObject(asObject(value)?.settings) ?? {};
    this.#isUnderFourEyes ||= fourEyes === true;
    for (const account of Array.isArray(accounts) ? accounts.map(asObject) : []) {
      const { id, handle } = account ?? {};
      if (typeof id === 'string' && typeof handle === 'string') this.#handles.set(id, handle);
    }
  }

  get #lastStage(): StageEntry | undefined {
    return this.entries.findLast((entry) => entry.kind === 'stage');
  }

  #takeWait(event: HistoryEvent): void {
    const started = event.timerStartedEventAttributes;
    if (started) {
      const wait: WaitEntry = {
        kind: 'wait',
        at: timeOf(event),
        for: textOf(event.userMetadata?.summary) ?? 'a pause',
        plannedMs: protoTimeMs(started.startToFireTimeout),
        outcome: 'open',
        tookMs: null,
      };
      this.#waits.set(String(event.eventId), wait);
      this.entries.push(wait);
    }
    const { timerFiredEventAttributes: fired, timerCanceledEventAttributes: cancelled } = event;
    const wait = this.#waits.get(String((fired ?? cancelled)?.startedEventId));
    if (wait === undefined) return;
    wait.outcome = fired ? 'over' : 'cut short';
    wait.tookMs = msBetween(wait.at, timeOf(event));
  }

  #takeMessage(event: HistoryEvent): void {
    const signal = event.workflowExecutionSignaledEventAttributes;
    if (signal) {
      const payload = signal.input?.payloads?.[0];
      const entry = messageEntry(event, signal.signalName, payload);
      this.entries.push({ ...entry, ...signalOutcome(entry.message, payload) });
    }
    const accepted = event.workflowExecutionUpdateAcceptedEventAttributes;
    if (accepted) {
      const { name, args } = accepted.acceptedRequest?.input ?? {};
      const entry = messageEntry(event, name, args?.payloads?.[0]);
      entry.at = this.#now ?? entry.at;
      const chosen = this.#choices.find(({ action }) => action === entry.details.action);
      if (name === 'resolve' && chosen !== undefined) entry.details.label = chosen.label;
      this.#updates.set(String(event.eventId), entry);
      this.entries.push(entry);
    }
    const completed = event.workflowExecutionUpdateCompletedEventAttributes;
    const update = this.#updates.get(String(completed?.acceptedEventId));
    if (!completed || !update) return;
    update.failure = failureText(completed.outcome?.failure);
    update.outcome = update.failure === null ? 'done' : 'refused';
    const answer = asObject(valueIn(completed.outcome?.success?.payloads?.[0]));
    update.repeated = answer?.outcome === 'already-confirmed';
    if (answer?.changes !== undefined) update.details.changes = answer.changes;
    // What was so already is no step.
    if (answer?.changed === 0 || (Array.isArray(answer?.added) && answer.added.length === 0))
      this.entries.splice(this.entries.indexOf(update), 1);
  }

  #takeCourse(event: HistoryEvent): void {
    const started = event.workflowExecutionStartedEventAttributes;
    if (started) {
      this.entries.push(startEntry(event, started));
      this.#isUnderFourEyes = false;
      this.#takeSettings(valueIn(started.input?.payloads?.[1]));
    }
    const shown = valueIn(
      event.workflowPropertiesModifiedEventAttributes?.upsertedMemo?.fields?.[STATUS_MEMO],
    );
    if (shown) this.#takeStatus(event, shown as ReleaseStatus);
    const ended = endOf(event, this.#lastStage?.stage);
    if (ended !== null) this.entries.push({ kind: 'end', at: this.#timeOfAction(event), ...ended });
  }

  /** What the release did itself has the time that its status and its record have too. */
  #timeOfAction(event: HistoryEvent): string {
    const isOwn =
      event.workflowPropertiesModifiedEventAttributes ?? event.workflowExecutionCompletedEventAttributes;
    return (isOwn && this.#now) ?? timeOf(event);
  }

  /** The status changes more often than the place where it stands. */
  #takeStatus(event: HistoryEvent, status: ReleaseStatus): void {
    const { state, stage, waitingFor, hold, problem, facts } = status;
    this.#choices = asArray(status.choices);
    const place = { state, stage, waitingFor: waitingFor?.kind ?? hold?.why ?? null };
    const last = this.#lastStage;
    if (last?.state === state && last.stage === stage && last.waitingFor === place.waitingFor) return;
    // The choices are left out, because the entry of the decision has the chosen one.
    const isParked = place.waitingFor === 'decision' && problem !== null;
    const why = isParked ? problemTextOf({ ...problem, facts }) : null;
    const tookMs = tookIn(asArray(status.stages), last?.stage);
    this.entries.push({ kind: 'stage', at: this.#timeOfAction(event), ...place, why, tookMs });
  }
}

function startEntry(
  event: HistoryEvent,
  { input, continuedExecutionRunId }: temporal.api.history.v1.IWorkflowExecutionStartedEventAttributes,
): StartEntry {
  const [release, continued] = input?.payloads?.map(valueIn) ?? [];
  const spec = asObject(asObject(release)?.spec);
  const texts = (list: unknown): string[] => [list].flat().filter((text) => typeof text === 'string');
  const lateLanguages = texts(spec?.supplementLanguages);
  return {
    kind: 'start',
    at: timeOf(event),
    by: stringOr(asObject(release)?.startedBy, null),
    branch: stringOr(asObject(release)?.branch, null),
    languages: [...texts(spec?.targetLanguages), ...lateLanguages],
    lateLanguages,
    continued: asObject(continued) !== null,
    added: continuedExecutionRunId ? null : addedIn(asObject(continued)?.decisions),
  };
}

/** The last that was decided about a release that had ended. */
function addedIn(decisions: unknown): StartEntry['added'] {
  const { by, what } = asObject(Array.isArray(decisions) ? decisions.at(-1) : null) ?? {};
  const [, languages = null] = /^add languages (.+)$/.exec(stringOr(what, '')) ?? [];
  return languages === null ? null : { by: stringOr(by, 'Somebody'), languages };
}

function messageEntry(
  event: HistoryEvent,
  message: string | null | undefined,
  payload: Payload | undefined,
): MessageEntry {
  const { by, reason, comment, ...fields } = asObject(valueIn(payload)) ?? {};
  // A proof of identity must not be shown to anybody.
  const details = Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'proof'));
  return {
    kind: 'message',
    at: timeOf(event),
    message: message ?? '',
    by: stringOr(by, null),
    why: stringOr(reason ?? comment, null),
    details,
    outcome: 'open',
    repeated: false,
    failure: null,
  };
}

/** A status that another version has written may lack the list. */
const asArray = <Item>(list: readonly Item[] | undefined): Item[] => [...(list ?? [])];

/** How long the stage took, as the status of the release shows it. */
function tookIn(stages: ReleaseStatus['stages'], name: string | null | undefined): number | null {
  const { startedAt = null, endedAt = null } = stages.find((stage) => stage.name === name) ?? {};
  return startedAt === null || endedAt === null ? null : msBetween(startedAt, endedAt);
}

/** Uses the same check as the release itself. */
function signalOutcome(
  signal: string,
  payload: Payload | undefined,
): Pick<MessageEntry, 'outcome' | 'failure'> {
  if (payload !== undefined && isEncrypted(payload)) return { outcome: 'unreadable', failure: null };
  if (!isKnownSignal(signal)) return { outcome: 'ignored', failure: 'a release has no signal of this name' };
  const name = releaseSignals[signal];
  const fault = name === null ? null : checkSignal(name, payload).fault;
  return { outcome: fault === null ? 'done' : 'ignored', failure: fault };
}

const isKnownSignal = (signal: string): signal is keyof typeof releaseSignals =>
  Object.hasOwn(releaseSignals, signal);

function problemText(problem: Readonly<Record<string, unknown>> | null | undefined): string | null {
  const code = stringOr(problem?.code, null);
  return code === null ? null : problemTextOf({ code, facts: asObject(problem?.facts) ?? {} });
}

type End = Pick<EndEntry, 'state' | 'why' | 'tookMs'>;

function endOf(event: HistoryEvent, stage: string | null | undefined): End | null {
  const completed = event.workflowExecutionCompletedEventAttributes;
  if (completed) {
    const [payload] = completed.result?.payloads ?? [];
    const record = asObject(valueIn(payload));
    return {
      state: stringOr(record?.state, 'completed'),
      why: problemText(asObject(record?.problem)),
      tookMs: tookIn(asArray(record?.stages as ReleaseStatus['stages'] | undefined), stage),
    };
  }
  const failed = event.workflowExecutionFailedEventAttributes;
  const ended = (state: string, why: string | null): End => ({ state, why, tookMs: null });
  if (failed) return ended('failed', failureText(failed.failure));
  const terminated = event.workflowExecutionTerminatedEventAttributes;
  if (terminated) return ended('terminated', terminated.reason ?? null);
  const continued = event.workflowExecutionContinuedAsNewEventAttributes;
  // A run that hands nothing on but an input makes room for another release.
  if (continued && (continued.input?.payloads ?? []).length < 2) return ended('replaced', null);
  if (event.workflowExecutionCanceledEventAttributes) return ended('cancelled', null);
  return event.workflowExecutionTimedOutEventAttributes ? ended('timed out', null) : null;
}

function timeOf({ eventTime }: HistoryEvent): string {
  return new Date(protoTimeMs(eventTime)).toISOString();
}

function msBetween(from: string, to: string): number {
  return Date.parse(to) - Date.parse(from);
}

function textOf(payload: Payload | null | undefined): string | null {
  return stringOr(valueIn(payload), null);
}

function stringOr<Fallback>(value: unknown, fallback: Fallback): string | Fallback {
  return typeof value === 'string' ? value : fallback;
}

/** The failure with all its causes. */
export function failureText(failure: Failure | null | undefined): string | null {
  if (!failure) return null;
  // Where failures are encrypted, their message stands in a payload.
  const attributes = asObject(valueIn(failure.encodedAttributes));
  const message = stringOr(attributes?.message, failure.message ?? '');
  const cause = failureText(failure.cause);
  return cause === null || message.includes(cause) ? message : `${message}: ${cause}`;
}
