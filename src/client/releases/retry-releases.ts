/** Many releases tried again, one after the other, with what became of each: for the command and the console alike. */
import type { WaitingRelease } from './waiting-releases';

export interface RetriedRelease extends WaitingRelease {
  outcome: 'taken' | 'refused' | 'not tried';
  /** Why it was not taken; null: it was, or an earlier one has ended it all. */
  message: string | null;
}

export interface RetryFailure {
  message: string;
  /** Nobody foresaw it, or nobody answers any more: then the rest is not tried. */
  isOver: boolean;
}

/** One that is refused keeps none of the others. */
export async function retryReleases(
  wanted: readonly WaitingRelease[],
  retry: (id: string) => Promise<unknown>,
  failureOf: (error: unknown) => RetryFailure,
): Promise<RetriedRelease[]> {
  const retried: RetriedRelease[] = [];
  let isOver = false;
  for (const release of wanted) {
    if (isOver || release.aloneFor !== null) {
      retried.push({ ...release, outcome: 'not tried', message: isOver ? null : release.aloneFor });
      continue;
    }
    try {
      await retry(release.id);
      retried.push({ ...release, outcome: 'taken', message: null });
    } catch (error) {
      const failure = failureOf(error);
      ({ isOver } = failure);
      retried.push({ ...release, outcome: 'refused', message: failure.message });
    }
  }
  return retried;
}
