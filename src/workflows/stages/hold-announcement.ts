/** Why and until when an announcement waits, though nobody has to do anything: for its own time, or for the end of quiet hours. */
import { condition } from '@temporalio/workflow';
import { quietUntilMs } from '../../domain/quiet-hours';
import { reopenForLateLanguages } from '../../domain/release-transitions';
import type { ReleaseRun } from '../release-run';

/** Those that are in a file, where files were asked for. */
export function announcedLanguages({ record }: ReleaseRun): string[] {
  return record.languages.filter((language) => !record.missingLanguages.includes(language));
}

export function isAhead(at: string): boolean {
  return Date.parse(at) > Date.now();
}

/**
 * Before the post is made: until its time has come. A language that is added meanwhile reopens the stages before it, and
 * is announced too. The time may be amended.
 */
export async function holdAnnouncement(release: ReleaseRun): Promise<'due' | 'reopened'> {
  const { record } = release;
  const { state } = release.stage('announce');
  const isUntouched = state === 'pending' || state === 'waiting';
  if (!isUntouched || announcedLanguages(release).length === 0) return 'due';
  const hasNewLanguages = (): boolean =>
    record.lateLanguages.length > 0 && release.has('languages-end-the-hold');
  for (;;) {
    const { announce } = release.spec;
    const isMade = (record.announcement?.postId ?? null) !== null;
    const held = heldUntil(release);
    if (announce === undefined || announce.by === 'service' || isMade || held === null) return 'due';
    release.begin('announce');
    const isOther = (): boolean =>
      release.spec.announce === undefined || release.spec.announce.at !== announce.at;
    await hold(release, held, () => isOther() || hasNewLanguages());
    if (!hasNewLanguages()) continue;
    release.postpone('announce');
    reopenForLateLanguages(record);
    return 'reopened';
  }
}

interface HeldUntil {
  why: 'announcement_time' | 'quiet_hours';
  until: string;
}

/** Its own time, or the end of the quiet hours in which that lies; null: it may be announced now. */
export function heldUntil({ spec, record, isListedLess }: ReleaseRun): HeldUntil | null {
  const at = spec.announce?.at;
  const dueMs = Math.max(at === undefined ? 0 : Date.parse(at), Date.now());
  // What an older worker may have done in this run without them cannot be made otherwise.
  const { quietHours = null } = (isListedLess ? record.settings : null) ?? {};
  const quietMs = quietHours && quietUntilMs(quietHours, dueMs);
  if (quietMs !== null) return { why: 'quiet_hours', until: new Date(quietMs).toISOString() };
  return at !== undefined && isAhead(at) ? { why: 'announcement_time', until: at } : null;
}

export async function hold(
  release: ReleaseRun,
  { why, until }: HeldUntil,
  isOver: () => boolean = () => false,
): Promise<void> {
  const waitMs = Date.parse(until) - Date.now();
  if (waitMs <= 0) return;
  release.hold('announce', { why, until: new Date(until).toISOString() });
  await condition(isOver, waitMs, { summary: `announced not before ${until}` });
  release.begin('announce');
}

/** The service's day begins at night. */
export async function holdWhileQuiet(release: ReleaseRun): Promise<void> {
  const held = heldUntil(release);
  if (held?.why === 'quiet_hours') await hold(release, held);
}
