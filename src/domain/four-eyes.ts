/** Who started a release may not be the one who confirms its terms, where that rule is set. */

/** Whoever sends a signal without a name. */
export const UNNAMED = 'unnamed';

/** Why somebody may not confirm the terms, or null. */
export function fourEyesFault(startedBy: string | null, by: string): string | null {
  if (startedBy === null) return null;
  if (by === UNNAMED) return 'The four-eyes rule needs the name of the person who confirms the terms.';
  return sameName(by, startedBy)
    ? 'You started this release. The four-eyes rule needs another person to confirm its terms.'
    : null;
}

function sameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
