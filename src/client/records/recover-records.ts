/**
 * Writes the records of releases that ended without one, because the store was unavailable or Temporal ended them. Each
 * is named after the time at which the run closed, so that everyone who writes it, however often, writes the same
 * entry.
 */
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { KeyObject } from 'node:crypto';
import { releaseId, type ReleaseName } from '../../domain/release/identity';
import type { ReleaseInput } from '../../domain/release/release-input';
import { releaseManifest } from '../../domain/release/release-manifest';
import { newRecord, type ReleaseRecord } from '../../domain/release/release-record';
import { addWarning } from '../../domain/release/release-transitions';
import type { Decision, ReleaseStatus } from '../../domain/release/status';
import { packageVersion } from '../../package';
import type { ContentStore } from '../../store/content-store';
import { getDecisions } from '../../store/store-references';
import type { ArchiveEntry, ManifestArchive } from '../../store/manifest-archive';
import { StoreError } from '../../store/store-error';
import { CLOSED, firstRunOf, listedRuns, type Run } from '../../temporal/runs';
import { protoTimeMs } from '../../temporal/payloads/proto-time';
import { isTemporalAway } from '../../temporal/temporal-fault';
import type { localizationRelease } from '../../workflows';
import { endedFromOutside } from '../releases/ended-from-outside';
import { queryLiteral, releasesQuery } from '../releases/release-pages';
import { releaseRow } from '../releases/release-row';
import { requestedIn, readEvents, reportedStatus } from '../releases/run-facts';
import { timeOf, type HistoryEvent } from '../stories/story-from-history';

const DAY_MS = 86_400_000;
const LOOKBACK_MS = 30 * DAY_MS;
/** Lists of Temporal lag behind, and clocks differ. */
const OVERLAP_MS = 3_600_000;
const UNSIGNED =
  'Records are signed here: set LOCRELEASE_SIGNING_KEY to write those of releases that ended without one.';
/** A release tries for five minutes to store its record before it ends. */
const JUST_BEFORE_MS = 600_000;

export interface RecordAccess {
  client: Client;
  manifests: ManifestArchive;
  store: ContentStore;
  signingKey: KeyObject | null;
  /** Releases of other queues have their own workers and store. */
  taskQueue: string;
}

export function recoveredLines({ written, failed }: Recovered): string[] {
  return [
    ...written.map(({ id, key }) => `Release ${id} had ended without a record; wrote ${key}.`),
    ...failed.map(({ id, why }) => `Release ${id} has ended without a record, and none can be made: ${why}`),
  ];
}

export interface Recovered {
  written: { id: string; key: string }[];
  /** Releases whose history cannot be read. They are not tried again. */
  failed: { id: string; why: string }[];
  more: boolean;
}

export class RecordRecovery {
  /** Runs that have a record, need none or cannot have one. */
  readonly #settled = new Set<string>();
  #sinceMs: number | null = null;

  constructor(private readonly access: RecordAccess) {}

  /**
   * The reason why this process must not write records. null: it may. An entry can never be replaced, so one without a
   * signature would never be trusted.
   */
  get fault(): string | null {
    const { manifests, signingKey } = this.access;
    return signingKey === null && manifests.verifyKeys.length > 0 ? UNSIGNED : null;
  }

  /** Writes at most this many records, and stops before the next one when `isStopped` is true. */
  async round(most: number, isStopped: () => boolean = () => false): Promise<Recovered> {
    const recovered: Recovered = { written: [], failed: [], more: false };
    const beginsAtMs = Date.now();
    const query = this.#query(Math.max(this.#sinceMs ?? 0, beginsAtMs - LOOKBACK_MS));
    for await (const run of listedRuns(this.access.client, query)) {
      if (this.#settled.has(run.runId)) continue;
      if (recovered.written.length >= most || isStopped()) return { ...recovered, more: true };
      await this.#take(run, recovered);
      this.#settled.add(run.runId);
    }
    this.#sinceMs = beginsAtMs - OVERLAP_MS;
    return recovered;
  }

  #query(sinceMs: number): string {
    const since = new Date(sinceMs).toISOString();
    const ofQueue = `TaskQueue = ${queryLiteral(this.access.taskQueue)}`;
    return `${releasesQuery({})} AND ${CLOSED} AND ${ofQueue} AND CloseTime > '${since}'`;
  }

  async #take(run: Run, { written, failed }: Recovered): Promise<void> {
    const { project, name } = releaseRow(run);
    const id = releaseId({ project, name });
    try {
      const key = await this.#recover(run, { project, name });
      if (key !== null) written.push({ id, key });
    } catch (error) {
      // Temporal deleted the run since it was listed.
      if (error instanceof WorkflowNotFoundError) return;
      // A later round retries after these errors.
      if (error instanceof StoreError || isTemporalAway(error)) throw error;
      failed.push({ id, why: String(error) });
    }
  }

  /** Returns the key of the written record. null: the run has one, or did not end the release. */
  async #recover(run: Run, release: ReleaseName): Promise<string | null> {
    const { client, manifests, signingKey } = this.access;
    const entries = (await manifests.entries(release)).filter(({ kind }) => kind === 'release');
    const closedAtMs = protoTimeMs(run.raw.closeTime);
    const ofEnd = (entry: ArchiveEntry | undefined): boolean =>
      entry !== undefined && closedAtMs - Date.parse(entry.at) <= JUST_BEFORE_MS;
    if (ofEnd(entries.find(({ runId }) => runId === run.runId))) return null;
    // A record is named after the first of its runs.
    const runId = await firstRunOf(client, run);
    const recorded = entries.find((entry) => entry.runId === runId);
    if (ofEnd(recorded)) return null;
    const events = await readEvents(client, run);
    const end = events.at(-1);
    if (end === undefined) return null;
    const record = await this.#recordOf(run, runId, requestedIn(events, release), end);
    // The record was stored before the run closed, which took long. A release that was partial meanwhile has a record
    // of that too.
    if (recorded !== undefined && (await manifests.open(recorded)).manifest?.content.state === record.state)
      return null;
    const body = releaseManifest({
      input: requestedIn(events, release),
      record,
      runId,
      endedAt: timeOf(end),
      version: packageVersion(),
    });
    await this.#requireTrust();
    return (await manifests.put(body, signingKey)).key;
  }

  /** Workers may sign records although this process has no signing key. */
  async #requireTrust(): Promise<void> {
    const { manifests, signingKey } = this.access;
    const [newest] = signingKey === null ? await manifests.entries() : [];
    if (newest !== undefined && (await manifests.open(newest)).signature !== 'none')
      throw new StoreError('unfit', UNSIGNED);
  }

  async #recordOf(
    run: Run,
    firstRunId: string,
    input: ReleaseInput,
    end: HistoryEvent,
  ): Promise<ReleaseRecord> {
    const record =
      run.status === 'COMPLETED'
        ? await this.access.client.workflow
            .getHandle<typeof localizationRelease>(run.workflowId, run.runId, { followRuns: false })
            .result()
        : recordOf(input, firstRunId, endedFromOutside(reportedStatus(run, input.spec), run.status, end));
    const decisions = [...(await this.#earlierDecisions(record)), ...record.decisions];
    const whole = { ...record, decisions };
    addWarning(whole, 'This record was written after the release had ended, from what Temporal still had.');
    return whole;
  }

  async #earlierDecisions(record: ReleaseRecord): Promise<Decision[]> {
    try {
      return await getDecisions(this.access.store, record.earlierDecisions?.digest ?? null);
    } catch (error) {
      const isLost = error instanceof StoreError && (error.kind === 'absent' || error.kind === 'damaged');
      if (!isLost) throw error;
      addWarning(record, `The earlier decisions of this release are not in the store: ${error.message}`);
      return [];
    }
  }
}

function recordOf(input: ReleaseInput, firstRunId: string, reported: ReleaseStatus): ReleaseRecord {
  const { state, stages, problem, warnings, decisions, taskId, publishJobId, terms, languages } = reported;
  return {
    ...newRecord(input, firstRunId),
    problem: problem && { ...problem, facts: reported.facts },
    state,
    stages,
    warnings,
    decisions,
    taskId,
    publishJobId,
    terms,
    languages,
    ended: true,
    lateLanguages: reported.comingLanguages,
    files: reported.export?.files ?? [],
    completeness: reported.export?.completeness ?? [],
    exportedAs: reported.export && {
      mode: reported.export.mode ?? null,
      escape: reported.export.escape ?? null,
    },
    announcement: reported.announcement && announcementOf(reported.announcement),
  };
}

function announcementOf(reported: NonNullable<ReleaseStatus['announcement']>): ReleaseRecord['announcement'] {
  const { sentAt, scheduledAt, ...announcement } = reported;
  return {
    ...announcement,
    publishSentAt: sentAt,
    retries: {},
    number: 1,
    ...(scheduledAt !== null && { scheduledAt }),
  };
}
