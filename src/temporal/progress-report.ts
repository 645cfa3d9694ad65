/** Shows a person what a long step is doing, in one line without a line break. */
export type ReportLine = (line: string) => void;

const HEARTBEAT_MS = 15_000;

/** Runs `work`, and reports every 15 seconds that it still runs, because silence for minutes looks like a hang. */
export async function withHeartbeat<T>(
  report: ReportLine,
  stillAtIt: string,
  work: () => Promise<T>,
): Promise<T> {
  const startedMs = Date.now();
  const heartbeat = setInterval(() => {
    report(`${stillAtIt} (${elapsed(Date.now() - startedMs)}).`);
  }, HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
  }
}

function elapsed(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
