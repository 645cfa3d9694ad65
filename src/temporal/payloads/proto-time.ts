import { google } from '@temporalio/proto';

export type ProtoTime = google.protobuf.ITimestamp | google.protobuf.IDuration;

/** Fractions of a millisecond are cut off; an absent time is 0. */
export function protoTimeMs(time: ProtoTime | null | undefined): number {
  return Number(String(time?.seconds ?? 0)) * 1000 + Math.floor((time?.nanos ?? 0) / 1_000_000);
}

export function protoTimeOf(ms: number): google.protobuf.Timestamp {
  const seconds = Math.floor(ms / 1000);
  return google.protobuf.Timestamp.fromObject({ seconds, nanos: Math.round((ms - seconds * 1000) * 1e6) });
}
