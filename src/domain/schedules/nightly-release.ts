/** A release every night, where the source has changed since the last one that ended well. */
import type { ReleaseSpec, SourceFiles } from '../release/release-file';
import type { ReleaseState } from '../release/release-states';

export interface NightlyInput {
  /** The release of every night; its source is read when the night comes, by the worker. */
  template: Omit<ReleaseSpec, 'name' | 'source'> & { source: SourceFiles };
  /** Each release is called `<prefix>-<date>`. */
  namePrefix: string;
  /** Whose date; UTC where it is left out. */
  timeZone?: string;
}

interface Night {
  /** Of the source as it was this night. */
  digest: string;
  /** Of the source that was last released well: what the next night compares with. */
  releasedDigest: string | null;
}

export type NightlyResult = Night &
  (
    | { changed: false }
    /** A release of an earlier night, or one of the same name, had not ended; nothing was started. */
    | { changed: true; skipped: 'still running'; releaseId: string }
    | { changed: true; releaseId: string; state: ReleaseState }
  );

/** A partial release has released; only its announcement failed somewhere. */
export const endedWell = (state: ReleaseState): boolean => state === 'done' || state === 'partial';

/** Several releases of one day are told apart by a number, from the second on. */
export function nightlyReleaseName(prefix: string, date: string, attempt: number): string {
  return attempt === 1 ? `${prefix}-${date}` : `${prefix}-${date}-${attempt}`;
}
