/** Times and durations as Temporal's messages hold them: whole seconds, and nanoseconds on top. */
import { google } from '@temporalio/proto';

export type ProtoTime = google.protobuf.ITimestamp | google.protobuf.IDuration;

/** What is finer than a millisecond is cut off; one that is absent is 0. */
export function protoTimeMs(time: ProtoTime | null | undefined): number {
  return Number(String(time?.seconds ?? 0)) * 1000 + Math.floor((time?.nanos ?? 0) / 1_000_000);
}

export function protoTimeOf(ms: number): google.protobuf.Timestamp {
  const seconds = Math.floor(ms / 1000);
  return google.protobuf.Timestamp.fromObject({ seconds, nanos: Math.round((ms - seconds * 1000) * 1e6) });
}
