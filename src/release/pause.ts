/**
 * How long to wait before the next look at slow work: a tenth of the time already waited, so that the number
 * of looks grows with the logarithm of the wait, and sooner where progress foretells an earlier end.
 */
export interface WaitSoFar {
  waitedMs: number;
  minimumMs: number;
  /** From 0 to 1, where the service tells. */
  progress?: number | undefined;
}

export function nextPauseMs({ waitedMs, minimumMs, progress }: WaitSoFar): number {
  const steadyMs = Math.max(minimumMs, waitedMs / 10);
  // Said this way round, it holds for the NaN of 0 of 0 rows too.
  const foretells = progress !== undefined && progress > 0 && progress < 1;
  const remainingMs = foretells ? (waitedMs / progress) * (1 - progress) : Infinity;
  // Work that is stuck just before its end would foretell it for ever.
  const shortestMs = Math.max(minimumMs, steadyMs / 4);
  return Math.ceil(Math.max(shortestMs, Math.min(steadyMs, remainingMs)));
}
