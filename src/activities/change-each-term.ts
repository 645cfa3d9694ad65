/** Quick for whoever waits, and no burden for the service. */
const AT_A_TIME = 4;
/** One term may have its trouble; so many in a row of calls are the service's. */
const FAILURES = AT_A_TIME;

/**
 * Calls for each of many terms and answers for those for which it went well in the time given. What failed is left
 * to the next attempt, which counts on what this one did; the failure comes out only where nothing was done.
 */
export async function changeEachTerm<Result>(
  termIds: Iterable<string>,
  forMs: number,
  call: (termId: string) => Promise<Result>,
): Promise<Map<string, Result>> {
  const done = new Map<string, Result>();
  const failures: unknown[] = [];
  const untilMs = Date.now() + forMs;
  const open = [...new Set(termIds)].values();
  const lane = async (): Promise<void> => {
    for (const id of open) {
      try {
        done.set(id, await call(id));
      } catch (error) {
        failures.push(error);
      }
      if (failures.length >= FAILURES || Date.now() >= untilMs) return;
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  if (done.size === 0 && failures.length > 0) throw failures[0];
  return done;
}
