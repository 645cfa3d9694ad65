/** Returns the local time in milliseconds, as if it were UTC. */
export function wallClock(timeZone: string): (atMs: number) => number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (atMs) => {
    const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    return Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    );
  };
}

export function timeZoneFault(text: string): string | null {
  let known: string;
  try {
    // An offset ignores summer time, so it is no time zone, though newer versions of Node accept it.
    if (/^[+-]/.test(text)) throw new RangeError(text);
    known = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return 'must be the name of a time zone, such as Europe/Berlin or UTC';
  }
  // Node ignores the case of a time zone; Temporal does not.
  const isMisspelt = known !== text && known.toLowerCase() === text.toLowerCase();
  return isMisspelt ? `must be written ${known}` : null;
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Renders `Mon 2026-11-16 02:30 +01:00`. */
export function localTime(at: Date, timeZone: string): string {
  const wholeSecondMs = Math.floor(at.getTime() / 1000) * 1000;
  const wall = new Date(wallClock(timeZone)(wholeSecondMs));
  const [date = '', time = ''] = wall.toISOString().split('T');
  const seconds = wall.getUTCSeconds() === 0 ? '' : time.slice(5, 8);
  const offset = offsetText(wall.getTime() - wholeSecondMs);
  return `${weekdays[wall.getUTCDay()] ?? ''} ${date} ${time.slice(0, 5)}${seconds} ${offset}`;
}

function offsetText(offsetMs: number): string {
  const minutes = Math.abs(offsetMs) / 60_000;
  const digits = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${digits(minutes / 60)}:${digits(minutes % 60)}`;
}

/** Local hours in minutes since midnight; the range may cross midnight. */
export interface QuietHours {
  fromMinute: number;
  toMinute: number;
  timezone: string;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** The end of the current quiet hours; null: there are none now. */
export function quietUntilMs(hours: QuietHours, nowMs: number): number | null {
  const isQuietAt = quietness(hours);
  if (!isQuietAt(nowMs)) return null;
  // Going minute by minute needs no special case for nights in which the clocks change.
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

const DAY_MS = 86_400_000;
/** No zone changes its clocks forward and back within this time. */
const STEP_MS = 7 * DAY_MS;

/** Local times in milliseconds, as if in UTC: a missing or ambiguous one, and the first after it that occurs once. */
interface MovedRun {
  fromMs: number;
  toMs: number;
}

/** Temporal would skip a run at a local time that is missing, and run twice at one that occurs twice: they move. */
export function movedRuns(
  timeZone: string,
  timeOfDayMs: number,
  years: { first: number; last: number },
): MovedRun[] {
  const changes = clockChanges(timeZone, Date.UTC(years.first, 0), Date.UTC(years.last + 1, 0));
  return changes.flatMap(({ fromMs, toMs }) =>
    [...new Set([startOfDay(fromMs), startOfDay(toMs)])]
      .map((dayMs) => dayMs + timeOfDayMs)
      .filter((runMs) => fromMs <= runMs && runMs < toMs)
      .map((runMs) => ({ fromMs: runMs, toMs })),
  );
}

const startOfDay = (wallMs: number): number => Math.floor(wallMs / DAY_MS) * DAY_MS;

/** Local time spans that are skipped when clocks go forward, or repeated when they go back. */
function clockChanges(timeZone: string, startMs: number, endMs: number): MovedRun[] {
  const wall = wallClock(timeZone);
  const offset = (atMs: number): number => wall(atMs) - atMs;
  const changes: MovedRun[] = [];
  for (let stepMs = startMs; stepMs < endMs; stepMs += STEP_MS) {
    const [before, after] = [offset(stepMs), offset(stepMs + STEP_MS)];
    if (before === after) continue;
    const atMs = firstSecond(stepMs, stepMs + STEP_MS, (ms) => offset(ms) !== before);
    changes.push({ fromMs: atMs + Math.min(before, after), toMs: atMs + Math.max(before, after) });
  }
  return changes;
}

/** A binary search for the first second at which `holds` is true; it must be false at the start and true at the end. */
function firstSecond(startMs: number, endMs: number, holds: (ms: number) => boolean): number {
  let [not, yes] = [startMs / 1000, endMs / 1000];
  while (yes - not > 1) {
    const middle = Math.floor((not + yes) / 2);
    if (holds(middle * 1000)) yes = middle;
    else not = middle;
  }
  return yes * 1000;
}

/** The local date, as `YYYY-MM-DD`. */
export function dateInZone(at: Date, timeZone: string): string {
  return new Date(wallClock(timeZone)(at.getTime())).toISOString().slice(0, 10);
}
