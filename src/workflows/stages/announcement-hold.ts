/** Why and until when an announcement is held back, though nobody has to do anything. */
import type { Announcement } from '../../domain/release-record';
import type { Hold } from '../../domain/status';
import { reads } from '../activity-proxies';
import type { ReleaseRun } from '../release-run';

export function isAhead(at: string): boolean {
  return Date.parse(at) > Date.now();
}

/** Its own time, the end of the quiet hours in which that lies, or the end of the service's daily cap; null: it may be sent now. */
export async function announcementHold(release: ReleaseRun): Promise<Hold | null> {
  const { spec, record } = release;
  const { cappedUntil } = record.announcement ?? {};
  if (cappedUntil !== undefined && isAhead(cappedUntil)) return { why: 'daily_cap', until: cappedUntil };
  // What was sent or refused before is sent again because a person asked for that now.
  const isAskedFor = isTried(record.announcement);
  const at = isAskedFor ? undefined : spec.announce?.at;
  const dueMs = Math.max(at === undefined ? 0 : Date.parse(at), Date.now());
  const quietUntil = isAskedFor && cappedUntil === undefined ? null : await quiet(release, dueMs);
  if (quietUntil !== null) return { why: 'quiet_hours', until: quietUntil };
  return at !== undefined && isAhead(at)
    ? { why: 'announcement_time', until: new Date(at).toISOString() }
    : null;
}

function isTried(announcement: Announcement | null): boolean {
  if (announcement === null) return false;
  const { accepted, publishSentAt, refusedAt = null } = announcement;
  return accepted || publishSentAt !== null || refusedAt !== null;
}

async function quiet({ record }: ReleaseRun, atMs: number): Promise<string | null> {
  const hours = record.settings?.quietHours ?? null;
  return hours === null ? null : (await reads.quietUntil({ hours, atMs })).until;
}
