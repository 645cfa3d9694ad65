import type { Client } from '@temporalio/client';
import { endedStates, releaseStates, type ReleaseState } from '../domain/release/release-states';
import { workerRoles, type WorkerRole } from '../domain/worker-roles';
import { responseWithin } from '../temporal/response-within';
import { backlogOfRole, type Backlog } from '../temporal/task-queue';
import { listedPage, statusIn, waitingSince, type Run } from '../temporal/runs';
import { isUnknownAttribute } from '../temporal/search-attributes';
import { LongestWaiting } from '../client/releases/longest-waiting';
import { OPEN_RELEASE } from '../client/releases/list-releases';

const FRESH_MS = 15_000;
const TIMEOUT_MS = 2_000;

export interface Census {
  byState: ReadonlyMap<ReleaseState, number>;
  oldestReviewSince: Date | null;
  parked: { oldestSince: Date | null; byCause: readonly ParkedCount[] };
  /** Releases that no worker can continue, because its code differs. null: the server does not report them. */
  stuck: { count: number; named: string[] } | null;
  /** Tasks that wait for workers, by role; roles that the server does not report are missing. */
  backlog: ReadonlyMap<WorkerRole, Backlog>;
}

interface ParkedCount {
  project: string;
  code: string;
  count: number;
}

/** Each name is a time series of its own. */
const MOST_NAMED = 20;

/** Only the oldest one is needed. */
const someOldest = { most: 50, fewest: 1 };

/** The bound limits the cost: each is listed with its memo every 15 seconds. */
const MOST_PARKED = 500;

/** Counts releases by state, stuck and parked ones, and the backlog of workers, from Temporal's lists. */
export class ReleaseCensus {
  readonly #reviews = new LongestWaiting(`${OPEN_RELEASE} AND LocreleaseWaiting = 'terms'`, someOldest);
  readonly #parked = new LongestWaiting(`${OPEN_RELEASE} AND LocreleaseState = 'parked'`, {
    most: MOST_PARKED,
    fewest: MOST_PARKED / 2,
  });
  #latest: Promise<Census> | null = null;
  #takenAtMs = 0;

  constructor(
    private readonly client: Client,
    private readonly taskQueue: string,
  ) {}

  /** At most 15 seconds old, so that many scrapers cost Temporal no more than one. */
  read(): Promise<Census> {
    // A monotonic clock, because the time of day may be set back.
    const nowMs = performance.now();
    if (this.#latest === null || nowMs - this.#takenAtMs > FRESH_MS) {
      this.#takenAtMs = nowMs;
      this.#latest = responseWithin(TIMEOUT_MS, () => this.#take());
    }
    return this.#latest;
  }

  async #take(): Promise<Census> {
    const byState = new Map<ReleaseState, number>();
    for (const state of releaseStates) {
      const which = endedStates.has(state) ? `WorkflowType = 'localizationRelease'` : OPEN_RELEASE;
      const { count } = await this.client.workflow.count(`${which} AND LocreleaseState = '${state}'`);
      byState.set(state, count);
    }
    return {
      byState,
      oldestReviewSince: oldestSince((await this.#reviews.read(this.client)).runs),
      parked: parkedByCause((await this.#parked.read(this.client)).runs),
      stuck: await stuckReleases(this.client),
      backlog: await backlogs(this.client, this.taskQueue),
    };
  }
}

async function backlogs(client: Client, taskQueue: string): Promise<Census['backlog']> {
  const byRole = new Map<WorkerRole, Backlog>();
  for (const role of workerRoles) {
    const backlog = await backlogOfRole(client, taskQueue, role);
    if (backlog !== null) byRole.set(role, backlog);
  }
  return byRole;
}

/** Temporal marks runs whose workflow tasks keep failing; older servers do not. */
async function stuckReleases(client: Client): Promise<Census['stuck']> {
  const query = `${OPEN_RELEASE} AND TemporalReportedProblems IS NOT NULL`;
  try {
    const { count } = await client.workflow.count(query);
    if (count === 0) return { count, named: [] };
    const { runs } = await listedPage(client, query, { pageSize: MOST_NAMED });
    return { count, named: runs.map(({ workflowId }) => workflowId.replace(/^release\//, '')) };
  } catch (error) {
    if (isUnknownAttribute(error)) return null;
    throw error;
  }
}

function parkedByCause(runs: readonly Run[]): Census['parked'] {
  const counts = new Map<string, ParkedCount>();
  for (const run of runs) {
    const [, project = ''] = run.workflowId.split('/');
    const code = statusIn(run)?.problem?.code ?? 'unknown';
    const key = JSON.stringify([project, code]);
    counts.set(key, { project, code, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return { oldestSince: oldestSince(runs), byCause: [...counts.values()] };
}

function oldestSince(runs: readonly Run[]): Date | null {
  const [oldest = null] = runs.flatMap((run) => waitingSince(run) ?? []).sort();
  return oldest === null ? null : new Date(oldest);
}
