import { LRUCache } from 'lru-cache';
import type { Client } from '@temporalio/client';
import { createHash } from 'node:crypto';
import type { SheetTerm } from '../../domain/review/term-sheet';
import { type TermSheetRef, termSheetRef } from '../../domain/release/status';
import type { ContentStore } from '../../store/content-store';
import { readSheet } from '../../store/stored-term-sheet';
import { releaseWorkflowId } from '../../domain/release/identity';
import { valueIn } from '../../protocol/read-payload';
import { parseReleaseName } from '../releases/release-name';
import { readEvents } from '../releases/run-facts';

/** A sheet takes some megabytes. */
const MAX_SHEETS = 4;

/**
 * Caches the last few review sheets, because pages are requested one after the other. The content under an address
 * never changes.
 */
export class TermSheetCache {
  readonly #cache: LRUCache<string, SheetTerm[], TermSheetRef>;

  constructor(store: ContentStore) {
    this.#cache = new LRUCache({
      max: MAX_SHEETS,
      // A sheet that is evicted while it is read still goes to its caller.
      ignoreFetchAbort: true,
      fetchMethod: (_revision, _stale, { context }) => readSheet(store, context),
    });
  }

  read(ref: TermSheetRef): Promise<SheetTerm[]> {
    return this.#cache.forceFetch(revisionOf(ref), { context: ref });
  }
}

/** Every change of the sheet gives a different revision. */
export function revisionOf({ digest, base, marks, matches }: TermSheetRef): string {
  return createHash('sha256')
    .update(JSON.stringify([digest, base, marks, matches]))
    .digest('base64url');
}

/** null: the current run has reported no such list. */
export async function sheetWithDigest(
  client: Client,
  id: string,
  digest: string,
): Promise<TermSheetRef | null> {
  for (const event of await readEvents(client, { workflowId: releaseWorkflowId(parseReleaseName(id)) })) {
    const outcome = event.workflowExecutionUpdateCompletedEventAttributes?.outcome?.success;
    const result = outcome ?? event.activityTaskCompletedEventAttributes?.result;
    const sheet = termSheetRef.safeParse(valueIn(result?.payloads?.[0]));
    if (sheet.data?.digest === digest) return sheet.data;
  }
  return null;
}
