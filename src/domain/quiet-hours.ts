/** Hours in which nobody is to be disturbed: by notices, or by announcements. */
import { wallClock } from './wall-clock';

/** Hours on the clock of a place, in minutes since midnight; they may reach over it. */
export interface QuietHours {
  fromMinute: number;
  toMinute: number;
  timezone: string;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** When the quiet hours that it is now in are over; null where it is in none. */
export function quietUntilMs(hours: QuietHours, nowMs: number): number | null {
  const isQuietAt = quietness(hours);
  if (!isQuietAt(nowMs)) return null;
  // Minute by minute: a night in which the clocks change is no special case then.
  let atMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  do atMs += MINUTE_MS;
  while (isQuietAt(atMs));
  return atMs;
}

function quietness({ fromMinute, toMinute, timezone }: QuietHours): (atMs: number) => boolean {
  const clock = wallClock(timezone);
  return (atMs) => {
    const minute = Math.floor(clock(atMs) / MINUTE_MS) % DAY_MINUTES;
    return fromMinute < toMinute
      ? minute >= fromMinute && minute < toMinute
      : minute >= fromMinute || minute < toMinute;
  };
}
