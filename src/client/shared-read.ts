/** Callers that come during a read share its result; meant for expensive reads. */
export function sharedRead<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | null = null;
  return () =>
    (underWay ??= read().finally(() => {
      underWay = null;
    }));
}

/** Caches the last result for a while, unless the caller wants a fresh one. A failure is not cached. */
export function cachedFor<Result>(
  cacheMs: number,
  read: () => Promise<Result>,
): (fresh?: boolean) => Promise<Result> {
  let cached: { result: Promise<Result>; untilMs: number } | null = null;
  return (fresh = false) => {
    if (cached !== null && !fresh && Date.now() < cached.untilMs) return cached.result;
    const result = read();
    const reading = { result, untilMs: Date.now() + cacheMs };
    cached = reading;
    result.catch(() => {
      if (cached === reading) cached = null;
    });
    return result;
  };
}
