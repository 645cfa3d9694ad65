/** The runs of a schedule in a month: past ones as far as Temporal has them, and coming ones. */
import type { Client, ScheduleDescription } from '@temporalio/client';
import { nightlyScheduleId, releaseId, type ReleaseName } from '../../domain/release/identity';
import { wallClock } from '../../domain/schedules/wall-clock';
import type { ScheduleMonth } from '../../protocol/console-api';
import { valueIn } from '../../protocol/read-payload';
import { protoTimeMs } from '../../temporal/payloads/proto-time';
import { listedRuns } from '../../temporal/runs';
import { outcomeOf, type NightOutcome } from './nightly-run';
import { readDeclaration } from './schedule-options';

/** About two runs a day. A schedule with more shows its newest past runs and its next coming ones. */
const MOST_RUNS = 62;

const DAY_MS = 86_400_000;

type CalendarRun = ScheduleMonth['runs'][number];

interface Runs<Run> {
  runs: Run[];
  isCut: boolean;
}

interface PastRun extends NightOutcome {
  at: Date;
}

/** A month of any time zone is within a day of that of UTC. */
export function aroundMonth(month: string): { from: Date; to: Date } {
  const first = new Date(`${month}-01T00:00Z`);
  const nextMs = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1);
  return { from: new Date(first.getTime() - DAY_MS), to: new Date(nextMs + DAY_MS) };
}

interface FoundRuns {
  name: ReleaseName;
  found: ScheduleDescription;
  past: Runs<PastRun>;
  coming: readonly Date[];
}

export function scheduleMonth(month: string, { name, found, past, coming }: FoundRuns): ScheduleMonth {
  const { spec, state, action } = found;
  const timeZone = spec.timezone ?? 'UTC';
  const clock = wallClock(timeZone);
  const run = (at: Date, became: Pick<CalendarRun, 'result' | 'releaseId' | 'problem'>): CalendarRun => {
    const [day = '', time = ''] = new Date(clock(at.getTime())).toISOString().split('T');
    return { at: at.toISOString(), day, time: time.slice(0, 5), ...became };
  };
  const runs = [
    ...past.runs.map(({ at, state: result, releaseId: id, problem }) =>
      run(at, { result, releaseId: id, problem }),
    ),
    ...coming.slice(0, MOST_RUNS).map((at) => run(at, { result: null, releaseId: null, problem: null })),
  ];
  return {
    id: releaseId(name),
    timeZone,
    paused: state.paused,
    freezes: (readDeclaration(action.memo)?.declared.freeze ?? []).filter(
      ({ from, to }) => from.slice(0, 7) <= month && month <= to.slice(0, 7),
    ),
    runs: runs.filter(({ day }) => day.startsWith(month)).sort((a, b) => (a.at < b.at ? -1 : 1)),
    isCut: past.isCut || coming.length > MOST_RUNS,
  };
}

/** Newest first; runs that Temporal has forgotten are missing. */
export async function pastRuns(
  client: Client,
  schedule: ReleaseName,
  { from, to }: { from: Date; to: Date },
): Promise<Runs<PastRun>> {
  const query = [
    `WorkflowType = 'nightlyLocalization'`,
    `TemporalScheduledById = '${nightlyScheduleId(schedule)}'`,
    `StartTime >= '${from.toISOString()}'`,
    `StartTime < '${to.toISOString()}'`,
  ].join(' AND ');
  const runs: Promise<PastRun>[] = [];
  for await (const run of listedRuns(client, query)) {
    if (runs.length === MOST_RUNS) return { runs: await Promise.all(runs), isCut: true };
    const scheduledAt = valueIn(run.raw.searchAttributes?.indexedFields?.TemporalScheduledStartTime);
    const at = new Date((scheduledAt as string | undefined) ?? protoTimeMs(run.raw.startTime));
    runs.push(outcomeOf(client, run).then((outcome) => ({ at, ...outcome })));
  }
  return { runs: await Promise.all(runs), isCut: false };
}
