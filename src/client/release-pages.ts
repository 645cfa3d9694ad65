/** All releases as Temporal lists them, page by page. */
import type { Client } from '@temporalio/client';
import { createHash } from 'node:crypto';
import { listedPage } from '../temporal/runs';
import { BadRequest } from './errors';
import { releaseRow, type ReleaseRow } from './release-row';

export interface ReleasesFilter {
  state?: string | undefined;
  project?: string | undefined;
  waiting?: string | undefined;
}

export interface ReleasesPage {
  rows: ReleaseRow[];
  /** Where the next page begins; null: there is none. */
  cursor: string | null;
}

/** Temporal finds words by their beginning only, so a search reads and looks itself: so many at most in one go. */
const MOST_SEARCHED = 10_000;
const SEARCHED_AT_ONCE = 1000;

/** A long release has several runs, of which all but the last have only handed on. */
export function releasesQuery({ state, project, waiting }: ReleasesFilter): string {
  const conditions = [`WorkflowType = 'localizationRelease'`, `ExecutionStatus != 'ContinuedAsNew'`];
  if (state !== undefined) conditions.push(`LocreleaseState = ${quoted(state)}`);
  if (project !== undefined) conditions.push(`LocreleaseProject = ${quoted(project)}`);
  if (waiting !== undefined) conditions.push(`LocreleaseWaiting = ${quoted(waiting)}`);
  return conditions.join(' AND ');
}

/**
 * Open ones first, the newest of them on top; then those that have ended, the latest on top. A release that was
 * started again may come once more on a later page: the first one counts. A page of a search may be short, even
 * empty, and have a next one.
 */
export async function readReleasesPage(
  client: Client,
  filter: ReleasesFilter & { search?: string | undefined },
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<ReleasesPage> {
  const search = filter.search?.toLowerCase();
  const pageSize = search === undefined ? limit : SEARCHED_AT_ONCE;
  const rows = new Map<string, ReleaseRow>();
  let place = placeOf(cursor);
  for (let searched = 0; searched < MOST_SEARCHED; searched += pageSize) {
    const { runs, nextPageToken } = await listedPage(client, releasesQuery(filter), {
      pageSize,
      nextPageToken: place.token,
    });
    for (const [index, run] of runs.entries()) {
      if (index < place.skip) continue;
      if (rows.size === limit)
        return { rows: [...rows.values()], cursor: cursorOf({ ...place, skip: index }) };
      const row = releaseRow(run);
      const isFound = search === undefined || row.id.toLowerCase().includes(search);
      if (isFound && !rows.has(row.id)) rows.set(row.id, row);
    }
    if (nextPageToken.length === 0) return { rows: [...rows.values()], cursor: null };
    place = { token: nextPageToken, skip: 0 };
    if (rows.size === limit || search === undefined) break;
  }
  return { rows: [...rows.values()], cursor: cursorOf(place) };
}

/** A page of Temporal's, and how many of its rows have been seen. */
interface Place {
  token: Uint8Array;
  skip: number;
}

function cursorOf({ token, skip }: Place): string {
  const place = `${skip}.${Buffer.from(token).toString('base64url')}`;
  return `${place}.${checkOf(place)}`;
}

function placeOf(cursor: string | undefined): Place {
  if (cursor === undefined) return { token: new Uint8Array(), skip: 0 };
  const [, place = '', skip, token = '', check] = /^((\d{1,6})\.([\w-]*))\.([\w-]+)$/.exec(cursor) ?? [];
  if (check !== checkOf(place)) throw new BadRequest('The cursor is not valid for this list.');
  return { token: Buffer.from(token, 'base64url'), skip: Number(skip) };
}

/** Temporal takes a place that is none for a failure of its own, and tries again for long. */
function checkOf(place: string): string {
  return createHash('sha256').update(place).digest('base64url').slice(0, 8);
}

/** In Temporal's queries a backslash escapes too. */
export function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
