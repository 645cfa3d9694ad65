/** Lists releases from Temporal, or all: also every end and every rollback in the archive. */
import type { Client } from '@temporalio/client';
import * as z from 'zod';
import type { Config } from '../../config/config';
import { storeText } from '../../config/store-place';
import { releaseId } from '../../domain/release/identity';
import type { Decision } from '../../domain/release/status';
import { listedRelease, type ListedRelease } from '../../protocol/console-api';
import type { ArchiveEntry } from '../../store/manifest-archive';
import { CLOSED, OPEN, firstRunOf, listedRuns, statusIn } from '../../temporal/runs';
import type { TemporalAccess } from '../access';
import type { ArchivedReleases } from '../records/archived-releases';
import { stageOfEnd } from '../records/archived-view';
import { releasesQuery } from './release-pages';
import { releaseRow } from './release-row';

type ListAccess = Pick<TemporalAccess, 'client' | 'releases' | 'archive'> & {
  config: Pick<Config, 'store'>;
};

type End = Required<Pick<ListedRelease, 'kind' | 'by' | 'why' | 'record'>> & { endedAt: string };

interface Filter {
  state?: string;
  project?: string;
}

export const releaseList = z.object({
  releases: z.array(listedRelease),
  more: z.number().nullable().describe('about how many there are beyond the limit; null: none'),
  store: z.string().nullable().describe('where records were looked for; null: nowhere'),
});
export type ReleaseList = z.output<typeof releaseList>;

export async function listReleases(
  access: ListAccess,
  { all, ...filter }: Filter & { all: boolean },
  limit: number,
): Promise<ReleaseList> {
  if (all) return listAll(access, filter, limit);
  const found = await access.releases.newest(filter, limit + 1);
  const more = found.length > limit ? (await access.releases.count(filter)) - limit : null;
  return { releases: found.slice(0, limit), more, store: null };
}

async function listAll(
  { client, archive, config }: ListAccess,
  filter: Filter,
  limit: number,
): Promise<ReleaseList> {
  const { state, project } = filter;
  const isWanted = (row: ListedRelease): boolean => state === undefined || state === row.state;
  const open: ListedRelease[] = [];
  for await (const run of listedRuns(client, `${releasesQuery(filter)} AND ${OPEN}`)) {
    open.push(releaseRow(run));
    if (open.length > limit) break;
  }
  const entries = await archive.entries({ ...(project !== undefined && { project }) });
  const ended: (ListedRelease & End)[] = [];
  let unread = entries.length;
  for (const entry of entries) {
    if (ended.length === limit) break;
    unread -= 1;
    const row = await rowOfRecord(archive, entry);
    if (isWanted(row)) ended.push(row);
  }
  const since = ended.length < limit ? '' : (ended.at(-1)?.endedAt ?? '');
  const recordedRuns = new Set(entries.map(({ runId }) => runId));
  for await (const row of withoutRecord(client, recordedRuns, { project, since })) {
    if (isWanted(row)) ended.push(row);
    if (ended.length > 2 * limit) break;
  }
  const found = [...open, ...ended.sort((one, other) => (one.endedAt < other.endedAt ? 1 : -1))];
  const more = Math.max(0, found.length - limit) + unread;
  return { releases: found.slice(0, limit), more: more === 0 ? null : more, store: storeText(config.store) };
}

async function rowOfRecord(archive: ArchivedReleases, entry: ArchiveEntry): Promise<ListedRelease & End> {
  const { manifest, faults } = await archive.open(entry);
  const { kind, project, name, at } = entry;
  const row = {
    id: releaseId(entry),
    kind,
    project,
    name,
    endedAt: at,
    startedAt: manifest?.run.startedAt ?? '',
    waitingFor: null,
    waitingSince: null,
    heldFor: null,
    heldBehind: null,
    stage: null,
    startedBy: null,
    branch: null,
    record: faults.length === 0 ? 'kept' : 'damaged',
  } as const;
  if (manifest === null) return { ...row, state: 'unknown', languages: [], by: null, why: null };
  const { state, languages } = manifest.content;
  if (manifest.kind === 'rollback')
    return { ...row, state, languages, by: manifest.content.by, why: manifest.content.reason };
  const { content, run } = manifest;
  return {
    ...row,
    state,
    languages,
    stage: stageOfEnd(content),
    startedBy: content.startedBy,
    branch: run.branch ?? null,
    ...lastDecision(content.decisions),
  };
}

/** Ends in Temporal that the archive lacks, as far back as the oldest end that is shown. */
async function* withoutRecord(
  client: Client,
  recordedRuns: ReadonlySet<string>,
  { project, since }: { project: string | undefined; since: string },
): AsyncGenerator<ListedRelease & End> {
  for await (const run of listedRuns(client, `${releasesQuery({ project })} AND ${CLOSED}`)) {
    const row = releaseRow(run);
    const endedAt = row.endedAt ?? '';
    if (endedAt < since) return;
    // A record is named after the first of its runs.
    if (recordedRuns.has(run.runId) || recordedRuns.has(await firstRunOf(client, run))) continue;
    const decisions = statusIn(run)?.decisions ?? [];
    yield { ...row, kind: 'release', endedAt, ...lastDecision(decisions), record: 'missing' };
  }
}

const deciding: ReadonlySet<string> = new Set(['confirm terms', 'reject terms', 'cancel', 'resolve abort']);

function lastDecision(decisions: readonly Omit<Decision, 'at'>[]): Pick<End, 'by' | 'why'> {
  const { by, why } = decisions.findLast(({ what }) => deciding.has(what)) ?? { by: null, why: null };
  return { by, why };
}

export const OPEN_RELEASE = `WorkflowType = 'localizationRelease' AND ${OPEN}`;
export const WAITING_RELEASE = `${OPEN_RELEASE} AND LocreleaseWaiting IN ('terms', 'decision')`;
