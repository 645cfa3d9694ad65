/** Pages through all releases in Temporal's list. */
import type { Client } from '@temporalio/client';
import { createHmac, randomBytes } from 'node:crypto';
import { isFiltering, matchesFilter, type ReleaseFilter } from '../../domain/release/release-filter';
import { constantTimeEqual, type Secret } from '../../http/secret';
import type { ReleaseRow, ReleasesPage } from '../../protocol/console-api';
import { listedPage } from '../../temporal/runs';
import { BadRequest } from '../errors';
import { releaseRow } from './release-row';

export interface ReleasesFilter {
  state?: string | undefined;
  project?: string | undefined;
  waiting?: string | undefined;
}

interface PageRequest {
  limit: number;
  cursor?: string | undefined;
  /** The key that all gateways of an address share. null: a cursor is valid only in the process that made it. */
  secret: Secret | null;
}

/**
 * Temporal finds words by their beginning only, so a search reads rows and filters them itself, at most this many at
 * once.
 */
const MOST_SEARCHED = 10_000;
const SEARCHED_AT_ONCE = 1000;

/** A long release has several runs; all but the last ended by continuing as new. */
export function releasesQuery({ state, project, waiting }: ReleasesFilter): string {
  const conditions = [`WorkflowType = 'localizationRelease'`, `ExecutionStatus != 'ContinuedAsNew'`];
  if (state !== undefined) conditions.push(`LocreleaseState = ${queryLiteral(state)}`);
  if (project !== undefined) conditions.push(`LocreleaseProject = ${queryLiteral(project)}`);
  if (waiting !== undefined) conditions.push(`LocreleaseWaiting = ${queryLiteral(waiting)}`);
  return conditions.join(' AND ');
}

/**
 * Running releases first, the newest on top; then ended ones, the last to end on top. A release that was started again
 * may appear again on a later page: the first one counts. A page of a search may be short, even empty, and still have a
 * next one.
 */
export async function readReleasesPage(
  client: Client,
  filter: ReleasesFilter & ReleaseFilter,
  { limit, cursor, secret }: PageRequest,
): Promise<ReleasesPage> {
  const isSearch = isFiltering(filter);
  const pageSize = isSearch ? SEARCHED_AT_ONCE : limit;
  const rows = new Map<string, ReleaseRow>();
  const key = secret?.reveal() ?? OWN_KEY;
  let place = placeOf(cursor, key);
  for (let searched = 0; searched < MOST_SEARCHED; searched += pageSize) {
    const { runs, nextPageToken } = await listedPage(client, releasesQuery(filter), {
      pageSize,
      nextPageToken: place.token,
    });
    for (const [index, run] of runs.entries()) {
      if (index < place.skip) continue;
      if (rows.size === limit)
        return { rows: [...rows.values()], cursor: cursorOf({ ...place, skip: index }, key) };
      const row = releaseRow(run);
      if (matchesFilter(row, filter) && !rows.has(row.id)) rows.set(row.id, row);
    }
    if (nextPageToken.length === 0) return { rows: [...rows.values()], cursor: null };
    place = { token: nextPageToken, skip: 0 };
    if (rows.size === limit || !isSearch) break;
  }
  return { rows: [...rows.values()], cursor: cursorOf(place, key) };
}

/** A page of Temporal's list, and how many of its rows were used. */
interface Place {
  token: Uint8Array;
  skip: number;
}

const OWN_KEY = randomBytes(32);
type Key = string | Buffer;

function cursorOf({ token, skip }: Place, key: Key): string {
  const place = `${skip}.${Buffer.from(token).toString('base64url')}`;
  return `${place}.${signatureOf(place, key)}`;
}

function placeOf(cursor: string | undefined, key: Key): Place {
  if (cursor === undefined) return { token: new Uint8Array(), skip: 0 };
  const [, place = '', skip, token = '', signature = ''] =
    /^((\d{1,6})\.([\w-]*))\.([\w-]+)$/.exec(cursor) ?? [];
  if (!constantTimeEqual(signature, signatureOf(place, key)))
    throw new BadRequest('The cursor is not valid for this list.');
  return { token: Buffer.from(token, 'base64url'), skip: Number(skip) };
}

/** Temporal treats an invalid page token as its own failure, and retries for long. */
function signatureOf(place: string, key: Key): string {
  return createHmac('sha256', key).update(`cursor\n${place}`).digest('base64url');
}

/** In Temporal's queries a backslash escapes too. A query with a NUL counts as a failure of the server. */
export function queryLiteral(text: string): string {
  if (/\p{Cc}/u.test(text)) throw new BadRequest('A filter holds a character that no name has.');
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
