/**
 * Derives the story of a release from its history: events, waits, messages and calls. It is a pure function of the
 * events, whose payloads must have been decrypted.
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

export type HistoryEvent = temporal.api.history.v1.IHistoryEvent;
type IActivityEnd = temporal.api.history.v1.IActivityTaskCompletedEventAttributes;
type IPayloads = temporal.api.common.v1.IPayloads;
type Failure = temporal.api.failure.v1.IFailure;

interface Entry<Kind extends string> {
  kind: Kind;
  at: string;
}

export interface StartEntry extends Entry<'start'> {
  by: string | null;
  branch: string | null;
  languages: string[];
  /** The languages among them that are added after the others are translated. */
  lateLanguages: string[];
  continued: boolean;
  /** The person who continued it after its end, and the added languages. null: it had not ended. */
  added: { by: string; languages: string } | null;
}

export interface StageEntry extends Entry<'stage'> {
  state: string;
  stage: string | null;
  waitingFor: string | null;
  /** Why it was parked or became partial. */
  why: string | null;
  /** The duration of the stage that it left. null: unknown. */
  tookMs: number | null;
}

export interface CallEntry extends Entry<'call'> {
  call: string;
  outcome: 'done' | 'failed' | 'timed out' | 'cancelled' | 'open';
  attempts: number;
  tookMs: number | null;
  /** The call may have taken effect; only its reply was lost. */
  isReplyLost: boolean;
  /** What the call did, in words. null: it only read something, or has not ended. */
  did: string | null;
  /** The time of the next attempt. null: it runs now, or there is none. */
  nextAt: string | null;
  /** The failure of the call, or else of its previous attempt. */
  failure: string | null;
  /** The service's own id of the call, for questions to its support. */
  traceId: string | null;
}

export interface WaitEntry extends Entry<'wait'> {
  for: string;
  plannedMs: number;
  /** Cut short by an earlier event, such as a callback, a decision or a cancellation. */
  outcome: 'over' | 'cut short' | 'open';
  tookMs: number | null;
}

/** A message to the release: from a person, from a callback of the service, or from the queue of its project. */
export interface MessageEntry extends Entry<'message'> {
  message: string;
  by: string | null;
  why: string | null;
  details: Record<string, unknown>;
  /**
   * A signal has no result: it is done on receipt. `ignored`: it was malformed, or the release has no signal of its
   * name. `unreadable`: it is encrypted, and no key here opens it.
   */
  outcome: 'done' | 'refused' | 'open' | 'ignored' | 'unreadable';
  /** The matter was already decided, so nothing changed. */
  repeated: boolean;
  failure: string | null;
}

export interface EndEntry extends Entry<'end'> {
  state: string;
  why: string | null;
  tookMs: number | null;
}

export type StoryEntry = StartEntry | StageEntry | CallEntry | WaitEntry | MessageEntry | EndEntry;

/** Temporal's state of calls under way, which the history lacks; by activity id. */
export type PendingCalls = ReadonlyMap<string, Pick<CallEntry, 'attempts' | 'failure' | 'nextAt'>>;

export function explain(
  events: readonly HistoryEvent[],
  pending: PendingCalls = new Map<string, never>(),
): StoryEntry[] {
  const story = new Story(pending);
  for (const event of events) story.take(event);
  return story.entries.map((entry) => (entry.kind === 'message' ? story.byRule(entry) : entry));
}

interface Ending extends Pick<IActivityEnd, 'scheduledEventId'> {
  result?: IPayloads | null;
  failure?: Failure | null;
}

interface OpenCall {
  entry: CallEntry;
  input: Payload | undefined;
}

class Story {
  readonly entries: StoryEntry[] = [];
  /** Entries that a later event completes, by the id of their first event. */
  readonly #calls = new Map<string, OpenCall>();
  readonly #waits = new Map<string, WaitEntry>();
  readonly #updates = new Map<string, MessageEntry>();
  /** The release's own clock, which stands still while it handles an event. */
  #now: string | null = null;

  /** Under four eyes no signal confirms terms, even one that came before the release read the rule. */
  #isUnderFourEyes = false;

  #choices: ReleaseStatus['choices'] = [];
  readonly #handles = new Map<string, string>();

  constructor(private readonly pending: PendingCalls) {}

  byRule(entry: MessageEntry): MessageEntry {
    const counts = !this.#isUnderFourEyes || entry.message !== 'confirmTerms' || entry.outcome !== 'done';
    return counts ? entry : { ...entry, outcome: 'ignored', failure: needsProof };
  }

  take(event: HistoryEvent): void {
    if (event.workflowTaskStartedEventAttributes) this.#now = timeOf(event);
    this.#takeCall(event);
    this.#takeWait(event);
    this.#takeMessage(event);
    this.#takeCourse(event);
  }

  #takeCall(event: HistoryEvent): void {
    const scheduled = event.activityTaskScheduledEventAttributes;
    if (scheduled) {
      const pending = this.pending.get(scheduled.activityId ?? '');
      const entry: CallEntry = {
        kind: 'call',
        at: timeOf(event),
        call: scheduled.activityType?.name ?? '',
        outcome: 'open',
        tookMs: null,
        isReplyLost: false,
        did: null,
        traceId: null,
        ...(pending ?? { attempts: 0, failure: null, nextAt: null }),
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
    const endings: [CallEntry['outcome'], Ending | null | undefined][] = [
      ['done', event.activityTaskCompletedEventAttributes],
      ['failed', event.activityTaskFailedEventAttributes],
      ['timed out', event.activityTaskTimedOutEventAttributes],
      ['cancelled', event.activityTaskCanceledEventAttributes],
    ];
    for (const [outcome, ending] of endings) {
      const open = this.#calls.get(String(ending?.scheduledEventId));
      if (ending && open) this.#endCall(open, outcome, ending, timeOf(event));
    }
  }

  #endCall({ entry, input }: OpenCall, outcome: CallEntry['outcome'], ending: Ending, at: string): void {
    const { result, failure } = ending;
    const value = valueIn((result ?? failure?.applicationFailureInfo?.details)?.payloads?.[0]);
    entry.outcome = outcome;
    entry.tookMs = msBetween(entry.at, at);
    entry.failure = failureText(failure) ?? entry.failure;
    entry.traceId = stringOr(asObject(value)?.traceId, null);
    entry.isReplyLost = outcome === 'failed' && asObject(value)?.effect === 'unknown';
    if (outcome !== 'done') return;
    this.#takeSettings(value);
    entry.did = actionOf(entry.call, valueIn(input), value, this.#handles);
  }

  /** Reads the settings from the result of the start check, or from a continued release's record. */
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
    const result = asObject(valueIn(completed.outcome?.success?.payloads?.[0]));
    update.repeated = result?.outcome === 'already-confirmed';
    if (result?.changes !== undefined) update.details.changes = result.changes;
    // A request for what already holds is left out.
    if (result?.changed === 0 || (Array.isArray(result?.added) && result.added.length === 0))
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

  /** The release's own actions get the time that its status and record show. */
  #timeOfAction(event: HistoryEvent): string {
    const isOwn =
      event.workflowPropertiesModifiedEventAttributes ?? event.workflowExecutionCompletedEventAttributes;
    return (isOwn && this.#now) ?? timeOf(event);
  }

  /** The status changes more often than stage, state and wait, and only these give an entry. */
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

/** Reads the last decision about an ended release. */
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

/** A status written by another version may lack the list. */
const asArray = <Item>(list: readonly Item[] | undefined): Item[] => [...(list ?? [])];

function tookIn(stages: ReleaseStatus['stages'], name: string | null | undefined): number | null {
  const { startedAt = null, endedAt = null } = stages.find((stage) => stage.name === name) ?? {};
  return startedAt === null || endedAt === null ? null : msBetween(startedAt, endedAt);
}

/** Uses the release's own check. */
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
  // A run that continues with only an input was replaced by another release.
  if (continued && (continued.input?.payloads ?? []).length < 2) return ended('replaced', null);
  if (event.workflowExecutionCanceledEventAttributes) return ended('cancelled', null);
  return event.workflowExecutionTimedOutEventAttributes ? ended('timed out', null) : null;
}

export function timeOf(event: HistoryEvent | undefined): string {
  return new Date(protoTimeMs(event?.eventTime)).toISOString();
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

export function failureText(failure: Failure | null | undefined): string | null {
  if (!failure) return null;
  // Encrypted failures carry their message in a payload.
  const attributes = asObject(valueIn(failure.encodedAttributes));
  const message = stringOr(attributes?.message, failure.message ?? '');
  const cause = failureText(failure.cause);
  return cause === null || message.includes(cause) ? message : `${message}: ${cause}`;
}
