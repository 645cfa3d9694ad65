import type { ReleaseSpec } from '../domain/release/release-file';

/** A finding that stops a release, and the key of the release file that it concerns. */
export interface Stop {
  key: readonly (string | number)[];
  message: string;
}

/** Findings from before anything is created or paid for. Each is one sentence, with how to fix it. */
export interface Findings {
  /** Refusals that the service documents, so that the release cannot succeed as it is. */
  stops: Stop[];
  /** Problems that are possible, by our reading of the service's documentation. */
  warnings: string[];
}

export const nothingFound: Findings = { stops: [], warnings: [] };

/** Combines all findings. With `preflight: strict` a warning stops a release too. */
export function findingsFor({ preflight }: ReleaseSpec, all: readonly Findings[]): Findings {
  const stops = all.flatMap((found) => found.stops);
  const warnings = all.flatMap((found) => found.warnings);
  return preflight === 'strict'
    ? { stops: [...stops, ...warnings.map((message) => ({ key: ['preflight'], message }))], warnings: [] }
    : { stops, warnings };
}
