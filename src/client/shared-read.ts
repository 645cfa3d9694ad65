import { LRUCache } from 'lru-cache';

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

interface Limits<Result> {
  max?: number;
  maxSize?: number;
  sizeCalculation?: (result: Result) => number;
  ttl?: number;
}

/** Caches results by a key that names what they are made of, so that none becomes stale. A failure is not cached. */
export function cachedByKey<Wanted extends object, Result extends object>(
  limits: Limits<Result>,
  keyOf: (wanted: Wanted) => string,
  read: (wanted: Wanted) => Promise<Result>,
): (wanted: Wanted) => Promise<Result> {
  const cache = new LRUCache<string, Result, { wanted: Wanted }>({
    ...(limits as { max: number }),
    // A result that is evicted while it is read still goes to its caller.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: { wanted } }) => read(wanted),
  });
  return (wanted) => cache.forceFetch(keyOf(wanted), { context: { wanted } });
}
