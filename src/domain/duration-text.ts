export const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** `2 d 3 h`, `5 min`, `12 s`, `80 ms`: the two largest units say enough. */
export function durationText(ms: number): string {
  if (Math.round(ms) < 1000) return `${Math.round(ms)} ms`;
  let restMs = Math.round(ms / 1000) * 1000;
  const largest = units.findIndex(([, unitMs]) => restMs >= unitMs);
  const parts: string[] = [];
  for (const [unit, unitMs] of units.slice(largest, largest + 2)) {
    const count = Math.floor(restMs / unitMs);
    restMs -= count * unitMs;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return parts.join(' ');
}
