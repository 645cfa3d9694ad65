/** How the global set-up tells the test processes which binary it found. */
export const TEST_BINARY_VARIABLE = 'LOCRELEASE_TEST_TEMPORAL_BINARY';

export function testBinary(): string {
  const binary = process.env[TEST_BINARY_VARIABLE];
  if (binary === undefined)
    throw new Error(`${TEST_BINARY_VARIABLE} is unset: run this in the temporal project`);
  return binary;
}
