import { LRUCache } from 'lru-cache';
import type { Client } from '@temporalio/client';
import { createHash } from 'node:crypto';
import type { SheetTerm } from '../../domain/review/term-sheet';
import { type TermSheetRef, termSheetRef } from '../../domain/release/status';
import type { ContentStore } from '../../store/content-store';
import { readSheet } from '../../store/stored-term-sheet';
import { releaseWorkflowId } from '../../domain/release/identity';
import { valueIn } from '../../protocol/read-payload';
import { named } from '../releases/release-name';
import { readEvents } from '../releases/run-facts';

/** Some megabytes each. */
const MOST_KEPT = 4;

/** Review sheets, the latest few kept: a page of one after the other is asked for, and what has an address never changes. */
export class TermSheetCache {
  readonly #kept: LRUCache<string, SheetTerm[], TermSheetRef>;

  constructor(store: ContentStore) {
    this.#kept = new LRUCache({
      max: MOST_KEPT,
      // One that is pushed out while it is read still goes to whoever asked for it.
      ignoreFetchAbort: true,
      fetchMethod: (_revision, _stale, { context }) => readSheet(store, context),
    });
  }

  read(ref: TermSheetRef): Promise<SheetTerm[]> {
    return this.#kept.forceFetch(revisionOf(ref), { context: ref });
  }
}

/** Another one with every change, whoever makes it. */
export function revisionOf({ digest, base, marks, matches }: TermSheetRef): string {
  return createHash('sha256')
    .update(JSON.stringify([digest, base, marks, matches]))
    .digest('base64url');
}

/** null: the run that goes on has told nobody of such a list. */
export async function sheetWithDigest(
  client: Client,
  id: string,
  digest: string,
): Promise<TermSheetRef | null> {
  for (const event of await readEvents(client, { workflowId: releaseWorkflowId(named(id)) })) {
    const outcome = event.workflowExecutionUpdateCompletedEventAttributes?.outcome?.success;
    const result = outcome ?? event.activityTaskCompletedEventAttributes?.result;
    const sheet = termSheetRef.safeParse(valueIn(result?.payloads?.[0]));
    if (sheet.data?.digest === digest) return sheet.data;
  }
  return null;
}
