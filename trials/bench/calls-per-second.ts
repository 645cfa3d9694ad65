/** Calls per second of an asynchronous function at a fixed concurrency. */
export async function callsPerSecond(
  call: () => Promise<unknown>,
  { concurrency, forMs }: { concurrency: number; forMs: number },
): Promise<number> {
  const startMs = performance.now();
  const endMs = startMs + forMs;
  let calls = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < endMs) {
      await call();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return (calls * 1000) / (performance.now() - startMs);
}
