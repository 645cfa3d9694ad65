import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { contentsOf, digestsIn } from '../../store/store-references';
import { listedRuns } from '../../temporal/runs';
import type { ArchivedReleases } from './archived-releases';
import type { ReleaseClient } from '../releases/release-client';
import { readEvents, readStartedWith } from '../releases/run-facts';
import { unreadableRelease, type UnreadableRelease } from '../releases/unreadable-release';

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
export async function everyNeed(
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

export interface UnreadableRun {
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
