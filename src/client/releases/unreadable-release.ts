/** A release that cannot be read where many are: it is named, and the others are shown. */
import type { UnreadableReleases } from '../../protocol/console-api';
import { StoreError } from '../../store/store-error';
import { isTemporalAway } from '../../temporal/temporal-fault';

export type UnreadableRelease = UnreadableReleases[number];

export type TellUnreadable = (release: UnreadableRelease) => void;

/** Null: it is not the trouble of this release alone, and there is no sense in going on with the others. */
export function unreadableRelease(id: string, error: unknown): UnreadableRelease | null {
  if (isTemporalAway(error) || error instanceof StoreError) return null;
  return { id, why: rootMessage(error) };
}

/** Temporal's client wraps what failed within it. */
export function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? rootMessage(error.cause) : error.message;
}
