/** The releases that have waited longest for a person. Temporal gives the newest first, and gives them in no other order. */
import type { Client } from '@temporalio/client';
import { releaseRow, type ReleaseRow } from '../client/release-row';
import { searchAttributeKeys } from '../domain/search-attributes';

const FIRST_MS = Date.UTC(2020, 0, 1);
const CLOSE_MS = 1000;

/** About as many as wanted, and never more; `waiting` is how many there are. */
export async function longestWaiting(
  client: Client,
  query: string,
  wanted: number,
): Promise<{ rows: ReleaseRow[]; waiting: number }> {
  const before = (at: string): string => `${query} AND ${searchAttributeKeys.waitingSince.name} < '${at}'`;
  const count = async (counted: string): Promise<number> => (await client.workflow.count(counted)).count;
  const waiting = await count(query);
  const { executions } = await client.workflowService.listWorkflowExecutions({
    namespace: client.options.namespace,
    query: waiting <= wanted ? query : before(await timeBefore(wanted, (at) => count(before(at)))),
    pageSize: wanted,
  });
  return { rows: executions.map(releaseRow), waiting };
}

/** A time before which about so many began: to count them takes far less than to list them. */
export async function timeBefore(
  wanted: number,
  countBefore: (at: string) => Promise<number>,
): Promise<string> {
  const timeText = (ms: number): string => new Date(ms).toISOString();
  let [early, late] = [FIRST_MS, Date.now() + CLOSE_MS];
  while (late - early > CLOSE_MS) {
    const middle = Math.round((early + late) / 2);
    const count = await countBefore(timeText(middle));
    if (count > wanted) late = middle;
    else if (count >= wanted / 2) return timeText(middle);
    else early = middle;
  }
  // More began in a second than are wanted: some of them.
  return timeText(late);
}
