const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/;

/** In UTC, to the second, with its zone: the same on every machine. What is not a time stays as it is. */
export function timeText(time: string | null): string {
  const ms = ZONED.test(time ?? '') ? Date.parse(time ?? '') : NaN;
  return Number.isNaN(ms) ? (time ?? '') : `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
