/** Handles a release that cannot be read among many: it is reported, and the others are shown. */
import type { UnreadableReleases } from '../../protocol/console-api';
import { StoreError } from '../../store/store-error';
import { isTemporalAway } from '../../temporal/temporal-fault';

export type UnreadableRelease = UnreadableReleases[number];

export type ReportUnreadable = (release: UnreadableRelease) => void;

/** null: the fault is not of this release alone, so that reading the others makes no sense. */
export function unreadableRelease(id: string, error: unknown): UnreadableRelease | null {
  if (isTemporalAway(error) || error instanceof StoreError) return null;
  return { id, why: rootMessage(error) };
}

/** Temporal's client wraps the error. */
export function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? rootMessage(error.cause) : error.message;
}
