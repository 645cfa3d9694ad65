import ms, { type StringValue } from 'ms';

/** Ten years: beyond it lies a slip of the pen, and in the end a date that cannot be written. */
const LONGEST_MS = 10 * 365.25 * 86_400_000;

/** Milliseconds of a duration such as `3 days`, `30m` or `1.5h`; null for anything else, a bare number included. */
export function durationMs(text: string): number | null {
  if (!/^\d+(\.\d+)? ?[a-z]+$/i.test(text)) return null;
  const value = ms(text as StringValue) as number | undefined;
  return value === undefined || value > LONGEST_MS ? null : Math.round(value);
}
