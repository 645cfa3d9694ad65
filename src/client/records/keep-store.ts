/** Maintains a store over years: checks that it is whole, and removes contents that are no longer needed. */
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { ContentStore, ListedContent } from '../../store/content-store';
import { StoreError } from '../../store/store-error';
import { withEarlierParts, contentsOf, digestsIn } from '../../store/store-references';
import type { ArchivedReleases } from './archived-releases';
import { sentence } from '../../domain/text/sentence';
import { Refused } from '../errors';
import { listedRuns } from '../../temporal/runs';
import type { ReleaseClient } from '../releases/release-client';
import { readEvents, readStartedWith } from '../releases/run-facts';
import { unreadableRelease, type UnreadableRelease } from '../releases/unreadable-release';

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

/** The record or release that needs a content, by the digest of the content. */
export type NeededContents = Map<string, string>;

/** Workflow types whose histories name contents of the store. */
const workflowTypes = ['localizationRelease', 'nightlyLocalization', 'serviceWork', 'termbaseUpload'];

/** The list can show a run that continued as new before it shows its successor. */
const HANDED_ON_MS = 3_600_000;

/**
 * Every digest in every record, and in every history that Temporal still has: more than is needed, and never less,
 * because an ended release may continue. The needs of an unreadable history are not known, so those releases are
 * reported.
 */
async function everyNeed(
  client: Client,
  archive: ArchivedReleases,
): Promise<{ needs: NeededContents; unreadable: UnreadableRun[] }> {
  const needs: NeededContents = new Map();
  const unreadable: UnreadableRun[] = [];
  for (const entry of await archive.entries()) {
    const { bytes } = await archive.open(entry);
    for (const digest of digestsIn(bytes.toString('latin1'))) needs.set(digest, `the record ${entry.key}`);
  }
  for await (const run of listedRuns(client, runsQuery(Date.now()))) {
    try {
      for (const text of textsIn(await readEvents(client, run)))
        for (const digest of digestsIn(text)) needs.set(digest, run.workflowId);
    } catch (error) {
      // Temporal deleted the run since it was listed.
      if (error instanceof WorkflowNotFoundError) continue;
      const found = unreadableRelease(run.workflowId, error);
      if (found === null) throw error;
      unreadable.push({ workflowId: run.workflowId, runId: run.runId, why: found.why });
    }
  }
  return { needs, unreadable };
}

interface UnreadableRun {
  workflowId: string;
  runId: string;
  why: string;
}

function runsQuery(nowMs: number): string {
  const types = workflowTypes.map((type) => `'${type}'`).join(', ');
  const since = new Date(nowMs - HANDED_ON_MS).toISOString();
  return `WorkflowType IN (${types}) AND (ExecutionStatus != 'ContinuedAsNew' OR CloseTime > '${since}')`;
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (value instanceof Uint8Array) yield Buffer.from(value).toString('latin1');
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* textsIn(part);
}

export async function needsOfRecords(archive: ArchivedReleases): Promise<{
  needs: NeededContents;
  faulty: { key: string; faults: string[] }[];
}> {
  const needs: NeededContents = new Map();
  const faulty: { key: string; faults: string[] }[] = [];
  for (const entry of await archive.entries()) {
    const { manifest, faults } = await archive.open(entry);
    if (faults.length > 0) faulty.push({ key: entry.key, faults });
    for (const digest of manifest === null ? [] : contentsOf(manifest))
      needs.set(digest, `the record ${entry.key}`);
  }
  return { needs, faulty };
}

export async function needsOfReleases(
  client: Client,
  releases: ReleaseClient,
): Promise<{ needs: NeededContents; releases: number; unreadable: UnreadableRelease[] }> {
  const needs: NeededContents = new Map();
  const unreadable: UnreadableRelease[] = [];
  let count = 0;
  const report = (release: UnreadableRelease): void => void unreadable.push(release);
  for await (const { row, status } of releases.open({}, report)) {
    try {
      const { source } = await readStartedWith(client, row);
      const { sha256, notes } = { notes: undefined, ...source };
      const { base, marks, matches } = status.terms ?? {};
      const files = status.export?.files.map((file) => file.sha256) ?? [];
      for (const digest of [sha256, notes, base, marks, matches, ...files])
        if (typeof digest === 'string') needs.set(digest, row.id);
      count += 1;
    } catch (error) {
      const found = unreadableRelease(row.id, error);
      if (found === null) throw error;
      unreadable.push(found);
    }
  }
  return { needs, releases: count, unreadable };
}
