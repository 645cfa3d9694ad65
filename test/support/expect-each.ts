/** One case for the rows of a table: it fails with the name and the fault of each row for which the check does not hold. */
export async function expectEach<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  check: (row: Row) => unknown,
): Promise<void> {
  const faults: string[] = [];
  for (const row of rows) {
    try {
      await check(row);
    } catch (error) {
      faults.push(`${nameOf(row)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  expect(rows.length).toBeGreaterThan(0);
  expect(faults).toEqual([]);
}
