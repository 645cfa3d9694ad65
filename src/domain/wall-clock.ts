/** What the clock on a wall of a time zone shows. */

/** Reads the wall clock as if it were in UTC: its hands, in milliseconds. */
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

/** Why a text is not the name of a time zone, or null. */
export function timeZoneFault(text: string): string | null {
  let known: string;
  try {
    // An offset is no time zone: it does not know about summer time. Newer versions of Node would take it.
    if (/^[+-]/.test(text)) throw new RangeError(text);
    known = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return 'must be the name of a time zone, such as Europe/Berlin or UTC';
  }
  // We would take it in any case; Temporal would not.
  const isMisspelt = known !== text && known.toLowerCase() === text.toLowerCase();
  return isMisspelt ? `must be written ${known}` : null;
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** `Mon 2026-11-16 02:30 +01:00` */
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
