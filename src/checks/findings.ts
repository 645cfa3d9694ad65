import type { ReleaseSpec } from '../domain/release/release-file';

/** What stops a release, and the key of its file. */
export interface Stop {
  key: readonly (string | number)[];
  message: string;
}

/** What was found before anything is created or paid for. One sentence each, with how to fix it. */
export interface Findings {
  /** What the service documents as a refusal, so that the release cannot succeed as it is. */
  stops: Stop[];
  /** What may go wrong, by our reading of the service's documentation. */
  warnings: string[];
}

export const nothingFound: Findings = { stops: [], warnings: [] };

/** All of them; with `preflight: strict` no release begins with a warning. */
export function findingsFor({ preflight }: ReleaseSpec, all: readonly Findings[]): Findings {
  const stops = all.flatMap((found) => found.stops);
  const warnings = all.flatMap((found) => found.warnings);
  return preflight === 'strict'
    ? { stops: [...stops, ...warnings.map((message) => ({ key: ['preflight'], message }))], warnings: [] }
    : { stops, warnings };
}
