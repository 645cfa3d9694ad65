import ms, { type StringValue } from 'ms';

/** Ten years: a longer duration is a typing error, and may lead to an invalid date. */
const LONGEST_MS = 10 * 365.25 * 86_400_000;

/** Parses a duration such as `3 days`, `30m` or `1.5h`; null for anything else, a bare number included. */
export function durationMs(text: string): number | null {
  if (!/^\d+(\.\d+)? ?[a-z]+$/i.test(text)) return null;
  const value = ms(text as StringValue) as number | undefined;
  return value === undefined || value > LONGEST_MS ? null : Math.round(value);
}

export const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

type DurationUnit = (typeof units)[number][0] | 'ms';

/** Only the two largest units are shown. A negative duration, from clocks that differ, counts as zero. */
function durationParts(ms: number): (readonly [count: number, unit: DurationUnit])[] {
  if (Math.round(ms) < 1000) return [[Math.max(0, Math.round(ms)), 'ms']];
  let restMs = Math.round(ms / 1000) * 1000;
  const largest = units.findIndex(([, unitMs]) => restMs >= unitMs);
  return units.slice(largest, largest + 2).flatMap(([unit, unitMs]) => {
    const count = Math.floor(restMs / unitMs);
    restMs -= count * unitMs;
    return count > 0 ? [[count, unit] as const] : [];
  });
}

/** Renders `2 d 3 h`, `5 min`, `12 s` or `80 ms`. */
export const durationText = (ms: number): string =>
  durationParts(ms)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
