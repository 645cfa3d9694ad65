/** Maintains a store over years: checks that it is whole, and removes contents that are no longer needed. */
import type { Client } from '@temporalio/client';
import type { ContentStore, ListedContent } from '../../store/content-store';
import { StoreError } from '../../store/store-error';
import { withEarlierParts } from '../../store/store-references';
import type { ArchivedReleases } from './archived-releases';
import { sentence } from '../../domain/text/sentence';
import { Refused } from '../errors';
import { everyNeed, type NeededContents, type UnreadableRun } from './store-needs';

export interface StoreFaults {
  objects: number;
  bytes: number;
  damaged: { sha256: string; problem: string }[];
  missing: { sha256: string; neededBy: string }[];
}

export async function checkStore(store: ContentStore, needs: NeededContents): Promise<StoreFaults> {
  const found: StoreFaults = { objects: 0, bytes: 0, damaged: [], missing: [] };
  const whole = new Set<string>();
  for await (const { sha256 } of store.contents()) {
    found.objects += 1;
    try {
      for await (const { length } of store.read(sha256)) found.bytes += length;
      whole.add(sha256);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      found.damaged.push({ sha256, problem: error.message });
    }
  }
  const damaged = new Set(found.damaged.map(({ sha256 }) => sha256));
  for (const [sha256, neededBy] of await withEarlierParts(store, needs, (digest) => whole.has(digest)))
    if (!whole.has(sha256) && !damaged.has(sha256)) found.missing.push({ sha256, neededBy });
  return found;
}

export interface Collected {
  objects: number;
  bytes: number;
  removed: number;
  removedBytes: number;
}

/**
 * Removes old contents that are not needed. Contents are listed before the needs: a release that needs an old content
 * later puts it again, which makes it new.
 */
export async function collectGarbage(
  { client, archive, store }: { client: Client; archive: ArchivedReleases; store: ContentStore },
  { putBeforeMs, dryRun }: { putBeforeMs: number; dryRun: boolean },
): Promise<Collected> {
  if (!dryRun) await store.storage.clearLeftovers(putBeforeMs);
  const stored = new Map<string, ListedContent>();
  for await (const object of store.contents()) stored.set(object.sha256, object);
  const { needs: named, unreadable } = await everyNeed(client, archive);
  if (unreadable.length > 0) throw new Refused(unknownNeeds(unreadable));
  const needs = await withEarlierParts(store, named, (digest) => stored.has(digest));
  const collected: Collected = { objects: stored.size, bytes: 0, removed: 0, removedBytes: 0 };
  for (const { sha256, bytes, putAtMs } of stored.values()) {
    collected.bytes += bytes;
    // A time that could not be read compares as false.
    const isOld = putAtMs < putBeforeMs;
    if (!isOld || needs.has(sha256)) continue;
    if (!dryRun && !(await store.remove(sha256, putBeforeMs))) continue;
    collected.removed += 1;
    collected.removedBytes += bytes;
  }
  return collected;
}

/** An unreadable release may need any content. A person who knows that it needs none deletes it. */
function unknownNeeds(unreadable: readonly UnreadableRun[]): string {
  return [
    'Nothing was removed: what these runs need cannot be read.',
    ...unreadable.flatMap(({ workflowId, runId, why }) => [
      `- ${workflowId}: ${sentence(why)}`,
      `  If nobody needs it any more: temporal workflow delete --workflow-id '${workflowId}' --run-id ${runId}`,
    ]),
    'Give this process the missing key, or delete the runs, then run this again.',
  ].join('\n');
}
