/**
 * How long to wait before the next look at slow work: so long that the pause, once over, is a tenth of the whole
 * wait. The number of looks then grows with the logarithm of the wait, and an end that nobody told of is noticed
 * a tenth late at most; sooner where progress foretells it. Where ends are told, a quarter late is soon enough for one
 * that was not.
 */
export interface WaitSoFar {
  waitedMs: number;
  minimumMs: number;
  /** From 0 to 1, where the service tells. */
  progress?: number | undefined;
  /** Whether its end is told, unless that goes wrong. */
  isTold?: boolean;
}

export function nextPauseMs({ waitedMs, minimumMs, progress, isTold = false }: WaitSoFar): number {
  if (isTold) return Math.ceil(Math.max(minimumMs, waitedMs / 3));
  const steadyMs = Math.max(minimumMs, waitedMs / 9);
  // Said this way round, it holds for the NaN of 0 of 0 rows too.
  const foretells = progress !== undefined && progress > 0 && progress < 1;
  const remainingMs = foretells ? (waitedMs / progress) * (1 - progress) : Infinity;
  // Work that is stuck just before its end would foretell it for ever.
  const shortestMs = Math.max(minimumMs, steadyMs / 4);
  return Math.ceil(Math.max(shortestMs, Math.min(steadyMs, remainingMs)));
}
