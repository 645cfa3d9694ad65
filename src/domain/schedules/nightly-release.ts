/** A nightly localization releases the source if it has changed since the last release that ended well. */
import type { ReleaseSpec, SourceFiles } from '../release/release-file';
import type { ReleaseState } from '../release/release-states';

export interface NightlyInput {
  /** The release of every night; the worker reads its source at night. */
  template: Omit<ReleaseSpec, 'name' | 'source'> & { source: SourceFiles };
  namePrefix: string;
  /** The time zone of the date; absent: UTC. */
  timeZone?: string;
}

interface Night {
  digest: string;
  /** The digest of the last source that was released well, with which the next night compares its own. */
  releasedDigest: string | null;
}

export type NightlyResult = Night &
  (
    | { changed: false }
    /** A release of an earlier night, or one of the same name, had not ended; nothing was started. */
    | { changed: true; skipped: 'still running'; releaseId: string }
    | { changed: true; releaseId: string; state: ReleaseState }
  );

/** A partial release has released; only its announcement failed on some accounts. */
export const endedWell = (state: ReleaseState): boolean => state === 'done' || state === 'partial';

/** A second release on the same day gets the number 2, and so on. */
export function nightlyReleaseName(prefix: string, date: string, attempt: number): string {
  return attempt === 1 ? `${prefix}-${date}` : `${prefix}-${date}-${attempt}`;
}
