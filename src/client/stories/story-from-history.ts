/**
 * The story of a release, told from its history alone: what happened when, what it waited for, who said what, and
 * how each call went. A pure function of the events, whose payloads must have been opened.
 */
import type { Payload } from '@temporalio/common';
import type { temporal } from '@temporalio/proto';
import { textOf as problemTextOf } from '../../domain/problems/table';
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
  /** The branch that its files come from, where that was told. */
  branch: string | null;
  languages: string[];
  /** Those among them that are added once the others are translated. */
  lateLanguages: string[];
  /** Whether it goes on with what an earlier run left. */
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
  /** What it brought about, in words; null: it only looked, or has not ended. */
  did: string | null;
  /** When it is made again; null: now, or not at all. */
  nextAt: string | null;
  /** Why it failed, or why the attempt before the last one did. */
  failure: string | null;
  /** What the service calls it: whoever asks its support names this. */
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

/** Something said to the release: by a person, by the service's callback, or by the queue of its project. */
export interface MessageEntry {
  kind: 'message';
  at: string;
  message: string;
  by: string | null;
  why: string | null;
  /** Everything else in it. */
  details: Record<string, unknown>;
  /**
   * A signal has no answer: it is done when it is heard. `ignored`: it was malformed, or nothing hears its name.
   * `unreadable`: it is encrypted, and no key here opens it.
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
  /** What the release's own clock says: it stands still while the release works on what has happened. */
  #now: string | null = null;

  /** Then a signal confirms nothing, also one that came before the release knew of the rule. */
  #isUnderFourEyes = false;

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
      const told = valueIn(answer);
      call.traceId = stringOr(asObject(told)?.traceId, null);
      call.isReplyLost = outcome === 'failed' && asObject(told)?.effect === 'unknown';
      if (outcome !== 'done') continue;
      this.#isUnderFourEyes ||= isUnderFourEyes(told);
      call.did = actionOf(call.call, valueIn(input), told);
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
      this.entries.push({ ...entry, ...heard(entry.message, payload) });
    }
    const accepted = event.workflowExecutionUpdateAcceptedEventAttributes;
    if (accepted) {
      const { name, args } = accepted.acceptedRequest?.input ?? {};
      const entry = messageEntry(event, name, args?.payloads?.[0]);
      entry.at = this.#now ?? entry.at;
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
  }

  #takeCourse(event: HistoryEvent): void {
    const started = event.workflowExecutionStartedEventAttributes;
    if (started) {
      this.entries.push(startEntry(event, started));
      this.#isUnderFourEyes = isUnderFourEyes(valueIn(started.input?.payloads?.[1]));
    }
    const shown = valueIn(
      event.workflowPropertiesModifiedEventAttributes?.upsertedMemo?.fields?.[STATUS_MEMO],
    );
    if (shown) this.#takeStatus(event, shown as ReleaseStatus);
    const ended = endOf(event);
    if (ended !== null) this.entries.push({ kind: 'end', at: this.#timeOfDeed(event), ...ended });
  }

  /** What the release did itself has the time that its status and its record have too. */
  #timeOfDeed(event: HistoryEvent): string {
    const isOwn =
      event.workflowPropertiesModifiedEventAttributes ?? event.workflowExecutionCompletedEventAttributes;
    return (isOwn && this.#now) ?? timeOf(event);
  }

  /** The status changes more often than the place where it stands. */
  #takeStatus(event: HistoryEvent, { state, stage, waitingFor, hold, problem, facts }: ReleaseStatus): void {
    const place = { state, stage, waitingFor: waitingFor?.kind ?? hold?.why ?? null };
    const last = this.#lastStage;
    if (last?.state === state && last.stage === stage && last.waitingFor === place.waitingFor) return;
    // Without its choices: what was decided is told where it was.
    const isParked = place.waitingFor === 'decision' && problem !== null;
    const why = isParked ? problemTextOf({ ...problem, facts }) : null;
    this.entries.push({ kind: 'stage', at: this.#timeOfDeed(event), ...place, why });
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
  const { by, reason, comment, ...told } = asObject(valueIn(payload)) ?? {};
  // A proof of who it is is nobody else's to read.
  const details = Object.fromEntries(Object.entries(told).filter(([name]) => name !== 'proof'));
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

/** As the check before the start found it, and as the record of a release keeps it. */
function isUnderFourEyes(told: unknown): boolean {
  return asObject(asObject(told)?.settings)?.fourEyes === true;
}

/** As the release hears it: by the same check. */
function heard(signal: string, payload: Payload | undefined): Pick<MessageEntry, 'outcome' | 'failure'> {
  if (payload !== undefined && isEncrypted(payload)) return { outcome: 'unreadable', failure: null };
  if (!isHeard(signal)) return { outcome: 'ignored', failure: 'a release has no signal of this name' };
  const name = releaseSignals[signal];
  const fault = name === null ? null : checkSignal(name, payload).fault;
  return { outcome: fault === null ? 'done' : 'ignored', failure: fault };
}

const isHeard = (signal: string): signal is keyof typeof releaseSignals =>
  Object.hasOwn(releaseSignals, signal);

function problemText(problem: Readonly<Record<string, unknown>> | null | undefined): string | null {
  const code = stringOr(problem?.code, null);
  return code === null ? null : problemTextOf({ code, facts: asObject(problem?.facts) ?? {} });
}

function endOf(event: HistoryEvent): Pick<EndEntry, 'state' | 'why'> | null {
  const completed = event.workflowExecutionCompletedEventAttributes;
  if (completed) {
    const [payload] = completed.result?.payloads ?? [];
    const record = asObject(valueIn(payload));
    return {
      state: stringOr(record?.state, 'completed'),
      why: problemText(asObject(record?.problem)),
    };
  }
  const failed = event.workflowExecutionFailedEventAttributes;
  if (failed) return { state: 'failed', why: failureText(failed.failure) };
  const terminated = event.workflowExecutionTerminatedEventAttributes;
  if (terminated) return { state: 'terminated', why: terminated.reason ?? null };
  const continued = event.workflowExecutionContinuedAsNewEventAttributes;
  // A run that hands nothing on but an input makes room for another release.
  if (continued && (continued.input?.payloads ?? []).length < 2) return { state: 'replaced', why: null };
  if (event.workflowExecutionCanceledEventAttributes) return { state: 'cancelled', why: null };
  return event.workflowExecutionTimedOutEventAttributes ? { state: 'timed out', why: null } : null;
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

/** What happened, and why, as deep as it is told. */
export function failureText(failure: Failure | null | undefined): string | null {
  if (!failure) return null;
  // Where failures are encrypted, their message stands in a payload.
  const attributes = asObject(valueIn(failure.encodedAttributes));
  const message = stringOr(attributes?.message, failure.message ?? '');
  const cause = failureText(failure.cause);
  return cause === null || message.includes(cause) ? message : `${message}: ${cause}`;
}
