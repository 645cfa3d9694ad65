/** Who started a release may not be the one who confirms its terms, where that rule is set. */

/** Whoever sends a signal without a name. */
export const UNNAMED = 'unnamed';

/** Why somebody may not confirm the terms, or null. */
export function fourEyesFault(startedBy: string | null, by: string): string | null {
  if (startedBy === null) return null;
  if (by === UNNAMED) return 'the four-eyes rule asks for the name of whoever confirms the terms';
  return sameName(by, startedBy)
    ? 'you started this release; the four-eyes rule asks somebody else to confirm its terms'
    : null;
}

function sameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
