/** What a history holds and what it costs. */
import { defaultPayloadConverter } from '@temporalio/common';
import { temporal } from '@temporalio/proto';

export type History = temporal.api.history.v1.IHistory;
export type HistoryEvent = NonNullable<History['events']>[number];

const { EventType } = temporal.api.enums.v1;
type EventName = keyof typeof EventType;

export function eventsOf(history: History, type: EventName): HistoryEvent[] {
  return (history.events ?? []).filter(({ eventType }) => eventType === EventType[type]);
}

/** Without the marks that skipped time leaves: where time takes its course there are none. */
export function eventCount(history: History): number {
  const skips = eventsOf(history, 'EVENT_TYPE_WORKFLOW_EXECUTION_TIME_SKIPPING_TRANSITIONED');
  return (history.events?.length ?? 0) - skips.length;
}

/** Names of the activities that were called, in order. */
export function activitiesOf(history: History): string[] {
  return eventsOf(history, 'EVENT_TYPE_ACTIVITY_TASK_SCHEDULED').map(
    ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name ?? '',
  );
}

/** What an activity was given, each time that it was called. */
export function inputsOf<Input>(history: History, activity: string): Input[] {
  return eventsOf(history, 'EVENT_TYPE_ACTIVITY_TASK_SCHEDULED').flatMap(
    ({ activityTaskScheduledEventAttributes: call }) =>
      call?.activityType?.name === activity
        ? (call.input?.payloads ?? []).map((payload) => defaultPayloadConverter.fromPayload<Input>(payload))
        : [],
  );
}

export interface MeasuredPayload {
  eventId: number;
  eventType: string;
  bytes: number;
}

/** Every payload of every event, the largest first. */
export function payloadsOf(history: History): MeasuredPayload[] {
  return (history.events ?? [])
    .flatMap((event) =>
      payloadsIn(event).map((data) => ({
        eventId: Number(event.eventId),
        eventType: EventType[event.eventType ?? 0] ?? 'unknown',
        bytes: data.length,
      })),
    )
    .sort((a, b) => b.bytes - a.bytes);
}

/** A payload is what has metadata and data, wherever it hangs. */
function payloadsIn(value: unknown): Uint8Array[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  if ('metadata' in value && 'data' in value && value.data instanceof Uint8Array) return [value.data];
  return Object.values(value).flatMap(payloadsIn);
}
