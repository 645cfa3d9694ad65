/** Every end of every release, as the archive has it; and what ended in Temporal without leaving a record. */
import type { Client } from '@temporalio/client';
import { releaseId } from '../domain/identity';
import { CLOSED } from '../temporal/open-executions';
import { protoTimeMs } from '../temporal/proto-time';
import { firstRunOf, listedRuns } from '../temporal/runs';
import type { ArchivedReleases } from './archived-releases';
import { releasesQuery } from './release-pages';
import { releaseRow } from './release-row';
import { approvalOf } from './report/release-report';

export interface HistoryRow {
  id: string;
  kind: 'release' | 'rollback';
  /** As it ended. */
  state: string;
  endedAt: string;
  languages: string[];
  /** Of a release: who confirmed its terms. Of a rollback: who had it done. */
  by: string | null;
  /** `none`: Temporal still knows of it, and no record was kept. */
  record: 'kept' | 'damaged' | 'none';
}

/** The newest first, and how many more there are at least. */
export async function releaseHistory(
  { client, archive }: { client: Client; archive: ArchivedReleases },
  { project, limit }: { project?: string | undefined; limit: number },
): Promise<{ rows: HistoryRow[]; more: number }> {
  const entries = await archive.entries({ ...(project !== undefined && { project }) });
  const rows: HistoryRow[] = [];
  for (const entry of entries.slice(0, limit)) {
    const { manifest, faults } = await archive.open(entry);
    const record = faults.length === 0 ? 'kept' : 'damaged';
    const shared = { id: releaseId(entry), kind: entry.kind, endedAt: entry.at, record } as const;
    if (manifest === null) rows.push({ ...shared, state: 'unknown', languages: [], by: null });
    else {
      const by = manifest.kind === 'release' ? (approvalOf(manifest)?.by ?? null) : manifest.content.by;
      rows.push({ ...shared, state: manifest.content.state, languages: manifest.content.languages, by });
    }
  }
  const kept = new Set(entries.map(({ runId }) => runId));
  const sinceMs = Date.parse(entries[limit - 1]?.at ?? new Date(0).toISOString());
  const unrecorded = await endedWithoutRecord(client, kept, { project, limit, sinceMs });
  const all = [...rows, ...unrecorded].sort(
    (one, other) => Date.parse(other.endedAt) - Date.parse(one.endedAt),
  );
  const shown = all.slice(0, limit);
  return { rows: shown, more: entries.length + unrecorded.length - shown.length };
}

async function endedWithoutRecord(
  client: Client,
  kept: ReadonlySet<string>,
  { project, limit, sinceMs }: { project?: string | undefined; limit: number; sinceMs: number },
): Promise<HistoryRow[]> {
  const rows: HistoryRow[] = [];
  const query = `${releasesQuery({ project })} AND ${CLOSED}`;
  for await (const run of listedRuns(client, query)) {
    // Those that ended last come first: what is older than all that is shown needs no look.
    const endedAtMs = protoTimeMs(run.raw.closeTime);
    if (endedAtMs < sinceMs) break;
    // A record is named after the first of its runs.
    if (kept.has(run.runId) || kept.has(await firstRunOf(client, run))) continue;
    const { id, state } = releaseRow(run);
    const endedAt = new Date(endedAtMs).toISOString();
    rows.push({ id, kind: 'release', state, endedAt, languages: [], by: null, record: 'none' });
    if (rows.length >= limit) break;
  }
  return rows;
}
