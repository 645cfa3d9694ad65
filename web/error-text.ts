/** What a caught thing says of itself. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));
