import type { AssumptionId, Readings } from '../../src/sandbox/readings/catalogue';

/** The fewest of some readings that still break, found by leaving out one at a time. */
export async function shrink(
  readings: Partial<Readings>,
  stillBreaks: (fewer: Partial<Readings>) => Promise<boolean>,
): Promise<Partial<Readings>> {
  let smallest = readings;
  for (const id of Object.keys(readings) as AssumptionId[]) {
    const fewer: Partial<Readings> = Object.fromEntries(
      Object.entries(smallest).filter(([own]) => own !== id),
    );
    if (await stillBreaks(fewer)) smallest = fewer;
  }
  return smallest;
}
