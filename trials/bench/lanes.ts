/** Does something so many times, some at once. Which lane does it tells what it may have for itself meanwhile. */
export async function inLanes(
  { count, lanes }: { count: number; lanes: number },
  work: (index: number, lane: number) => Promise<void>,
): Promise<void> {
  let begun = 0;
  const run = async (_: unknown, lane: number): Promise<void> => {
    while (begun < count) {
      const index = begun;
      begun += 1;
      await work(index, lane);
    }
  };
  await Promise.all(Array.from({ length: lanes }, run));
}
