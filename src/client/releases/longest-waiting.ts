/** The releases that have waited longest for a person. Temporal lists the newest first, and has no other order. */
import type { Client } from '@temporalio/client';
import { searchAttributeKeys } from '../../domain/search-attributes';
import { listedPage, type Run } from '../../temporal/runs';

const SHORTEST_MS = 1000;
const LONGEST_MS = 20 * 365 * 86_400_000;

interface Wanted {
  most: number;
  /** The fewest that a boundary may leave, if there are more. */
  fewest: number;
}

type Span = Readonly<{ from?: string; before?: string }>;

/** Servers limit the rate of these queries. A cached boundary reduces them to three. */
export class LongestWaiting {
  #boundary: string | null = null;

  constructor(
    private readonly query: string,
    private readonly wanted: Wanted,
  ) {}

  async read(client: Client): Promise<{ runs: Run[]; waiting: number }> {
    const list = async (span: Span, pageSize: number): Promise<Run[]> =>
      (await listedPage(client, this.#within(span), { pageSize })).runs;
    const count = async (span: Span): Promise<number> =>
      (await client.workflow.count(this.#within(span))).count;
    const { most } = this.wanted;
    const waiting = await count({});
    if (waiting <= most) return { runs: await list({}, most), waiting };
    const [from, before] = await boundaryOf(this.wanted, (at) => count({ before: at }), this.#boundary);
    this.#boundary = from;
    const runs = await list({ before: from }, most);
    // The order within the same second does not matter.
    if (before !== null && runs.length < most)
      runs.push(...(await list({ from, before }, most - runs.length)));
    return { runs, waiting };
  }

  #within({ from, before }: Span): string {
    const { name } = searchAttributeKeys.waitingSince;
    return [
      this.query,
      ...(from === undefined ? [] : [`${name} >= '${from}'`]),
      ...(before === undefined ? [] : [`${name} < '${before}'`]),
    ].join(' AND ');
  }
}

/**
 * Finds a time before which the wanted number began to wait, since counting costs far less than listing. If too many
 * began within one second, it returns the times before and after that second.
 */
async function boundaryOf(
  { most, fewest }: Wanted,
  countBefore: (at: string) => Promise<number>,
  known: string | null = null,
): Promise<[string, string | null]> {
  const nowMs = Date.now();
  const timeText = (ageMs: number): string => new Date(nowMs - ageMs).toISOString();
  // Searches over ages, because a wait may take hours or days.
  let [young, old] = [-SHORTEST_MS, LONGEST_MS];
  let at = known ?? timeText(Math.sqrt(SHORTEST_MS * LONGEST_MS));
  while (old - young > SHORTEST_MS) {
    const count = await countBefore(at);
    if (count >= fewest && count <= most) return [at, null];
    const ageMs = nowMs - Date.parse(at);
    if (count > most) young = Math.max(young, ageMs);
    else old = Math.min(old, ageMs);
    at = timeText(Math.round(middleOf(young, old)));
  }
  return [timeText(old), timeText(young)];
}

const middleOf = (young: number, old: number): number =>
  old > 4 * Math.max(young, SHORTEST_MS) ? Math.sqrt(Math.max(young, SHORTEST_MS) * old) : (young + old) / 2;
