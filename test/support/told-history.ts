/** A history as Temporal has it, told step by step; with each event a second passes. */
import { historyFromJson } from './history-json';
import type { History } from './history';

export type Events = NonNullable<History['events']>;

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** In the JSON form of a history. */
export function payload(value: unknown): object {
  return { metadata: { encoding: base64('json/plain') }, data: base64(JSON.stringify(value)) };
}

const payloads = (...values: unknown[]): object => ({ payloads: values.map(payload) });

/** Where a release stands, as its status says. */
export interface Shown {
  state: string;
  stage: string | null;
  waitingFor?: { kind: string };
  hold?: { why: string };
  problem?: { code: string; message: string };
}

interface Called {
  input?: unknown;
  answer?: unknown;
  attempts?: number;
  /** Why the attempt before the last one failed. */
  retriedBecause?: string;
  failure?: object;
}

export class ToldHistory {
  readonly #events: object[] = [];

  constructor(private readonly beginsAt = '2026-11-15T03:39:00Z') {}

  get events(): Events {
    return historyFromJson(JSON.stringify({ events: this.#events })).events ?? [];
  }

  add(event: object): this {
    this.#event(event);
    return this;
  }

  started(input: { startedBy: string; spec: object }, continued?: object): this {
    const given = continued === undefined ? [input] : [input, continued];
    return this.add({ workflowExecutionStartedEventAttributes: { input: payloads(...given) } });
  }

  /** The release keeps its status. */
  shows({ waitingFor, hold, problem, ...place }: Shown): this {
    const none = { waitingFor: null, hold: null, problem: null };
    const status = {
      ...none,
      ...place,
      ...(waitingFor && { waitingFor }),
      ...(hold && { hold }),
      ...(problem && { problem }),
    };
    const upsertedMemo = { fields: { status: payload(status) } };
    return this.add({ workflowPropertiesModifiedEventAttributes: { upsertedMemo } });
  }

  calls(name: string, { input = {}, answer = {}, attempts = 1, retriedBecause, failure }: Called = {}): this {
    const scheduledEventId = this.#event({
      activityTaskScheduledEventAttributes: {
        activityId: name,
        activityType: { name },
        input: payloads(input),
      },
    });
    this.add({
      activityTaskStartedEventAttributes: {
        scheduledEventId,
        attempt: attempts,
        ...(retriedBecause !== undefined && { lastFailure: { message: retriedBecause } }),
      },
    });
    return failure === undefined
      ? this.add({
          activityTaskCompletedEventAttributes: { scheduledEventId, result: payloads(answer) },
        })
      : this.add({ activityTaskFailedEventAttributes: { scheduledEventId, failure } });
  }

  waits(summary: string, seconds: number, outcome: 'over' | 'cut short' | 'open' = 'over'): this {
    const startedEventId = this.#event({
      timerStartedEventAttributes: { startToFireTimeout: `${seconds}s` },
      userMetadata: { summary: payload(summary) },
    });
    if (outcome === 'over') return this.add({ timerFiredEventAttributes: { startedEventId } });
    return outcome === 'open' ? this : this.add({ timerCanceledEventAttributes: { startedEventId } });
  }

  signals(signalName: string, message: object): this {
    return this.add({ workflowExecutionSignaledEventAttributes: { signalName, input: payloads(message) } });
  }

  updates(
    name: string,
    message: object,
    { answer = {}, refused }: { answer?: object; refused?: string } = {},
  ): this {
    const acceptedEventId = this.#event({
      workflowExecutionUpdateAcceptedEventAttributes: {
        acceptedRequest: { input: { name, args: payloads(message) } },
      },
    });
    const outcome = refused === undefined ? { success: payloads(answer) } : { failure: { message: refused } };
    return this.add({ workflowExecutionUpdateCompletedEventAttributes: { acceptedEventId, outcome } });
  }

  ends(state: string, problem: { code: string; facts: object } | null = null): this {
    return this.add({
      workflowExecutionCompletedEventAttributes: { result: payloads({ state, problem }) },
    });
  }

  #event(event: object): string {
    const eventId = String(this.#events.length + 1);
    const eventTime = new Date(Date.parse(this.beginsAt) + this.#events.length * 1000).toISOString();
    this.#events.push({ eventId, eventTime, ...event });
    return eventId;
  }
}
